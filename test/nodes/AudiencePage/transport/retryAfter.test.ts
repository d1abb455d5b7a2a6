import { parseRetryAfter } from '../../../../nodes/AudiencePage/transport/retryAfter';

describe.each(['UTC', 'America/New_York', 'Asia/Tokyo'])('Retry-After, in %s', (zone) => {
	const { TZ } = process.env;
	beforeAll(() => void (process.env.TZ = zone));
	afterAll(() => {
		if (TZ === undefined) delete process.env.TZ;
		else process.env.TZ = TZ;
	});
	beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') }));
	afterEach(() => jest.useRealTimers());

	test.each([
		['2', 2000],
		['0', 0],
		['0.25', 250],
		[' 7 ', 7000],
		['-3', undefined],
		['Not before Sat, 21 Nov 2026 12:00:30 GMT', undefined],
		['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
		['Sat, 21 Nov 2026 11:59:30 GMT', 0],
		['Saturday, 21-Nov-26 12:00:30 GMT', 30_000],
		['Sat Nov 21 12:00:30 2026', 30_000],
		['Sat, 21 Nov 2026 12:00:30', 30_000],
		['Sat, 21 Nov 2026 13:00:30 +0100', 30_000],
		['Sat, 21 Nov 2026 07:00:30 -0500', 30_000],
		['Sat, 21 Nov 2026 07:00:30 EST', 30_000],
		['Sat, 21 Nov 2026 12:00:30 UT', 30_000],
		['Sat Nov 21 2026 07:00:30 GMT-0500 (Eastern Standard Time)', 30_000],
		['  ', undefined],
		[undefined, undefined],
		[['1', '2'], undefined],
	])('%j: %j ms', (header, milliseconds) => {
		expect(parseRetryAfter(header)).toBe(milliseconds);
	});

	test("as a date is compared with the service's own clock", () => {
		const date = 'Sat, 21 Nov 2026 11:00:00 GMT';
		expect(parseRetryAfter('Sat, 21 Nov 2026 11:00:30 GMT', date)).toBe(30_000);
		expect(parseRetryAfter('Sat, 21 Nov 2026 11:00:30 GMT', ' Sat Nov 21 11:00:00 2026')).toBe(30_000);
	});
});
