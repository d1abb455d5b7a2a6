import { DateTime, Settings } from 'luxon';
import * as dates from '../../../../nodes/AudiencePage/fields/dates';

const { parseDateTime, PERIOD_PRESETS, toRfc3339 } = dates;

afterEach(() => jest.restoreAllMocks());

type Edge = 'start' | 'end';
const parsed = (value: unknown, zone = 'Europe/Berlin', edge: Edge = 'start') => {
	const moment = parseDateTime(value, zone, edge);
	return moment && toRfc3339(moment);
};

describe('A moment', () => {
	test.each([
		['2026-11-09T08:00:00+05:00', '2026-11-09T03:00:00.000Z'],
		['2026-11-09T08:00:00', '2026-11-09T07:00:00.000Z'],
		['2026-11-09 08:00:00', '2026-11-09T07:00:00.000Z'],
		['2026-11-09 08:00:00+05:00', '2026-11-09T03:00:00.000Z'],
		['2026-11-09 08:00:00 UTC', '2026-11-09T08:00:00.000Z'],
		[' 2026-11-09T08:00:00Z ', '2026-11-09T08:00:00.000Z'],
		['2026-11-09', '2026-11-08T23:00:00.000Z'],
		['2026-11-09T24:00', '2026-11-09T23:00:00.000Z'],
		['1794182400000', '2026-11-09T00:00:00.000Z'],
		[new Date('2026-11-09T08:00:00Z'), '2026-11-09T08:00:00.000Z'],
		[DateTime.fromISO('2026-11-09T08:00:00', { zone: 'Asia/Tokyo' }), '2026-11-08T23:00:00.000Z'],
		// The first milliseconds that are no seconds, and an hour that clocks leave out.
		[631152000000, '1990-01-01T00:00:00.000Z'],
		['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
	])('%o is %s', (value, moment) => {
		expect(parsed(value)).toBe(moment);
	});

	test.each([
		['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
		['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
	])('%s, in an hour that comes twice, is the first unless its offset says so', (value, moment) => {
		for (const now of ['2026-07-01', '2026-12-01']) {
			jest.spyOn(Settings, 'now').mockReturnValue(Date.parse(now));
			expect(parsed(value)).toBe(moment);
		}
	});

	test.each([
		...[
			'2026-W46',
			'2026-W46T00:00',
			'2026-W46-1',
			'2026-313',
			'20261109T080000Z',
			'2026-11T00:00',
			'2026-1109',
			'10:00',
			'T00:00',
			'2026-W46-1 00:00',
		],
		...[
			'2026-11-09T24:01',
			'2026-W54-1',
			'2026-366',
			'2026-11-09T00:00 ago',
			'09.11.2026',
			'2027-02-29',
		],
		...[
			'+002026-11-09',
			'+002026-11-09T08:00',
			'5.12345678901',
			'1794182400000.5',
			'2026',
			'20261109',
		],
		...[
			'2026-11-09T',
			'2026-11-09T25:00',
			'2026-11-09 8:00',
			'2026-11-09Taaa',
			'1794182400',
			'   ',
		],
		...[
			0,
			-86400000,
			1763683200,
			631151999999,
			'631151999999',
			'-1794182400000',
			'99999999999999999999',
		],
		...[true, {}, [[]], NaN, Infinity, new Date(NaN), DateTime.invalid('test'), 1e15],
	])('is not %o', (value) => {
		expect(parsed(value)).toBeUndefined();
	});

	test.each<[day: string, zone: string, edge: Edge, isMoment: boolean]>([
		['9999-12-31', 'America/New_York', 'start', true],
		['9999-12-31', 'America/New_York', 'end', false],
		['0000-01-02', 'Asia/Tokyo', 'start', true],
		['0000-01-01', 'Asia/Tokyo', 'start', false],
	])('has a year that RFC 3339 can say in UTC: %s in %s, its %s', (day, zone, edge, isMoment) => {
		expect(parsed(day, zone, edge) !== undefined).toBe(isMoment);
	});
});

/** 2026-09-06 begins at one o'clock in Santiago, and 2026-10-25 twice on the Azores. */
describe.each(['Europe/Berlin', 'America/Santiago', 'Atlantic/Azores'])(
	'As End Date in %s',
	(zone) => {
		const end = (value: unknown) => parseDateTime(value, zone, 'end')?.toMillis();
		const lastOf = (day: string) => DateTime.fromISO(day, { zone }).endOf('day').toMillis();
		test.each(['2026-11-09', '2026-09-06', '2026-10-25'])(
			'%s, and its midnight without an offset, is the whole day',
			(day) => {
				const midnights = ['', ' ', ' 00:00', ' 00:00:00.000', 'T00:00', 'T00:00:00', 't00:00'];
				for (const midnight of midnights) expect(end(day + midnight)).toBe(lastOf(day));
			},
		);

		test.each(['T24:00', ' 24:00:00'])('%s is the end of its day', (midnight) => {
			for (const day of ['2026-09-05', '2026-10-24', '2026-09-06', '2026-10-25'])
				expect(end(day + midnight)).toBe(lastOf(day) + 1);
		});

		test.each<[unknown, string]>([
			['2026-11-09T00:00:00+01:00', '2026-11-08T23:00:00.000Z'],
			['2026-11-09T24:00Z', '2026-11-10T00:00:00.000Z'],
			['2026-11-09 00:00:00 Europe/Berlin', '2026-11-08T23:00:00.000Z'],
			[DateTime.fromISO('2026-11-09', { zone: 'Europe/Berlin' }), '2026-11-08T23:00:00.000Z'],
		])('%o says the moment: %s', (value, moment) => {
			expect(end(value)).toBe(Date.parse(moment));
		});
	},
);

test('A time at which a day begins because midnight is left out is no whole day', () => {
	expect(parsed('2026-09-06T01:00', 'America/Santiago', 'end')).toBe('2026-09-06T04:00:00.000Z');
});

describe('The preset', () => {
	type Preset = keyof typeof PERIOD_PRESETS;

	/** Expects "first/last", days of 2026, to be what is sent for a preset. */
	const expectDays = (preset: string, days: string | undefined, zone: string, now: string) => {
		const { start, end }: dates.Span = PERIOD_PRESETS[preset as Preset](
			DateTime.fromISO(now, { zone }) as DateTime,
		);
		const [first = '', last = first] = days?.split('/') ?? [];
		const expected = [parsed(`2026-${first}`, zone), parsed(`2026-${last}`, zone, 'end')];
		expect([start && toRfc3339(start), end && toRfc3339(end)]).toEqual(expected);
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
	`('$preset', ({ preset, ...days }: Record<string, string>) => {
		expectDays(preset!, days.saturday, 'UTC', '2026-11-21T12:00:00Z');
		// A second before the year ends, 11 hours behind; as the day begins; in its last second.
		expectDays(preset!, days.newYearsEve, 'Pacific/Pago_Pago', '2027-01-01T10:59:59Z');
		expectDays(preset!, days.monday, 'Europe/Berlin', '2026-04-05T22:00:00Z');
		expectDays(preset!, days.sunday, 'Europe/Berlin', '2026-11-01T22:59:59Z');
	});

	test('last12Months, and allTime', () => {
		expectDays('last12Months', '01-01/12-31', 'Europe/Berlin', '2027-01-01T00:00:00Z');
		expect(PERIOD_PRESETS.allTime()).toEqual({});
	});

	// A day that begins at 1:00; the hour that comes twice, before midnight; the first hour of a day
	// with two midnights; a month that began with two midnights.
	test.each<[zone: string, now: string, days: Partial<Record<Preset, string>>]>([
		['America/Santiago', '2026-09-06T12:00:00Z', { today: '09-06', last7Days: '08-30/09-05' }],
		['America/Santiago', '2026-04-05T03:30:00Z', { today: '04-04', last7Days: '03-28/04-03' }],
		['Atlantic/Azores', '2026-10-25T00:30:00Z', { today: '10-25', last7Days: '10-18/10-24' }],
		[
			'America/Havana',
			'2026-11-30T12:00:00Z',
			{ last30Days: '10-31/11-29', monthToDate: '11-01/11-30' },
		],
	])('where clocks change at midnight, in %s at %s: %j', (zone, now, days) => {
		for (const [preset, each] of Object.entries(days)) expectDays(preset, each, zone, now);
	});
});
