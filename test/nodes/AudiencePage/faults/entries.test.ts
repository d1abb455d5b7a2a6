/** Many log entries, however the service and the network fail: what the worlds try with few. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RateLimit } from '../../../service/faults/settings';
import type { FaultKind, RecordedRequest } from '../../../service/sandbox';
import { until } from '../../../service/testClient';
import { casesOf } from '../../../support/cases';
import { times, useBench } from './bench';

const ACCOUNTS = 10;
const COUNT = casesOf(400, 8);
const REFUSED = COUNT / 2;

const bench = useBench({ sizes: { accounts: ACCOUNTS } });

/** What a bad network and a service under load do to requests: 11 of 100 are hit. */
const CHANCES: Partial<Record<FaultKind, number>> = {
	unavailable: 0.05,
	resetBefore: 0.02,
	resetAfter: 0.02,
	cutShort: 0.01,
	tooManyRequests: 0.01,
};

const create = (options: INodeParameters = {}): INodeParameters => ({
	...{ resource: 'accountLog', operation: 'create', source: '={{ $json.source }}' },
	...{ accountId: '={{ $json.accountId }}', domain: '={{ $json.domain }}' },
	options: { idempotencyKeyMode: 'custom', idempotencyKey: '={{ "deal-" + $json.n }}', ...options },
});

/** Items in turn for each account, which is named by its ID, by both, by its domain as people type it, by both, … */
const items = (wrong: IDataObject = {}): IDataObject[] => {
	const accounts = bench().sandbox.store.accounts.all();
	return times(COUNT, (n) => {
		const { accountId, domain } = accounts[n % ACCOUNTS]!;
		const way = Math.floor(n / ACCOUNTS) % 4;
		const typed = n % 3 === 0 ? domain.toUpperCase() : domain;
		const named = { accountId: way === 2 ? '' : accountId, domain: way === 0 ? '' : typed };
		return { n, source: 'fault-tests', ...named, ...(n === REFUSED && wrong) };
	});
};

/** The numbers of the items whose entries are there, account by account, in the order of the entries. */
const written = (): number[][] => {
	const { accounts, accountLogs } = bench().sandbox.store;
	return accounts.all().map(({ accountId }) =>
		accountLogs
			.of(accountId)
			.all()
			.filter(({ source }) => source === 'fault-tests')
			.map(({ payload }) => payload.n as number),
	);
};

const ALL = times(ACCOUNTS, (account) => times(COUNT / ACCOUNTS, (n) => n * ACCOUNTS + account));

const numberIn = ({ body }: RecordedRequest): number => (body as { payload: { n: number } }).payload.n;

test.each([
	[1, 1],
	[3, 3],
	[64, 4],
])(
	'each is there once, in the order of the items of its account: up to %i at a time, and %i at least',
	async (most, least) => {
		const { sandbox } = bench();
		Object.assign(sandbox.settings.faults, { latencyMs: [0, 20], chances: CHANCES });
		sandbox.settings.onRequest = async () => await until(() => sandbox.mostInFlight >= least);
		const options = { maxConcurrentRequests: most };
		const { error, items: outputs } = await bench().run(create(options), { items: items() });
		expect(error).toBeUndefined();
		expect(written()).toEqual(ALL);
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual(times(COUNT, (item) => ({ item })));
		expect(sandbox.mostInFlight).toBeLessThanOrEqual(most);
		const faults = new Set(sandbox.requests.flatMap(({ fault }) => fault ?? []));
		expect(faults).toEqual(new Set(Object.keys(CHANCES)));
	},
);

test.each<RateLimit['retryAfter']>(['seconds', 'date', 'none'])(
	'all are there where only 50 requests a second are taken (Retry-After: %s)',
	async (retryAfter) => {
		bench().sandbox.settings.faults.rateLimit = { perSecond: 50, burst: 50, retryAfter };
		const { task } = await bench().run(create(), { items: items() });
		expect(written()).toEqual(ALL);
		expect(task?.hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('Rate limit reached') as string }),
		]);
	},
);

/** What the description of an error says of the run. */
function countsIn(description: string | null | undefined) {
	const count = (what: string) => Number(new RegExp(`(\\d+) ${what}`).exec(description ?? '')?.[1] ?? 0);
	return [count('items'), count('written'), count('failed'), count('of unknown outcome'), count('not sent')];
}

const isRefused = (request: RecordedRequest) => numberIn(request) === REFUSED;

describe.each<[string, IDataObject, string]>([
	['by the service', {}, 'The sandbox was told to fail'],
	['before it is sent', { source: 'Not Kebab' }, 'Source must be'],
])('An item that is refused %s', (where, change, words) => {
	const isSent = where === 'by the service';
	beforeEach(() => {
		if (isSent) bench().sandbox.failNext('unprocessable', { when: isRefused });
	});

	test('is an error item among entries, where the node continues', async () => {
		const given = items(change);
		const ended = await bench().run(create(), { items: given, onError: 'continueRegularOutput' });
		expect(written()).toEqual(ALL.map((numbers) => numbers.filter((n) => n !== REFUSED)));
		expect(ended.items.flatMap(({ json }, item) => ('error' in json ? [item] : []))).toEqual([REFUSED]);
		expect(ended.items[REFUSED]).toEqual({
			json: { ...given[REFUSED], error: expect.stringContaining(words) as string },
			pairedItem: { item: REFUSED },
		});
	});

	test('ends the run: nothing more is sent, what is on its way is awaited, and the counts are right', async () => {
		const { sandbox } = bench();
		sandbox.settings.faults.latencyMs = 20;
		const { error } = await bench().run(create({ maxConcurrentRequests: 8 }), { items: items(change) });
		expect(error?.message).toContain(words);
		expect(error?.context.itemIndex).toBe(REFUSED);
		const count = written().flat().length;
		expect(sandbox.requests).toHaveLength(count + (isSent ? 1 : 0));
		expect(countsIn(error?.description)).toEqual([COUNT, count, 1, 0, COUNT - count - 1]);
		expect(count).toBeGreaterThan(0);
		expect(count).toBeLessThan(REFUSED + 8 * 5);
	});
});

test('Items whose answer was lost when the run ended count as of unknown outcome', async () => {
	const { sandbox, clock } = bench();
	// What is lost is not sent again.
	clock.isHeld = true;
	const isLost = (request: RecordedRequest) => numberIn(request) % ACCOUNTS > 6;
	sandbox.failNext('unprocessable', { when: isRefused });
	sandbox.failNext('resetAfter', { times: 2, when: isLost });
	sandbox.failNext('unavailable', { when: isLost });
	sandbox.settings.onRequest = async (request) => {
		if (!isRefused(request)) return;
		await until(() => sandbox.requests.filter(({ fault, endedAt }) => fault && endedAt).length === 3);
	};
	const { error } = await bench().run(create(), { items: items() });
	expect(error?.context.itemIndex).toBe(REFUSED);
	const sent = sandbox.requests.length;
	expect(written().flat()).toHaveLength(sent - 2);
	expect(countsIn(error?.description)).toEqual([COUNT, sent - 4, 1, 3, COUNT - sent]);
});
