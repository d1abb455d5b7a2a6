/** Runs that go to one service, at the same time and one after the other, on a simulated clock. */
import { limiterFor } from '../../../../nodes/AudiencePage/transport/limiter';
import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/pendingRequest';
import { fixedWindow, inFlight, type Limit, type RetryAfter } from './simulation/limits';
import { aKey, MINUTE, SECOND, useSimulation } from './simulation/run';

const { aService, aRun, later, clock } = useSimulation();

const UNLIMITED: Limit = { take: () => 0 };
/** Rate limits all requests, and asks to wait so many milliseconds. */
const closed = (milliseconds: number): Limit => ({ take: () => milliseconds });

describe('A small run beside a long one', () => {
	test.each<[string, () => Limit]>([
		['10 a second', () => fixedWindow(10, SECOND)],
		['4 in flight', () => inFlight(4)],
		['no limit', () => UNLIMITED],
	])('waits for one request of the long one for each of its own: %s', async (_limit, limit) => {
		const service = aService(limit());
		const [long, small] = [aRun(service), aRun(service)];
		const sending = later(2 * SECOND, async () => await small.send(10)).then(() => long.abort());
		await Promise.all([long.send(4000), sending]);

		expect(small.errors).toEqual([]);
		// As many again may have been in flight already, or come with a larger window.
		expect(long.sentBetween(2 * SECOND, small.sentAt[9])).toBeLessThanOrEqual(2 * 10);
	});

	test('goes on while the service refuses one request of the long one, which fails after 30 tries', async () => {
		const apiKey = aKey();
		const long = aRun(aService(closed(SECOND), 'exact', { apiKey }));
		const small = aRun(aService(UNLIMITED, 'exact', { apiKey }));
		const others = async () => {
			while (long.errors.length === 0) await Promise.all([small.send(10), clock.wait(SECOND)]);
		};
		await Promise.all([long.send(1), others()]);
		expect(long.errors[0]?.description).toContain('it has refused this request 31 times');
		expect(long.end).toBeLessThan(7 * MINUTE);
		expect(small.errors).toEqual([]);
		expect(small.done).toBeGreaterThan(0);
	});
});

/** In the middle of a second, when all wait for the next, and with requests in flight. */
test.each<[string, Limit, number]>([
	['waits for its turn', fixedWindow(10, SECOND), 5.5 * SECOND],
	['waits after a 429', fixedWindow(5, 10 * SECOND), 0.5 * SECOND],
	['has requests in flight', UNLIMITED, SECOND],
])(
	'A run that is aborted while it %s sends nothing more, and other runs do',
	async (_when, limit, at) => {
		const service = aService(limit);
		const [aborted, other] = [aRun(service), aRun(service)];
		const rest = other.send(10).then(async () => await later(at, async () => await other.send(30)));
		await Promise.all([aborted.send(4000), rest, later(at, () => aborted.abort())]);

		// Only what is in flight is waited for.
		expect(aborted.end).toBeLessThanOrEqual(at + 100);
		expect(aborted.errors.length).toBeGreaterThan(1000);
		expect(aborted.errors.every((error) => error instanceof RequestAbortedError)).toBe(true);
		expect(aborted.sentBetween(at)).toBe(0);
		expect([other.done, other.errors.length]).toEqual([40, 0]);
	},
);

interface Closed {
	asks: string;
	milliseconds: number;
	retryAfter: RetryAfter;
	reason: string;
	/** When all have failed, at least and at most. */
	within: [number, number];
}
const STALLED = 'it has accepted nothing for 5 minutes';
const CLOSED: Closed[] = [
	{
		asks: 'does not ask to wait',
		milliseconds: SECOND,
		retryAfter: 'none',
		reason: STALLED,
		within: [5 * MINUTE, 6.5 * MINUTE],
	},
	{
		asks: 'asks for 90 seconds',
		milliseconds: 90 * SECOND,
		retryAfter: 'exact',
		reason: STALLED,
		within: [5 * MINUTE, 7 * MINUTE],
	},
	{
		asks: 'asks for 10 minutes',
		milliseconds: 10 * MINUTE,
		retryAfter: 'exact',
		reason: 'it asks for a wait of 600 seconds, but this node waits 120 at most',
		within: [0, SECOND],
	},
];

test.each(CLOSED)(
	'A service that rate limits everything and $asks ends all runs at once, with a reason',
	async ({ milliseconds, retryAfter, reason, within }) => {
		const service = aService(closed(milliseconds), retryAfter);
		const runs = [64, 64, 1].map((each) => aRun(service, { maxConcurrentRequests: each }));
		await Promise.all(runs.map(async (run) => await run.send(500)));

		const errors = runs.flatMap((run) => run.errors);
		expect(errors).toHaveLength(1500);
		for (const { description } of errors) expect(description).toContain(reason);
		const ends = runs.flatMap(({ endedAt }) => endedAt);
		expect(Math.min(...ends)).toBeGreaterThanOrEqual(within[0]);
		expect(Math.max(...ends)).toBeLessThanOrEqual(within[1]);
		// Only what is in flight is waited for.
		expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(100);
	},
);

test('A run that begins after a stall waits for 5 minutes of its own', async () => {
	const limit = { isOpen: false, take: () => (limit.isOpen ? 0 : SECOND) };
	const service = aService(limit, 'none');
	await aRun(service).send(100);
	const run = aRun(service);
	const opening = later(2 * MINUTE, () => (limit.isOpen = true));
	await later(2 * SECOND, async () => await run.send(100));
	await opening;
	expect(run.done).toBe(100);
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
	await aRun(service).send(10);
	const run = aRun(service);
	await later(MINUTE, async () => await run.send(10));
	expect([run.sentAt.length, run.errors.length]).toEqual([0, 10]);
	await later(8 * MINUTE, async () => await run.send(1));
	expect(run.sentAt).toHaveLength(1);
});

test('Pauses that the service does not ask for grow with the time in which nothing gets through', async () => {
	const run = aRun(aService(closed(SECOND), 'none'), { maxConcurrentRequests: 1 });
	await run.send(1);
	const pauses = run.sentAt.map((at, n) => at - (run.sentAt[n - 1] ?? at));
	expect(Math.min(...pauses.slice(1))).toBeGreaterThanOrEqual(250);
	expect(Math.max(...pauses)).toBeLessThanOrEqual(MINUTE * 1.25 + 100);
	const [early, late] = [pauses[2] ?? 0, pauses.at(-1) ?? 0];
	expect(late).toBeGreaterThan(50 * early);
});

describe('The limiter of an endpoint', () => {
	const CREDENTIAL = { baseUrl: 'https://api.example.com', apiKey: 'a key of the limiters' };
	const SEARCH = 'GET /v0/persons/search';

	test.each<[string, object, boolean]>([
		['another path of the origin', { baseUrl: `${CREDENTIAL.baseUrl}/v0/` }, true],
		['the origin in other letters', { baseUrl: ' HTTPS://API.example.com:443 ' }, true],
		['spaces around the key', { apiKey: ` ${CREDENTIAL.apiKey}\n` }, true],
		['another key', { apiKey: 'Key' }, false],
		['another protocol', { baseUrl: 'http://api.example.com' }, false],
		['what is no address', { baseUrl: 'api' }, false],
	])('is one for one origin and key: %s', (_what, changed, isSame) => {
		const limiter = limiterFor(CREDENTIAL, SEARCH);
		expect(limiterFor({ ...CREDENTIAL, ...changed }, SEARCH) === limiter).toBe(isSame);
		expect(limiterFor(CREDENTIAL, 'POST /v0/persons')).not.toBe(limiter);
	});

	test('is dropped after it was idle for 5 minutes, when another is made', async () => {
		const limiterOf = (domain: string) =>
			limiterFor({ ...CREDENTIAL, baseUrl: `https://${domain}` }, SEARCH);
		const [used, idle] = [limiterOf('used'), limiterOf('idle')];
		const release = await used.acquire({});
		await clock.wait(5 * MINUTE + 1);
		limiterOf('new');
		// Its request has no answer yet.
		expect(limiterOf('used')).toBe(used);
		expect(limiterOf('idle')).not.toBe(idle);
		release('accepted');
	});
});
