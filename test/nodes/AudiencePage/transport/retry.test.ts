import type { AttemptOutcome } from '../../../../nodes/AudiencePage/transport/outcome';
import {
	delayBeforeRetry,
	MAX_RETRIES,
	parseRetryAfter,
} from '../../../../nodes/AudiencePage/transport/retry';
import { GET, POST, WITH_KEY } from './attempts';

const PATCH = { ...POST, method: 'PATCH' } as const;
const NEVER = undefined;

beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => jest.restoreAllMocks());

test.each<[AttemptOutcome, object[]]>([
	['success', []],
	['notProcessed', [GET, PATCH, WITH_KEY, POST]],
	['unknown', [GET, PATCH, WITH_KEY]],
	['refused', []],
])('With the outcome %s, these requests are repeated: %j', (outcome, repeated) => {
	const isRepeated = (request: typeof GET) => delayBeforeRetry(request, { outcome }, 1) !== NEVER;
	expect([GET, PATCH, WITH_KEY, POST].filter(isRepeated)).toEqual(repeated);
});

test('A request is repeated five times, after twice the time each, half of it by chance', () => {
	const waits = [1, 2, 3, 4, 5, 6].map((failures) =>
		delayBeforeRetry(GET, { outcome: 'unknown' }, failures),
	);
	expect(waits).toEqual([250, 500, 1000, 2000, 4000, NEVER]);
	expect(waits).toHaveLength(MAX_RETRIES + 1);
});

test.each([
	[0, 250],
	[1000, 1000],
	[120_000, 120_000],
	[120_001, NEVER],
])('If the service asks to wait for %i ms, it is repeated after %s ms', (retryAfter, wait) => {
	expect(delayBeforeRetry(GET, { outcome: 'unknown', retryAfter }, 1)).toBe(wait);
});

describe('Retry-After', () => {
	beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') }));
	afterEach(() => jest.useRealTimers());

	test.each([
		['0', 0],
		['0.25', 250],
		[' 7 ', 7000],
		['-3', undefined],
		['7 s', undefined],
		['Not before Sat, 21 Nov 2026 12:00:30 GMT', undefined],
		['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
		['Sat, 21 Nov 2026 11:59:30 GMT', 0],
		['Sat, 21 Nov 2026 12:00:30', undefined],
		['Sat, 21 Nov 2026 12:00:30 GMT+0100', undefined],
		['  ', undefined],
		[['1', '2'], undefined],
	])('%j: %j ms', (header, milliseconds) => {
		expect(parseRetryAfter(header)).toBe(milliseconds);
	});

	test("as a date is compared with the service's own clock", () => {
		const [header, date] = ['Sat, 21 Nov 2026 11:00:30 GMT', ' Sat, 21 Nov 2026 11:00:00 GMT'];
		expect(parseRetryAfter(header, date)).toBe(30_000);
	});
});
