import type { MockInstance } from 'vitest';

import fc from 'fast-check';

import type { AttemptOutcome } from '../../../../nodes/AudiencePage/transport/outcome';
import { backoff, retryDelay } from '../../../../nodes/AudiencePage/transport/retry';

type Request = Parameters<typeof retryDelay>[0];

const GET: Request = { method: 'GET', url: '/v0/persons/search' };
const PATCH: Request = { method: 'PATCH', url: '/v0/persons/p1', body: { name: 'Ada' } };
const POST: Request = { method: 'POST', url: '/v0/persons', body: { name: 'Ada' } };
const POST_WITH_KEY: Request = { ...POST, body: { idempotencyKey: 'k' } };

const MOST = 120_000;
const MOST_TOGETHER = 300_000;
const FIRST = { failures: 1, waited: 0 };

beforeEach(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => vi.restoreAllMocks());

describe('What is retried', () => {
	test.each<[AttemptOutcome, string, Request, boolean]>([
		['notProcessed', 'GET', GET, true],
		['notProcessed', 'PATCH', PATCH, true],
		['notProcessed', 'POST with a key', POST_WITH_KEY, true],
		['notProcessed', 'POST', POST, true],
		['unknown', 'GET', GET, true],
		['unknown', 'PATCH', PATCH, true],
		['unknown', 'POST with a key', POST_WITH_KEY, true],
		['unknown', 'POST', POST, false],
		['refused', 'GET', GET, false],
		['refused', 'PATCH', PATCH, false],
		['refused', 'POST with a key', POST_WITH_KEY, false],
		['refused', 'POST', POST, false],
		['success', 'GET', GET, false],
		['success', 'POST', POST, false],
	])('%s: %s: %#', (outcome, _what, request, is) => {
		expect(retryDelay(request, { outcome, retryAfter: 1000 }, FIRST, 5)).toBe(is ? 1000 : undefined);
	});

	test.each([
		[0, 1, false],
		[1, 1, true],
		[1, 2, false],
		[5, 5, true],
		[5, 6, false],
	])('with at most %i retries, after attempt %i: %j', (maxRetries, attempts, is) => {
		const wait = retryDelay(GET, { outcome: 'notProcessed' }, { failures: attempts, waited: 0 }, maxRetries);
		expect(wait !== undefined).toBe(is);
	});
});

describe('The delay before a retry', () => {
	test.each([
		[1, 250],
		[2, 500],
		[4, 2000],
	])('is a backoff where the service asks for no wait: after attempt %i', (attempts, milliseconds) => {
		expect(retryDelay(GET, { outcome: 'unknown' }, { failures: attempts, waited: 0 }, 5)).toBe(milliseconds);
	});

	test.each([0, 1, 1000, MOST])('is what the service asks for, if that is longer: %i ms', (retryAfter) => {
		const wait = retryDelay(GET, { outcome: 'notProcessed', retryAfter }, FIRST, 5);
		expect(wait).toBe(Math.max(250, retryAfter));
	});

	test('is never longer than two minutes', () => {
		const asked = { outcome: 'notProcessed' as const, retryAfter: MOST + 1 };
		expect(retryDelay(GET, asked, FIRST, 5)).toBeUndefined();
	});

	test.each([
		[MOST_TOGETHER - 1000, 1000, 1000],
		[MOST_TOGETHER - 1000, 1001, undefined],
		[MOST_TOGETHER, 0, undefined],
	])(
		'is never longer than five minutes with those before it: %i ms and %i ms',
		(waited, retryAfter, wait) => {
			const asked = { outcome: 'notProcessed' as const, retryAfter };
			expect(retryDelay(GET, asked, { failures: 3, waited }, 5)).toBe(wait);
		},
	);

	test('ends in time, whatever the service asks for and however often', () => {
		const anyWait = fc.option(fc.integer({ min: 0, max: 2 * MOST }), { nil: undefined });
		fc.assert(
			fc.property(fc.array(anyWait, { minLength: 60 }), fc.nat(50), (asked, maxRetries) => {
				let [attempts, waited] = [1, 0];
				for (const retryAfter of asked) {
					const wait = retryDelay(
						GET,
						{ outcome: 'notProcessed', retryAfter },
						{ failures: attempts, waited },
						maxRetries,
					);
					if (wait === undefined) break;
					attempts++;
					waited += wait;
				}
				expect(attempts).toBeLessThanOrEqual(maxRetries + 1);
				expect(waited).toBeLessThanOrEqual(MOST_TOGETHER);
			}),
			{ seed: 1 },
		);
	});
});

describe('The backoff', () => {
	let random: MockInstance<typeof Math.random>;
	beforeEach(() => {
		random = vi.spyOn(Math, 'random');
	});
	afterEach(() => random.mockRestore());

	test.each([
		[1, 500],
		[2, 1000],
		[3, 2000],
		[6, 16_000],
		[7, 30_000],
		[50, 30_000],
	])('after attempt %i is anything from 0 to %i ms', (attempts, max) => {
		random.mockReturnValue(0);
		expect(backoff(attempts)).toBe(0);
		random.mockReturnValue(0.5);
		expect(backoff(attempts)).toBe(max / 2);
		random.mockReturnValue(1 - Number.EPSILON);
		expect(backoff(attempts)).toBeLessThan(max);
		expect(backoff(attempts)).toBeCloseTo(max, 6);
	});
});
