/** How the requests to one endpoint are spread over time, whatever the service limits. */
import {
	Limiter,
	limiterFor,
	type Feedback,
} from '../../../../nodes/AudiencePage/transport/limiter';
import {
	fixedWindow,
	inFlight,
	slidingWindow,
	tokenBucket,
	type Limit,
} from '../../../service/limits';
import { nextTurn } from '../../../support/virtualTime';
import { MINUTE, SECOND, useSimulation, type RetryAfter } from './simulatedRuns';

const { aService, aRun, later, clock } = useSimulation();

const UNLIMITED: Limit = { take: () => 0 };
/** Rate limits all requests, and asks to wait so many milliseconds. */
const closed = (milliseconds: number): Limit => ({ take: () => milliseconds });

interface LimitCase {
	kind: string;
	limitOf: () => Limit;
	/** How many requests are sent, and how many a second the limit lets through. */
	count: number;
	perSecond: number;
}

const LIMITS: LimitCase[] = [
	{ kind: '10 a second', limitOf: () => fixedWindow(10, SECOND, 700), count: 300, perSecond: 10 },
	{ kind: '50 a second', limitOf: () => fixedWindow(50, SECOND, 300), count: 1500, perSecond: 50 },
	{
		kind: '20 per 5 seconds',
		limitOf: () => fixedWindow(20, 5 * SECOND),
		count: 100,
		perSecond: 4,
	},
	{ kind: '100 a minute', limitOf: () => fixedWindow(100, MINUTE), count: 500, perSecond: 5 / 3 },
	{ kind: 'a bucket of 40', limitOf: () => tokenBucket(10, 40), count: 300, perSecond: 10 },
	{ kind: 'sliding 10', limitOf: () => slidingWindow(10, SECOND), count: 300, perSecond: 10 },
	{ kind: 'sliding 100', limitOf: () => slidingWindow(100, SECOND), count: 3000, perSecond: 100 },
	{ kind: '4 in flight', limitOf: () => inFlight(4), count: 800, perSecond: 80 },
];

describe.each<RetryAfter>(['exact', 'none'])('With Retry-After: %s', (retryAfter) => {
	test.each(LIMITS)(
		'$kind: all requests get through, and it takes not much longer than it must',
		async ({ kind, limitOf, count, perSecond }) => {
			const service = aService(limitOf(), retryAfter);
			const runs = [aRun(service), aRun(service)];
			await Promise.all(runs.map(async (run) => await run.send(count / 2)));
			expect(runs.flatMap(({ errors }) => errors)).toEqual([]);
			expect(service.acceptedAt).toHaveLength(count);
			// That of requests in flight asks for a second, and would accept after a hundredth of one.
			const slowdown = kind === '4 in flight' ? 3 : 1.5;
			expect(clock.now / SECOND).toBeLessThanOrEqual((slowdown * count) / perSecond);
			// With slow limits, fewer go between two pauses, and more of them are tried too early.
			const limitedShare = 1 - count / service.answers;
			expect(limitedShare).toBeLessThanOrEqual(perSecond < 5 ? 0.35 : 0.1);
		},
	);
});

test('Parallel Requests makes a limit of requests in flight cost nothing', async () => {
	const service = aService(inFlight(4));
	await aRun(service).send(400, 4);
	expect(service.answers).toBe(400);
	expect(clock.now / SECOND).toBeLessThanOrEqual((1.05 * 400) / 80);
});

test('Two seconds of rate limits after a calm hour stop a run for seconds', async () => {
	const take = (time: number) => (time >= 3600 * SECOND && time < 3602 * SECOND ? 1 : 0);
	const run = aRun(aService({ take }, 'none'));
	await Promise.all(
		Array.from({ length: 3620 }, async (_, n) => await later(n * SECOND, () => run.send(1))),
	);
	const gaps = run.sentAt.map((time, n) => time - (run.sentAt[n - 1] ?? 0));
	expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * SECOND);
});

test('A rate is not measured over a break in which nothing was sent', async () => {
	let isOpen = true;
	const run = aRun(aService({ take: () => (isOpen ? 0 : SECOND) }));
	await run.send(100);
	await later(MINUTE, async () => await run.send(50));
	isOpen = false;
	const sending = run.send(100);
	await later(SECOND / 2, () => (isOpen = true));
	await sending;
	// At the rate of a minute, the last of them would go after half a minute.
	expect(run.end).toBeLessThan(MINUTE + 10 * SECOND);
});

/** Processes of n8n, as in queue mode, know nothing of each other's requests. */
test.each<[number, (seed: number) => Limit, roundTrip: number]>([
	[2, (seed) => fixedWindow(100, SECOND, 130 * seed), 20],
	[4, (seed) => fixedWindow(100, SECOND, 130 * seed), 200],
	[4, () => tokenBucket(100, 100), 20],
])('%i processes use most of a limit of 100 a second', async (processes, limitOf, roundTrip) => {
	const uses: number[] = [];
	for (const seed of [1, 2, 3, 4]) {
		const [began, limit] = [clock.now, limitOf(seed)];
		const work = async () => await aRun(aService(limit, 'exact', roundTrip)).send(500);
		await Promise.all(Array.from({ length: processes }, work));
		uses.push((processes * 500 * SECOND) / 100 / (clock.now - began));
	}
	expect(uses.reduce((sum, use) => sum + use, 0) / uses.length).toBeGreaterThanOrEqual(0.65);
});

test.each<[string, () => Limit]>([
	['10 a second', () => fixedWindow(10, SECOND)],
	['4 in flight', () => inFlight(4)],
	['no limit', () => UNLIMITED],
])(
	'A small run beside a long one waits for one request of it for each of its own: %s',
	async (_limit, limit) => {
		const service = aService(limit());
		const [long, small] = [aRun(service), aRun(service)];
		const sending = later(2 * SECOND, async () => await small.send(10)).then(() => long.abort());
		await Promise.all([long.send(4000), sending]);
		expect(small.errors).toEqual([]);
		// As many again may have been in flight already, or come with a larger window.
		expect(long.sentBetween(2 * SECOND, small.sentAt[9])).toBeLessThanOrEqual(2 * 10);
	},
);

/** In the middle of a second, when all wait for the next, and with requests in flight. */
test.each<[string, Limit, number]>([
	['waits for its turn', fixedWindow(10, SECOND), 5.5 * SECOND],
	['waits after a 429', fixedWindow(5, 10 * SECOND), 0.5 * SECOND],
	['has requests in flight', UNLIMITED, SECOND],
])(
	'A run that is aborted while it %s sends nothing more, and other runs do',
	async (_when, limit, abortedAt) => {
		const service = aService(limit);
		const [aborted, going] = [aRun(service), aRun(service)];
		const rest = going.send(10).then(() => later(abortedAt, () => going.send(30)));
		await Promise.all([aborted.send(4000), rest, later(abortedAt, () => aborted.abort())]);
		// Only what is in flight is waited for.
		expect(aborted.end).toBeLessThanOrEqual(abortedAt + 100);
		expect(aborted.errors.length).toBeGreaterThan(1000);
		expect(aborted.sentBetween(abortedAt)).toBe(0);
		expect([going.done, going.errors.length]).toEqual([40, 0]);
	},
);

const STALLED = 'it has accepted nothing for 5 minutes';
const TOO_LONG = 'it asks for a wait of 600 seconds, but this node waits 120 at most';
test.each<[wait: number, RetryAfter, reason: string, within: [number, number]]>([
	[SECOND, 'none', STALLED, [5 * MINUTE, 6.5 * MINUTE]],
	[90 * SECOND, 'exact', STALLED, [5 * MINUTE, 7 * MINUTE]],
	[10 * MINUTE, 'exact', TOO_LONG, [0, SECOND]],
])(
	'A service that is closed for %i ms again and again, with Retry-After: %s, ends all runs at once: %s',
	async (wait, retryAfter, reason, [from, to]) => {
		const service = aService(closed(wait), retryAfter);
		const runs = [64, 1].map(() => aRun(service));
		await Promise.all(runs.map(async (run) => await run.send(64)));
		expect(runs.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual(
			Array(128).fill(reason),
		);
		const ends = runs.flatMap(({ endedAt }) => endedAt);
		expect(Math.min(...ends)).toBeGreaterThanOrEqual(from);
		expect(Math.max(...ends)).toBeLessThanOrEqual(to);
		// Only what is in flight is waited for.
		expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
	},
);

test('A run that begins after a stall waits for 5 minutes of its own', async () => {
	let isOpen = false;
	const service = aService({ take: () => (isOpen ? 0 : SECOND) }, 'none');
	await aRun(service).send(64);
	const run = aRun(service);
	const opening = later(2 * MINUTE, () => (isOpen = true));
	await later(2 * SECOND, async () => await run.send(64));
	await opening;
	expect(run.done).toBe(64);
});

test('A service that is asked all the time is tried again after a stall, and gets everything from then on', async () => {
	const service = aService({ take: () => (clock.now > 7 * MINUTE ? 0 : SECOND) }, 'none');
	const run = aRun(service);
	while (clock.now < 10 * MINUTE) await Promise.all([run.send(1), clock.wait(SECOND / 2)]);
	expect(run.errors.length).toBeGreaterThan(0);
	// The longest pause.
	expect(service.acceptedAt[0]).toBeLessThanOrEqual(8.5 * MINUTE);
	expect(run.done).toBe(service.acceptedAt.length);
});

test('Everything gets through a limit of a few a minute, however long a request waits for its turn', async () => {
	const run = aRun(aService(fixedWindow(3, MINUTE)));
	await run.send(100);
	expect(run.errors).toEqual([]);
});

test('As long as the service asks for, no run sends anything to the endpoint', async () => {
	const service = aService(closed(10 * MINUTE));
	await aRun(service).send(8);
	const run = aRun(service);
	await later(MINUTE, async () => await run.send(10));
	expect([run.sentAt.length, run.errors.length]).toEqual([0, 10]);
	await later(9 * MINUTE, async () => await run.send(1));
	expect(run.sentAt).toHaveLength(1);
});

test('Pauses that the service does not ask for grow with the time in which nothing gets through', async () => {
	const run = aRun(aService(closed(SECOND), 'none'));
	await run.send(1);
	const pauses = run.sentAt.slice(1).map((time, n) => time - (run.sentAt[n] ?? 0));
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(MINUTE * 1.25 + 100);
	expect(pauses.at(-1)).toBeGreaterThan(50 * (pauses[1] ?? 0));
});

/** With as many requests in flight as there may be at first. */
async function busyLimiter() {
	const limiter = new Limiter();
	const acquiring = Array.from({ length: 8 }, async () => await limiter.acquire({}));
	return { limiter, releases: await Promise.all(acquiring) };
}

test.each<[Feedback | undefined, number]>([
	['accepted', 10],
	[undefined, 8],
	['overloaded', 1],
	['rateLimited', 0],
])('After 8 requests that were %s, %i may be in flight', async (feedback, count) => {
	const { limiter, releases } = await busyLimiter();
	clock.isHeld = true;
	for (const release of releases) release(feedback);
	let started = 0;
	for (let n = 0; n < 20; n++) void limiter.acquire({}).then(() => started++);
	await nextTurn();
	expect(started).toBe(count);
});

test('What is sent again goes before the other requests of its run', async () => {
	const { limiter, releases } = await busyLimiter();
	const [caller, order] = [{}, [] as string[]];
	void limiter.acquire(caller).then(() => order.push('first attempt'));
	void limiter.acquire(caller, true).then(() => order.push('sent again'));
	releases[0]?.();
	await clock.wait(1);
	expect(order).toEqual(['sent again']);
});

const CREDENTIAL = { baseUrl: 'https://api.example.com', apiKey: 'a key of the limiters' };
const SEARCH = 'GET /v0/persons/search';

test.each<[string, object, boolean]>([
	['another path of the origin', { baseUrl: `${CREDENTIAL.baseUrl}/v0/` }, true],
	['the origin in other letters', { baseUrl: ' HTTPS://API.example.com:443 ' }, true],
	['spaces around the key', { apiKey: ` ${CREDENTIAL.apiKey}\n` }, true],
	['another key', { apiKey: 'Key' }, false],
	['another protocol', { baseUrl: 'http://api.example.com' }, false],
	['what is no address', { baseUrl: 'api' }, false],
])('A limiter is one for one origin and key: %s', (_what, changed, isSame) => {
	const limiter = limiterFor(CREDENTIAL, SEARCH);
	expect(limiterFor({ ...CREDENTIAL, ...changed }, SEARCH) === limiter).toBe(isSame);
	expect(limiterFor(CREDENTIAL, 'POST /v0/persons')).not.toBe(limiter);
});

test('A limiter is dropped after it was idle for 5 minutes, when another is made', async () => {
	const limiterOf = (host: string) =>
		limiterFor({ ...CREDENTIAL, baseUrl: `https://${host}` }, SEARCH);
	const [used, idle] = [limiterOf('used'), limiterOf('idle')];
	// Its request has no answer yet.
	await used.acquire({});
	await clock.wait(5 * MINUTE + 1);
	limiterOf('new');
	expect(limiterOf('used')).toBe(used);
	expect(limiterOf('idle')).not.toBe(idle);
});
