import fc from 'fast-check';

import type { Verdict } from '../../../../nodes/AudiencePage/transport/outcome';
import { waitBeforeRetry } from '../../../../nodes/AudiencePage/transport/retry';

type Request = Parameters<typeof waitBeforeRetry>[0];

const GET: Request = { method: 'GET', url: '/v0/persons/search' };
const PATCH: Request = { method: 'PATCH', url: '/v0/persons/p1', body: { name: 'Ada' } };
const POST: Request = { method: 'POST', url: '/v0/persons', body: { name: 'Ada' } };
const POST_WITH_KEY: Request = { ...POST, body: { idempotencyKey: 'k' } };

const MOST = 120_000;
const MOST_TOGETHER = 300_000;
const FIRST = { tries: 1, waited: 0 };

beforeEach(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => vi.restoreAllMocks());

describe('What is sent again', () => {
	test.each<[Verdict, string, Request, boolean]>([
		['notTaken', 'GET', GET, true],
		['notTaken', 'PATCH', PATCH, true],
		['notTaken', 'POST with a key', POST_WITH_KEY, true],
		['notTaken', 'POST', POST, true],
		['unknown', 'GET', GET, true],
		['unknown', 'PATCH', PATCH, true],
		['unknown', 'POST with a key', POST_WITH_KEY, true],
		['unknown', 'POST', POST, false],
		['refused', 'GET', GET, false],
		['refused', 'PATCH', PATCH, false],
		['refused', 'POST with a key', POST_WITH_KEY, false],
		['refused', 'POST', POST, false],
		['done', 'GET', GET, false],
		['done', 'POST', POST, false],
	])('%s: %s: %#', (verdict, _what, request, is) => {
		expect(waitBeforeRetry(request, { verdict, retryAfter: 1000 }, FIRST, 5)).toBe(is ? 1000 : undefined);
	});

	test.each([
		[0, 1, false],
		[1, 1, true],
		[1, 2, false],
		[5, 5, true],
		[5, 6, false],
	])('with at most %i retries, after try %i: %j', (maxRetries, tries, is) => {
		const wait = waitBeforeRetry(GET, { verdict: 'notTaken' }, { tries, waited: 0 }, maxRetries);
		expect(wait !== undefined).toBe(is);
	});
});

describe('The wait', () => {
	test.each([
		[1, 250],
		[2, 500],
		[4, 2000],
	])('is one of our own where the service asks for none: after try %i', (tries, milliseconds) => {
		expect(waitBeforeRetry(GET, { verdict: 'unknown' }, { tries, waited: 0 }, 5)).toBe(milliseconds);
	});

	test.each([0, 1, 1000, MOST])('is what the service asks for, if that is longer: %i ms', (retryAfter) => {
		const wait = waitBeforeRetry(GET, { verdict: 'notTaken', retryAfter }, FIRST, 5);
		expect(wait).toBe(Math.max(250, retryAfter));
	});

	test('is not begun if it is longer than two minutes', () => {
		const asked = { verdict: 'notTaken' as const, retryAfter: MOST + 1 };
		expect(waitBeforeRetry(GET, asked, FIRST, 5)).toBeUndefined();
	});

	test.each([
		[MOST_TOGETHER - 1000, 1000, 1000],
		[MOST_TOGETHER - 1000, 1001, undefined],
		[MOST_TOGETHER, 0, undefined],
	])(
		'is not begun if all waits are longer than five minutes: %i ms and %i ms',
		(waited, retryAfter, wait) => {
			const asked = { verdict: 'notTaken' as const, retryAfter };
			expect(waitBeforeRetry(GET, asked, { tries: 3, waited }, 5)).toBe(wait);
		},
	);

	test('ends in time, whatever the service asks for and however often', () => {
		const anyWait = fc.option(fc.integer({ min: 0, max: 2 * MOST }), { nil: undefined });
		fc.assert(
			fc.property(fc.array(anyWait, { minLength: 60 }), fc.nat(50), (asked, maxRetries) => {
				let [tries, waited] = [1, 0];
				for (const retryAfter of asked) {
					const wait = waitBeforeRetry(
						GET,
						{ verdict: 'notTaken', retryAfter },
						{ tries, waited },
						maxRetries,
					);
					if (wait === undefined) break;
					tries++;
					waited += wait;
				}
				expect(tries).toBeLessThanOrEqual(maxRetries + 1);
				expect(waited).toBeLessThanOrEqual(MOST_TOGETHER);
			}),
			{ seed: 1 },
		);
	});
});
