/** Which requests meet which fault, decided from the requests alone. */
import type { RecordedRequest } from '../recording';
import { defaultSettings, type Settings } from '../settings';
import { FaultPlan } from './FaultPlan';
import type { FaultKind } from './kinds';

let settings: Settings;
let clock: number;
let plan: FaultPlan;
beforeEach(() => {
	settings = defaultSettings();
	clock = 0;
	plan = new FaultPlan(settings, () => clock);
});

const request = (n: number): RecordedRequest => ({
	method: 'POST',
	path: '/v0/persons',
	url: '/v0/persons',
	query: {},
	headers: {},
	rawBody: `{"name":"Person ${n}"}`,
	body: { name: `Person ${n}` },
	status: 0,
	applied: false,
	startedAt: 0,
});
const REQUESTS = Array.from({ length: 2000 }, (_, n) => request(n));
const CHANCES = {
	unavailable: 0.05,
	resetBefore: 0.02,
	resetAfter: 0.02,
	cutShort: 0.01,
	tooManyRequests: 0.01,
};

/** The fault of each request, by its body. */
function faultsOf(requests: RecordedRequest[]): Map<string, FaultKind | undefined> {
	return new Map(requests.map((asked) => [asked.rawBody, plan.fateOf(asked, false).fault]));
}

function counts(faults: Map<string, FaultKind | undefined>): Record<string, number> {
	const kinds = [...faults.values()].filter((kind) => kind !== undefined);
	return Object.fromEntries(kinds.map((kind) => [kind, kinds.filter((other) => other === kind).length]));
}

describe('by chance', () => {
	it('hits nothing by default', () => {
		expect(counts(faultsOf(REQUESTS))).toEqual({});
		expect(plan.fateOf(request(0), true)).toEqual({ fault: undefined, latencyMs: 0, retryAfterMs: 0 });
	});

	it.each([
		[1, { unavailable: 96, resetBefore: 41, resetAfter: 32, cutShort: 20, tooManyRequests: 19 }],
		[2, { unavailable: 93, resetBefore: 42, resetAfter: 30, cutShort: 19, tooManyRequests: 25 }],
		[3, { unavailable: 93, resetBefore: 40, resetAfter: 51, cutShort: 23, tooManyRequests: 22 }],
	])('hits what seed %i gives', (seed, expected) => {
		Object.assign(settings.faults, { seed, chances: CHANCES });
		expect(counts(faultsOf(REQUESTS))).toEqual(expected);
	});

	it('hits the same requests again, in whatever order they arrive', () => {
		settings.faults.chances = CHANCES;
		const faults = faultsOf(REQUESTS);
		plan = new FaultPlan(settings, () => clock);
		const reversed = faultsOf([...REQUESTS].reverse());
		expect([...reversed].reverse()).toEqual([...faults]);
	});

	it('draws anew when a request is repeated', () => {
		settings.faults.chances = { unavailable: 0.5 };
		const tries = Array.from({ length: 200 }, () => plan.fateOf(request(0), false).fault);
		expect(tries.filter((fault) => fault === 'unavailable')).toHaveLength(112);
	});

	it('does not depend on the order in which chances are written', () => {
		settings.faults.chances = { resetAfter: 0.3, unavailable: 0.3 };
		const faults = faultsOf(REQUESTS);
		settings.faults.chances = { unavailable: 0.3, resetAfter: 0.3 };
		plan = new FaultPlan(settings, () => clock);
		expect(faultsOf(REQUESTS)).toEqual(faults);
	});

	it('hits all at a chance of 1, and only those it may', () => {
		settings.faults.chances = { badGateway: 1 };
		settings.faults.when = ({ rawBody }) => rawBody === request(7).rawBody;
		expect(counts(faultsOf(REQUESTS))).toEqual({ badGateway: 1 });
		expect(plan.fateOf(request(7), false).fault).toBe('badGateway');
	});
});

describe('on command', () => {
	const fault = (n: number): FaultKind | undefined => plan.fateOf(request(n), false).fault;

	it('hits the next requests, as often as is said', () => {
		plan.failNext('unavailable');
		plan.failNext('html', { times: 2 });
		expect([0, 1, 2, 3].map(fault)).toEqual(['unavailable', 'html', 'html', undefined]);
	});

	it('waits for the request that it is for', () => {
		plan.failNext('unavailable', { when: ({ rawBody }) => rawBody === request(2).rawBody });
		plan.failNext('html');
		expect([0, 1, 2, 2].map(fault)).toEqual(['html', undefined, 'unavailable', undefined]);
	});

	it('comes before chances, whatever they may hit', () => {
		Object.assign(settings.faults, { chances: { badGateway: 1 }, when: () => false });
		plan.failNext('html');
		expect([0, 1].map(fault)).toEqual(['html', undefined]);
	});

	it('takes nothing from the rate limit', () => {
		settings.faults.rateLimit = { perSecond: 1, burst: 1, retryAfter: 'seconds' };
		plan.failNext('html', { times: 2 });
		expect([0, 1, 2, 3].map(fault)).toEqual(['html', 'html', undefined, 'tooManyRequests']);
	});
});

describe('the rate limit', () => {
	/** The fates of as many requests at the same time. */
	const refused = (times: number): number[] =>
		Array.from({ length: times }, () => plan.fateOf(request(0), false))
			.filter(({ fault }) => fault === 'tooManyRequests')
			.map(({ retryAfterMs }) => retryAfterMs);

	it('lets a burst through, then as many as have grown since', () => {
		settings.faults.rateLimit = { perSecond: 50, burst: 10, retryAfter: 'seconds' };
		expect(refused(12)).toEqual([20, 20]);
		clock = 10;
		expect(refused(1)).toEqual([10]);
		clock = 20;
		expect(refused(2)).toEqual([20]);
		clock = 100_000;
		expect(refused(12)).toEqual([20, 20]);
	});

	it('begins anew with a full bucket when it is set anew', () => {
		settings.faults.rateLimit = { perSecond: 1, burst: 2, retryAfter: 'seconds' };
		expect(refused(3)).toHaveLength(1);
		settings.faults.rateLimit = { perSecond: 1, burst: 2, retryAfter: 'seconds' };
		expect(refused(3)).toHaveLength(1);
		settings.faults.rateLimit = undefined;
		expect(refused(100)).toHaveLength(0);
	});
});

describe('latency', () => {
	const latencies = (): number[] =>
		REQUESTS.slice(0, 500).map((asked) => plan.fateOf(asked, false).latencyMs);

	it('is the same for all where it is fixed', () => {
		settings.faults.latencyMs = 100;
		expect(new Set(latencies())).toEqual(new Set([100]));
	});

	it('is drawn from the whole range by the seed', () => {
		settings.faults.latencyMs = [20, 40];
		const drawn = latencies();
		expect(Math.min(...drawn)).toBeGreaterThanOrEqual(20);
		expect(Math.min(...drawn)).toBeLessThan(21);
		expect(Math.max(...drawn)).toBeLessThan(40);
		expect(Math.max(...drawn)).toBeGreaterThan(39);
		plan = new FaultPlan(settings, () => clock);
		expect(latencies()).toEqual(drawn);
	});

	it('holds for what meets a fault too', () => {
		settings.faults.latencyMs = 100;
		plan.failNext('unavailable');
		expect(plan.fateOf(request(0), false)).toMatchObject({ fault: 'unavailable', latencyMs: 100 });
		settings.faults.rateLimit = { perSecond: 1, burst: 0, retryAfter: 'seconds' };
		expect(plan.fateOf(request(0), false)).toMatchObject({ fault: 'tooManyRequests', latencyMs: 100 });
	});
});
