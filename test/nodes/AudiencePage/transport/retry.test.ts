import type { AttemptOutcome } from '../../../../nodes/AudiencePage/transport/outcome';
import {
	backoff,
	Failures,
	parseRetryAfter,
	type AttemptResult,
} from '../../../../nodes/AudiencePage/transport/retry';
import { GET, POST, WITH_KEY } from './attempts';

const PATCH = { ...POST, method: 'PATCH' } as const;
const MOST = 120_000;

beforeEach(() => {
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => jest.restoreAllMocks());

/**
 * How long is waited after each of these attempts, in milliseconds; undefined where it is not
 * retried.
 */
function waits(attempts: Array<Partial<AttemptResult>>, maxRetries = 5, request = GET) {
	const failures = new Failures();
	return attempts.map((one) =>
		failures.add(request, { outcome: 'notProcessed', ...one }, maxRetries),
	);
}

describe('What is retried', () => {
	test.each<[AttemptOutcome, object[]]>([
		['notProcessed', [GET, PATCH, WITH_KEY, POST]],
		['unknown', [GET, PATCH, WITH_KEY]],
		['refused', []],
	])('%s: %j', (outcome, retried) => {
		const isRetried = (request: typeof GET) => waits([{ outcome }], 5, request)[0] !== undefined;
		expect([GET, PATCH, WITH_KEY, POST].filter(isRetried)).toEqual(retried);
	});

	test('no redirect, whatever its outcome', () => {
		const isRetried = (statusCode: number) => waits([{ statusCode }])[0] !== undefined;
		expect([299, 300, 399, 400].map(isRetried)).toEqual([true, false, false, true]);
	});

	test('as often as Max Retries says, and once what seldom goes away', () => {
		expect(waits([{}], 0)).toEqual([undefined]);
		expect(waits([{}, {}, {}], 2)).toEqual([250, 500, undefined]);
		const odd = { statusCode: 200, json: {} };
		expect(waits([{ statusCode: 500 }, {}, odd])).toEqual([250, 500, undefined]);
		expect(waits([{ statusCode: 200 }, { statusCode: 200 }])).toEqual([250, 500]);
	});
});

test.each([
	[[0], [250]],
	[[1000], [1000]],
	[
		[MOST, MOST, 60_000, 0],
		[MOST, MOST, 60_000, undefined],
	],
	[
		[MOST, MOST, 60_001],
		[MOST, MOST, undefined],
	],
	[[MOST + 1], [undefined]],
])(
	'Where the service asks for %j ms, they are %j: at most 2 minutes, and 5 in all',
	(asked, expected) => {
		expect(waits(asked.map((retryAfter) => ({ retryAfter })))).toEqual(expected);
	},
);

test.each([
	[1, 500],
	[6, 16_000],
	[7, 30_000],
	[50, 30_000],
])('The backoff after attempt %i is anything from 0 to %i ms', (attempts, max) => {
	expect(backoff(attempts)).toBe(max / 2);
	jest.mocked(Math.random).mockReturnValue(0);
	expect(backoff(attempts)).toBe(0);
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
