/**
 * However much an operation or an event gives, n8n's event loop gets its turns. Work is counted and not timed: each call
 * of a function of the node and each round of its loops takes 50 microseconds on a clock of its own, which is more than
 * they take on a slow machine. So lists are as long as needed to show what does not end with the turn.
 */
import { resolve } from 'node:path';

import { DateTime } from 'luxon';
import type * as n8n from 'n8n-workflow';

import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import { loadCounted, mostUnitsIn, unitsDone } from '../../support/countedWork';
import { optionsOf } from '../../support/description';
import { runnable, runnableNamed } from '../../support/everyOperation';
import { watched } from '../../support/everyEvent';
import { runNode } from '../../support/runNode';
import { Trigger } from '../../support/Trigger';
import type { WorkflowOptions } from '../../support/workflow';

/** Units of work for a millisecond. */
const UNITS_PER_MS = 20;
/** As many as fill 50 ms. */
const MOST_PER_TURN = 50 * UNITS_PER_MS;
/** Records of a list: more than may be looked at in a turn. */
const MANY = 1.2 * MOST_PER_TURN;

const NODES = resolve(__dirname, '../../../nodes/AudiencePage');
const counted = {
	...(loadCounted(resolve(NODES, 'AudiencePage.node')) as { AudiencePage: typeof AudiencePage }),
	...(loadCounted(resolve(NODES, 'AudiencePageTrigger.node')) as {
		AudiencePageTrigger: typeof AudiencePageTrigger;
	}),
};

const REFUSED: n8n.IDataObject = { message: 'Refused' };
/** What the service answers. */
let answer: (request: n8n.IHttpRequestOptions) => n8n.IDataObject;

/** Requests go to `answer`, in a later turn, and nowhere else. */
const answering = (context: n8n.IExecuteFunctions | n8n.IPollFunctions): void => {
	const httpRequestWithAuthentication = async (_type: string, request: n8n.IHttpRequestOptions) => {
		await new Promise((arrived) => setTimeout(arrived, 0));
		const body = answer(request);
		return { statusCode: body === REFUSED ? 400 : 200, headers: {}, body };
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication });
};

/** The person whom *Person > Get* looks for. */
const WANTED = runnableNamed('person.get').parameters.matchValue as string;

/** A record of any kind. */
const recordOf = (n: number, changes: n8n.IDataObject = {}): n8n.IDataObject => ({
	...Object.fromEntries(runnable.map(({ idField }) => [idField, `${idField}-${n}`])),
	...{ name: `Name ${n}`, email: n === 0 ? WANTED : `person${n}@acme.com` },
	...{ effectiveName: `Name ${n}`, status: 'published', totalSessions: n },
	...changes,
});
const MANY_RECORDS = Array.from({ length: MANY }, (_, n) => recordOf(n));

/** A response that has everything that an operation may look for, and lists of so many records. */
const responseWith = (records: n8n.IDataObject[]): n8n.IDataObject => ({
	...recordOf(0),
	...{ items: records, messages: records, conversation: {}, context: {} },
	...{ hasMore: false, totalCount: records.length },
});

const SERVICE = { url: 'http://127.0.0.1:9', apiKey: 'an-api-key' };

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => 1_000_000 + unitsDone() / UNITS_PER_MS);
	answer = () => responseWith(MANY_RECORDS);
	jest.spyOn(AudiencePage.prototype, 'execute').mockImplementation(async function (
		this: n8n.IExecuteFunctions,
	) {
		answering(this);
		return await counted.AudiencePage.prototype.execute.call(this);
	});
	jest.spyOn(AudiencePageTrigger.prototype, 'poll').mockImplementation(async function (
		this: n8n.IPollFunctions,
	) {
		answering(this);
		return await counted.AudiencePageTrigger.prototype.poll.call(this);
	});
});
afterEach(() => jest.restoreAllMocks());

async function run(parameters: n8n.INodeParameters, options: WorkflowOptions = {}) {
	const { error, items } = await runNode(SERVICE, parameters, options);
	expect(error).toBeUndefined();
	return items;
}

/** Every operation that reads, as it comes, and with its other choices. */
const WAYS = runnable
	.filter(({ option }) => option.routing?.request?.method === 'GET')
	.flatMap(({ name, fields, parameters }): Array<[string, n8n.INodeParameters]> => {
		const options = { pageSize: MANY };
		const output = parameters.output !== undefined && { output: 'messages' };
		const all = { ...parameters, ...output, returnAll: true, limit: MANY, options };
		const flags = fields.filter(({ type, name: flag }) => type === 'boolean' && flag !== 'returnAll');
		const inner = fields.flatMap((field) => field.options ?? []);
		const toGive = inner.find((one) => one.name === 'outputFields') as n8n.INodeProperties | undefined;
		const outputFields = toGive ? [optionsOf(toGive)[0]?.value as string] : [];
		const otherwise = Object.fromEntries(flags.map((flag) => [flag.name, !flag.default]));
		return [
			[name, all],
			[`${name}, otherwise`, { ...all, ...otherwise, options: { ...options, outputFields } }],
		];
	});

const ANALYTICS = {
	...runnableNamed('analytics.getAudiences').parameters,
	...{ startDate: '2026-10-24', endDate: '2026-10-25', splitBy: 'day' },
	options: { compareWithPrevious: true },
};

test.each([...WAYS, ['Audiences by day, compared', ANALYTICS] as const])('%s', async (_name, parameters) => {
	expect(await mostUnitsIn(async () => await run(parameters))).toBeLessThan(MOST_PER_TURN);
});

test('The days of a row are those of its interval: they are written once, however many rows it has', async () => {
	const writtenFor = async (count: number) => {
		answer = () => responseWith(MANY_RECORDS.slice(0, count));
		const spies = (['toISO', 'toISODate', 'startOf', 'setZone'] as const).map((name) =>
			jest.spyOn(DateTime.prototype, name),
		);
		expect(await run(ANALYTICS)).toHaveLength(2 * count);
		const calls = spies.map((spy) => spy.mock.calls.length);
		for (const spy of spies) spy.mockRestore();
		return calls;
	};
	expect(await writtenFor(50)).toEqual(await writtenFor(1));
});

const ENTRY: n8n.INodeParameters = {
	...runnableNamed('accountLog.create').parameters,
	// What n8n gives of it, `getNodeParameter` gives in one turn.
	payload: '={{ $json.payload || {} }}',
};
const LONG = {
	rows: MANY_RECORDS.slice(0, 50),
	numbers: MANY_RECORDS.map((_, n) => n / 2),
	...Object.fromEntries(MANY_RECORDS.map((record, n) => [`key ${n}`, record.name])),
};

test.each(['item', 'content'])(
	'A long log entry, recognized by its %s, as an object and as text',
	async (mode) => {
		for (const payload of [LONG, JSON.stringify(LONG)]) {
			const parameters = { ...ENTRY, options: { idempotencyKeyMode: mode } };
			const work = async () => await run(parameters, { items: [{ payload } as n8n.IDataObject] });
			expect(await mostUnitsIn(work)).toBeLessThan(MOST_PER_TURN);
		}
	},
);

/** Items that write to different records. */
const ITEMS = MANY_RECORDS.map((_, n) => ({ domain: `acme${n}.com`, email: `ada${n}@acme.com` }));
const LAST = [`acme${MANY - 1}.com`, `ada${MANY - 1}@acme.com`];

/** How many responses come in one turn, Max Concurrent Requests says. */
const ONE_AT_A_TIME = { maxConcurrentRequests: 1 };

const BULK: Array<[string, n8n.INodeParameters]> = [
	['accountLog.create', { accountId: '', domain: '={{ $json.domain }}', options: ONE_AT_A_TIME }],
	[
		'person.upsert',
		{ matchOn: 'email', matchValue: '={{ $json.email }}', options: { findBy: 'readAll', ...ONE_AT_A_TIME } },
	],
];

describe.each(BULK)('Many items of %s', (name, given) => {
	const parameters = { ...runnableNamed(name).parameters, ...given };

	test('are written but for the last, and restored by a retry', async () => {
		const all = responseWith(MANY_RECORDS);
		answer = ({ method, body }) => {
			const isLast = typeof body === 'string' && LAST.some((last) => body.includes(`"${last}"`));
			return method !== 'GET' && isLast ? REFUSED : all;
		};
		const work = async () =>
			await runNode(SERVICE, parameters, { items: ITEMS, retryOnFail: true, maxTries: 2 });
		expect(await mostUnitsIn(work)).toBeLessThan(MOST_PER_TURN);
	});

	test('fail, and are told', async () => {
		answer = ({ method }) => (method === 'GET' ? responseWith([]) : REFUSED);
		const work = async () => await run(parameters, { items: ITEMS, onError: 'continueRegularOutput' });
		expect(await mostUnitsIn(work)).toBeLessThan(MOST_PER_TURN);
	});
});

describe.each(watched)('$event', ({ parameters }) => {
	test('from now, then after a restart, with new and changed records', async () => {
		const options = { maxPerPoll: 2 * MANY, fullReadEvery: 1 };
		const trigger = new Trigger(SERVICE, { ...parameters, startFrom: 'now', options });
		const changed = MANY_RECORDS.map((_, n) => recordOf(n, { name: 'Other', status: 'draft' }));
		const added = MANY_RECORDS.map((_, n) => recordOf(n + MANY));
		const most = await mostUnitsIn(async () => {
			await trigger.activate();
			trigger.restart();
			answer = () => responseWith([...changed, ...added]);
			expect((await trigger.poll()).length).toBeGreaterThanOrEqual(MANY);
		});
		expect(most).toBeLessThan(MOST_PER_TURN);
	});
});
