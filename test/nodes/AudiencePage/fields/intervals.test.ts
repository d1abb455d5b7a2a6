import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	intervalBefore,
	intervalsOf,
	PERIOD_PRESETS,
	sameDatesBefore,
	sameOfUnitBefore,
	withoutLastMidnight,
	type Interval,
	type IntervalUnit,
	type Span,
} from '../../../../nodes/AudiencePage/fields/intervals';

/** "2026-11-09/2026-11-15" for whole days, or else both moments, to the minute. */
function textOf({ start, end }: Interval): string {
	const isWholeDays = +start === +start.startOf('day') && +end === +end.endOf('day');
	const format = isWholeDays ? 'yyyy-MM-dd' : "yyyy-MM-dd'T'HH:mm";
	return `${start.toFormat(format)}/${end.toFormat(format)}`;
}

/** The opposite; the end of a day or an hour is its last millisecond. */
function intervalOf(text: string, zone = 'Europe/Berlin'): Interval {
	const [start = '', end = ''] = text.split('/');
	const last = DateTime.fromISO(end, { zone });
	return {
		start: DateTime.fromISO(start, { zone }),
		end: end.includes('T') ? last.endOf('minute') : last.endOf('day'),
	};
}

describe('The preset', () => {
	type Preset = keyof typeof PERIOD_PRESETS;

	const days = (preset: string, now: string, zone: string): string => {
		const span: Span = PERIOD_PRESETS[preset as Preset](DateTime.fromISO(now, { zone }));
		return textOf(span as Interval);
	};

	// A second before the year ends, 11 hours behind; as the day begins; in its last second.
	test.each`
		preset            | saturday                   | newYearsEve                | monday
		${'today'}        | ${'2026-11-21/2026-11-21'} | ${'2026-12-31/2026-12-31'} | ${'2026-04-06/2026-04-06'}
		${'yesterday'}    | ${'2026-11-20/2026-11-20'} | ${'2026-12-30/2026-12-30'} | ${'2026-04-05/2026-04-05'}
		${'last7Days'}    | ${'2026-11-14/2026-11-20'} | ${'2026-12-24/2026-12-30'} | ${'2026-03-30/2026-04-05'}
		${'last30Days'}   | ${'2026-10-22/2026-11-20'} | ${'2026-12-01/2026-12-30'} | ${'2026-03-07/2026-04-05'}
		${'lastWeek'}     | ${'2026-11-09/2026-11-15'} | ${'2026-12-21/2026-12-27'} | ${'2026-03-30/2026-04-05'}
		${'lastMonth'}    | ${'2026-10-01/2026-10-31'} | ${'2026-11-01/2026-11-30'} | ${'2026-03-01/2026-03-31'}
		${'last12Weeks'}  | ${'2026-08-24/2026-11-15'} | ${'2026-10-05/2026-12-27'} | ${'2026-01-12/2026-04-05'}
		${'last12Months'} | ${'2025-11-01/2026-10-31'} | ${'2025-12-01/2026-11-30'} | ${'2025-04-01/2026-03-31'}
		${'monthToDate'}  | ${'2026-11-01/2026-11-21'} | ${'2026-12-01/2026-12-31'} | ${'2026-04-01/2026-04-06'}
	`('$preset', ({ preset = '', ...expected }: Record<string, string>) => {
		expect({
			saturday: days(preset, '2026-11-21T12:00:00Z', 'UTC'),
			newYearsEve: days(preset, '2027-01-01T10:59:59Z', 'Pacific/Pago_Pago'),
			monday: days(preset, '2026-04-05T22:00:00Z', 'Europe/Berlin'),
		}).toEqual(expected);
	});

	test('allTime has no bounds', () => {
		expect(PERIOD_PRESETS.allTime()).toEqual({});
	});
});

describe('The intervals of a period', () => {
	test.each<[IntervalUnit, period: string, intervals: string[]]>([
		['day', '2026-11-09/2026-11-10', ['2026-11-09/2026-11-09', '2026-11-10/2026-11-10']],
		['week', '2026-11-11/2026-11-16', ['2026-11-11/2026-11-15', '2026-11-16/2026-11-16']],
		['month', '2026-10-31/2026-11-30', ['2026-10-31/2026-10-31', '2026-11-01/2026-11-30']],
		['day', '2026-11-09T08:00/2026-11-09T11:59', ['2026-11-09T08:00/2026-11-09T11:59']],
	])('by %s, of %s', (unit, period, intervals) => {
		expect(intervalsOf(intervalOf(period), unit, 10).map(textOf)).toEqual(intervals);
	});

	test('are so many at most', () => {
		expect(intervalsOf(intervalOf('2026-01-01/2026-12-31'), 'day', 10)).toHaveLength(10);
	});

	test('leave out nothing, do not overlap, and each is within one unit, whenever clocks change', () => {
		const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Beirut');
		const firstDays = fc.date({
			min: new Date('2005-01-01'),
			max: new Date('2035-01-01'),
			noInvalidDate: true,
		});
		const anyUnit = fc.constantFrom<IntervalUnit>('day', 'week', 'month');
		fc.assert(
			fc.property(zones, firstDays, fc.nat(24 * 100), anyUnit, (zone, first, hours, unit) => {
				const start = DateTime.fromJSDate(first, { zone });
				const end = start.plus({ hours: hours + 1 });
				const intervals = intervalsOf({ start, end }, unit, Infinity);
				const edges = intervals.map((interval) => [+interval.start, +interval.end + 1]).flat();
				const inner = edges.slice(1, -1);
				expect([edges[0], edges.at(-1)]).toEqual([+start, +end + 1]);
				expect(inner.filter((_, n) => n % 2 === 0)).toEqual(inner.filter((_, n) => n % 2 === 1));
				expect(intervals.every((each) => each.start.hasSame(each.end, unit))).toBe(true);
			}),
			{ seed: 20261109, numRuns: 50 },
		);
	});
});

test.each([
	['2026-11-11T00:00:00.000', '2026-11-10T23:59:59.999'],
	['2026-11-11T00:00:00.001', '2026-11-11T00:00:00.001'],
])('What ends at %s is compared as if at %s', (end, expected) => {
	const start = DateTime.fromISO('2026-11-09', { zone: 'utc' });
	const interval = withoutLastMidnight({ start, end: DateTime.fromISO(end, { zone: 'utc' }) });
	expect(interval.end.toISO({ includeOffset: false })).toBe(expected);
});

describe('The period before', () => {
	const inDays = (interval: Interval) => intervalBefore(interval, false);
	const sameOfMonth = (interval: Interval) => sameDatesBefore(interval, 'month');
	const ofSplit = (unit: IntervalUnit) => (interval: Interval) => sameOfUnitBefore(interval, unit);

	test.each<[string, before: (period: Interval) => Interval, period: string, expected: string]>([
		['days', intervalBefore, '2026-11-10/2026-11-12', '2026-11-07/2026-11-09'],
		['a day of 23 hours', intervalBefore, '2026-03-29/2026-03-29', '2026-03-28/2026-03-28'],
		['a week with it', intervalBefore, '2026-03-24/2026-03-30', '2026-03-17/2026-03-23'],
		['a month', intervalBefore, '2026-11-01/2026-11-30', '2026-10-01/2026-10-31'],
		['three months', intervalBefore, '2026-07-01/2026-09-30', '2026-04-01/2026-06-30'],
		['a month and a day', intervalBefore, '2026-11-01/2026-12-01', '2026-10-01/2026-10-31'],
		[
			'a month without its first day',
			intervalBefore,
			'2026-11-02/2026-11-30',
			'2026-10-04/2026-11-01',
		],
		['30 days that are a month', inDays, '2026-11-01/2026-11-30', '2026-10-02/2026-10-31'],
		[
			'hours',
			intervalBefore,
			'2026-11-09T08:00/2026-11-09T11:59',
			'2026-11-09T04:00/2026-11-09T07:59',
		],
		['a month to date', sameOfMonth, '2026-11-01/2026-11-30', '2026-10-01/2026-10-30'],
		['dates that the month lacks', sameOfMonth, '2026-03-30/2026-03-31', '2026-02-28/2026-02-28'],
		['a row of a day', ofSplit('day'), '2026-11-09/2026-11-09', '2026-11-08/2026-11-08'],
		['a row of a week', ofSplit('week'), '2026-11-09/2026-11-15', '2026-11-02/2026-11-08'],
		['a row of a month', ofSplit('month'), '2026-11-01/2026-11-30', '2026-10-01/2026-10-31'],
		['a part of a week', ofSplit('week'), '2026-11-10/2026-11-11', '2026-11-03/2026-11-04'],
		['a part of a month', ofSplit('month'), '2026-10-27/2026-10-31', '2026-09-27/2026-09-30'],
	])('of %s', (_what, before, period, expected) => {
		expect(textOf(before(intervalOf(period)))).toBe(expected);
	});
});
