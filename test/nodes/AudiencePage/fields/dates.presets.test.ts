import { DateTime } from 'luxon';

import { parseDateTime, PERIOD_PRESETS, toRfc3339 } from '../../../../nodes/AudiencePage/fields/dates';

/** What is sent for a preset: "start/end". */
const sent = (preset: string, zone: string, now: string) => {
	const { start, end } = PERIOD_PRESETS[preset]?.(DateTime.fromISO(now, { zone })) ?? {};
	return `${start && toRfc3339(start)}/${end && toRfc3339(end)}`;
};

/** What is sent for days of 2026, "first/last"; when a day begins and ends, dates.test.ts says. */
const allOf = (days: string, zone: string) => {
	const [first = '', last = first] = days.split('/').map((day) => `2026-${day}`);
	const [start, end] = [parseDateTime(first, zone, 'start'), parseDateTime(last, zone, 'end')];
	return `${start && toRfc3339(start)}/${end && toRfc3339(end)}`;
};

/** The days are written out, by another calendar than the one under test. */
test.each`
	preset           | saturday         | newYearsEve      | monday           | sunday
	${'today'}       | ${'11-21'}       | ${'12-31'}       | ${'04-06'}       | ${'11-01'}
	${'yesterday'}   | ${'11-20'}       | ${'12-30'}       | ${'04-05'}       | ${'10-31'}
	${'last7Days'}   | ${'11-14/11-20'} | ${'12-24/12-30'} | ${'03-30/04-05'} | ${'10-25/10-31'}
	${'last30Days'}  | ${'10-22/11-20'} | ${'12-01/12-30'} | ${'03-07/04-05'} | ${'10-02/10-31'}
	${'lastWeek'}    | ${'11-09/11-15'} | ${'12-21/12-27'} | ${'03-30/04-05'} | ${'10-19/10-25'}
	${'lastMonth'}   | ${'10-01/10-31'} | ${'11-01/11-30'} | ${'03-01/03-31'} | ${'10-01/10-31'}
	${'last12Weeks'} | ${'08-24/11-15'} | ${'10-05/12-27'} | ${'01-12/04-05'} | ${'08-03/10-25'}
	${'monthToDate'} | ${'11-01/11-21'} | ${'12-01/12-31'} | ${'04-01/04-06'} | ${'11-01'}
`('$preset', ({ preset, saturday, newYearsEve, monday, sunday }: Record<string, string>) => {
	const expectDays = (days: string | undefined, zone: string, now: string) =>
		expect(sent(preset!, zone, now)).toBe(allOf(days!, zone));
	expectDays(saturday, 'UTC', '2026-11-21T12:00:00Z');
	// A second before the year ends, 11 hours behind.
	expectDays(newYearsEve, 'Pacific/Pago_Pago', '2027-01-01T10:59:59Z');
	// As it begins.
	expectDays(monday, 'Europe/Berlin', '2026-04-05T22:00:00Z');
	// In its last second.
	expectDays(sunday, 'Europe/Berlin', '2026-11-01T22:59:59Z');
});

/** They begin in the year before. */
test('last12Months', () => {
	expect(sent('last12Months', 'UTC', '2026-11-21T12:00:00Z')).toBe(
		'2025-11-01T00:00:00.000Z/2026-10-31T23:59:59.999Z',
	);
	expect(sent('last12Months', 'Europe/Berlin', '2027-01-01T00:00:00Z')).toBe(
		'2025-12-31T23:00:00.000Z/2026-12-31T22:59:59.999Z',
	);
});

test.each<[when: string, zone: string, now: string, days: Record<string, string>]>([
	[
		'on a day that begins at 1:00',
		'America/Santiago',
		'2026-09-06T12:00:00Z',
		{ today: '09-06', yesterday: '09-05', last7Days: '08-30/09-05', monthToDate: '09-01/09-06' },
	],
	[
		'in the hour that comes twice, before midnight',
		'America/Santiago',
		'2026-04-05T03:30:00Z',
		{ today: '04-04', yesterday: '04-03', last7Days: '03-28/04-03' },
	],
	[
		'on a day with two midnights',
		'Atlantic/Azores',
		'2026-10-25T12:00:00Z',
		{ today: '10-25', yesterday: '10-24', last7Days: '10-18/10-24' },
	],
	[
		'in the first hour of a day with two midnights',
		'Atlantic/Azores',
		'2026-10-25T00:30:00Z',
		{ today: '10-25', yesterday: '10-24', last7Days: '10-18/10-24' },
	],
	[
		'on the day after one with two midnights',
		'Atlantic/Azores',
		'2026-10-26T12:00:00Z',
		{ today: '10-26', yesterday: '10-25', last7Days: '10-19/10-25' },
	],
	[
		'in a month that began with two midnights',
		'America/Havana',
		'2026-11-30T12:00:00Z',
		{ last30Days: '10-31/11-29', monthToDate: '11-01/11-30' },
	],
])('where clocks change at midnight, %s: %s', (_when, zone, now, days) => {
	const presets = Object.keys(days);
	expect(presets.map((preset) => sent(preset, zone, now))).toEqual(
		Object.values(days).map((each) => allOf(each, zone)),
	);
});

test('all time has neither start nor end', () => {
	expect(PERIOD_PRESETS.allTime?.(DateTime.now())).toEqual({});
});
