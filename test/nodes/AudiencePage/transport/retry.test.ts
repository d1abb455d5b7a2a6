import type { AttemptOutcome } from '../../../../nodes/AudiencePage/transport/outcome';
import { backoff, retryDelay } from '../../../../nodes/AudiencePage/transport/retry';
import { GET, POST, WITH_KEY } from './attempts';

const PATCH = { ...POST, method: 'PATCH' } as const;
const MOST = 120_000;
const MOST_TOGETHER = 300_000;
const FIRST = { failures: 1, waited: 0 };

beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => jest.restoreAllMocks());

describe('What is retried', () => {
	test.each<[AttemptOutcome, object[]]>([
		['notProcessed', [GET, PATCH, WITH_KEY, POST]],
		['unknown', [GET, PATCH, WITH_KEY]],
		['refused', []],
	])('%s: %j', (outcome, retried) => {
		const isRetried = (request: typeof GET) =>
			retryDelay(request, { outcome, retryAfter: 1000 }, FIRST, 5) === 1000;
		expect([GET, PATCH, WITH_KEY, POST].filter(isRetried)).toEqual(retried);
	});

	test('no redirect, whatever its outcome', () => {
		const isRetried = (statusCode: number) =>
			retryDelay(WITH_KEY, { outcome: 'unknown', statusCode }, FIRST, 5) !== undefined;
		expect([200, 299, 300, 303, 399, 400].map(isRetried)).toEqual([true, true, false, false, false, true]);
	});

	test.each([
		[0, 1, false],
		[5, 5, true],
		[5, 6, false],
	])('with at most %i retries, after attempt %i: %j', (maxRetries, attempts, is) => {
		const wait = retryDelay(GET, { outcome: 'notProcessed' }, { failures: attempts, waited: 0 }, maxRetries);
		expect(wait !== undefined).toBe(is);
	});
});

describe('The delay before a retry', () => {
	test.each([
		[0, 250],
		[1000, 1000],
		[MOST, MOST],
		[MOST + 1, undefined],
	])('is what the service asks for, if that is longer, up to two minutes: %i ms', (retryAfter, wait) => {
		expect(retryDelay(GET, { outcome: 'notProcessed', retryAfter }, FIRST, 5)).toBe(wait);
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
});

describe('The backoff', () => {
	test.each([
		[1, 500],
		[6, 16_000],
		[7, 30_000],
		[50, 30_000],
	])('after attempt %i is anything from 0 to %i ms', (attempts, max) => {
		const random = jest.mocked(Math.random);
		random.mockReturnValue(0);
		expect(backoff(attempts)).toBe(0);
		random.mockReturnValue(0.5);
		expect(backoff(attempts)).toBe(max / 2);
		random.mockReturnValue(1 - Number.EPSILON);
		expect(backoff(attempts)).toBeLessThan(max);
		expect(backoff(attempts)).toBeCloseTo(max, 6);
	});
});
