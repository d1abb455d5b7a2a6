/**
 * However much an operation or an event gives, n8n's event loop gets its turns. Work is counted and
 * not timed: each call of a function of the node and each round of its loops takes 50 microseconds
 * on a clock of its own, which is more than they take on a slow machine. So lists are as long as
 * needed to show what does not end with the turn.
 */
import { resolve } from 'node:path';
import type * as n8n from 'n8n-workflow';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import { loadCounted, mostUnitsIn, unitsDone } from '../../support/countedWork';
import { runnable, runnableNamed } from '../../support/everyOperation';
import { watched } from '../../support/everyEvent';
import { runNode } from '../../support/runNode';
import { useSandbox } from '../../support/services';
import { Trigger } from '../../support/Trigger';

/** Units of work for a millisecond. */
const UNITS_PER_MS = 20;
/** As many as fill 50 ms. */
const MOST_PER_TURN = 50 * UNITS_PER_MS;
/** Records of a list: more than may be looked at in a turn. */
const MANY = 1.2 * MOST_PER_TURN;

const counted = (at: string) =>
	loadCounted(resolve(__dirname, '../../../nodes/AudiencePage', at)) as never;
const { AudiencePage: Counted }: { AudiencePage: typeof AudiencePage } =
	counted('AudiencePage.node');
const { AudiencePageTrigger: CountedTrigger }: { AudiencePageTrigger: typeof AudiencePageTrigger } =
	counted('AudiencePageTrigger.node');

const REFUSED: n8n.IDataObject = { message: 'Refused' };
/** What the service answers. */
let answer: (request: n8n.IHttpRequestOptions) => n8n.IDataObject;

/** Requests go to `answer`, in a later turn, and nowhere else. */
function answering<Context extends n8n.IExecuteFunctions & n8n.IPollFunctions>(
	context: Context,
): Context {
	const httpRequestWithAuthentication = async (_type: string, request: n8n.IHttpRequestOptions) => {
		await new Promise((arrived) => setTimeout(arrived, 0));
		const body = answer(request);
		return { statusCode: body === REFUSED ? 400 : 200, headers: {}, body };
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication });
	return context;
}

const parametersOf = (name: string) => runnableNamed(name).parameters;

/** A record of any kind. */
const recordOf = (n: number, changes: n8n.IDataObject = {}): n8n.IDataObject => ({
	...Object.fromEntries(runnable.map(({ idField }) => [idField, `${idField}-${n}`])),
	...{ name: `Name ${n}`, email: `person${n}@acme.com`, effectiveName: `Name ${n}` },
	...{ status: 'published', totalSessions: n },
	...changes,
});
const MANY_RECORDS = Array.from({ length: MANY }, (_, n) => recordOf(n));

/** A response that has everything that an operation may look for, and lists of so many records. */
const responseWith = (records: n8n.IDataObject[]): n8n.IDataObject => ({
	...recordOf(0),
	...Object.fromEntries(runnable.map(({ listName = 'items' }) => [listName, records])),
	...{ conversation: {}, context: {} },
	...{ hasMore: false, totalCount: records.length },
});

const SERVICE = { url: 'http://127.0.0.1:9', apiKey: 'an-api-key' };

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => 1_000_000 + unitsDone() / UNITS_PER_MS);
	answer = () => responseWith(MANY_RECORDS);
	jest.spyOn(AudiencePage.prototype, 'execute').mockImplementation(async function (this: never) {
		return await Counted.prototype.execute.call(answering(this));
	});
	jest.spyOn(AudiencePageTrigger.prototype, 'poll').mockImplementation(async function (
		this: never,
	) {
		return await CountedTrigger.prototype.poll.call(answering(this));
	});
});
afterEach(() => jest.restoreAllMocks());

/** Every operation that reads, and one that gives more than it reads. */
const reads = runnable.filter(({ option }) => option.routing?.request?.method === 'GET');
const READS = reads.map(({ name, parameters }): [string, n8n.INodeParameters] => {
	const output = parameters.output !== undefined && { output: 'messages' };
	return [
		name,
		{ ...parameters, ...output, returnAll: true, limit: MANY, options: { pageSize: MANY } },
	];
});

const sandbox = useSandbox();
/** What each read gives first: one that looks for a record in a list must find it. */
const found: Record<string, n8n.IDataObject | undefined> = {};
beforeAll(async () => {
	for (const { name, parameters } of reads)
		[found[name]] = (await runNode(sandbox(), { ...parameters, simplify: false })).json;
});

test.each<[string, n8n.INodeParameters]>([
	...READS,
	[
		'Audiences by day, compared',
		{
			...parametersOf('analytics.getAudiences'),
			...{ startDate: '2026-10-24', endDate: '2026-10-25', splitBy: 'day' },
			options: { compareWithPrevious: true },
		},
	],
])('%s', async (name, parameters) => {
	answer = () => responseWith([{ ...recordOf(0), ...found[name] }, ...MANY_RECORDS.slice(1)]);
	const most = await mostUnitsIn(async () => {
		const { error } = await runNode(SERVICE, parameters, { items: [{}] });
		expect(error).toBeUndefined();
	});
	expect(most).toBeLessThan(MOST_PER_TURN);
});

/** Items that write to different records. */
const ITEMS = MANY_RECORDS.map((_, n) => ({ domain: `acme${n}.com`, email: `ada${n}@acme.com` }));
/** How many responses come in one turn, Max Concurrent Requests says. */
const IN_ORDER = { maxConcurrentRequests: 1 };

test.each<[string, n8n.INodeParameters]>([
	['accountLog.create', { accountId: '', domain: '={{ $json.domain }}', options: IN_ORDER }],
	[
		'person.upsert',
		{ matchValue: '={{ $json.email }}', options: { findBy: 'readAll', ...IN_ORDER } },
	],
])(
	'Many items of %s are written but for the last, and restored by a retry; or fail',
	async (name, given) => {
		const parameters = { ...parametersOf(name), ...given };
		const all = responseWith(MANY_RECORDS);
		const last = new RegExp(`\\b(acme${MANY - 1}|ada${MANY - 1}@acme)\\.com`);
		answer = ({ method, body }) =>
			method !== 'GET' && last.test(JSON.stringify(body)) ? REFUSED : all;
		const retried = { items: ITEMS, retryOnFail: true, maxTries: 2 };
		const written = await mostUnitsIn(async () => await runNode(SERVICE, parameters, retried));
		answer = ({ method }) => (method === 'GET' ? responseWith([]) : REFUSED);
		const continued = { items: ITEMS, onError: 'continueRegularOutput' as const };
		const failed = await mostUnitsIn(async () => await runNode(SERVICE, parameters, continued));
		expect(Math.max(written, failed)).toBeLessThan(MOST_PER_TURN);
	},
);

test.each(watched)(
	'$event, after a restart, with new and changed records',
	async ({ parameters }) => {
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
	},
);
