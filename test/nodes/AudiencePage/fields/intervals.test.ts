import fc from 'fast-check';
import { DateTime } from 'luxon';
import { parseDateTime } from '../../../../nodes/AudiencePage/fields/dates';
import {
	intervalsOf,
	sameDatesBefore,
	sameOfUnitBefore,
	spanBefore,
	withoutLastMidnight,
	type Interval,
	type IntervalUnit,
} from '../../../../nodes/AudiencePage/fields/intervals';

const UNITS: IntervalUnit[] = ['day', 'week', 'month'];

/**
 * Zones with clocks that change at midnight, at other hours, by half an hour, by a day, and never.
 */
const zones = fc.constantFrom(
	...[
		'UTC',
		'Europe/Berlin',
		'America/Santiago',
		'Atlantic/Azores',
		'America/Havana',
		'Australia/Lord_Howe',
	],
	...['Pacific/Apia', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Asia/Beirut', 'Africa/Cairo'],
);
const moments = fc.date({
	min: new Date('2005-01-01'),
	max: new Date('2035-01-01'),
	noInvalidDate: true,
});
const RUNS = { seed: 20261109, numRuns: 50 };

const between = (start: string, end: string, zone = 'Europe/Berlin'): Interval => ({
	start: parseDateTime(start, zone, 'start')!.setZone(zone),
	end: parseDateTime(end, zone, 'end')!.setZone(zone),
});

/** "2026-11-09/2026-11-15" for whole days, or else both moments, to the minute. */
function written({ start, end }: Interval): string {
	const isWhole = +start === +start.startOf('day') && +end === +end.endOf('day');
	const [first, last] = [start, end].map((one) =>
		isWhole ? one.toISODate() : one.toFormat("yyyy-MM-dd'T'HH:mm"),
	);
	return `${first}/${last}`;
}

describe('The intervals of a period', () => {
	test('leave out the midnight that ends it, unless it is all of it', () => {
		const { start, end } = between('2026-11-09', '2026-11-11T00:00:00+01:00');
		const found = [...intervalsOf({ start, end }, 'day')].map(written);
		expect(found).toEqual(['2026-11-09/2026-11-09', '2026-11-10T00:00/2026-11-11T00:00']);
		expect(withoutLastMidnight({ start, end })).toEqual({ start, end: end.minus(1) });
		expect(withoutLastMidnight({ start: end, end })).toEqual({ start: end, end });
	});

	test('tile it: none left out, none overlapping, each within one unit', () => {
		const inputs = [
			zones,
			moments,
			fc.nat(24 * 100),
			fc.constantFrom(...UNITS),
			fc.boolean(),
		] as const;
		fc.assert(
			fc.property(...inputs, (zone, first, hours, unit, isWholeDays) => {
				const from = DateTime.fromJSDate(first, { zone });
				const to = from.plus({ hours });
				const { start, end } = isWholeDays
					? between(from.toISODate()!, to.toISODate()!, zone)
					: { start: from, end: to };
				const found = [...intervalsOf({ start, end }, unit)];
				expect([+found[0]!.start, +found.at(-1)!.end]).toEqual([+start, +end]);
				for (const [index, one] of found.entries()) {
					expect(+one.start).toBeLessThanOrEqual(+one.end);
					expect(one.start.hasSame(one.end, unit)).toBe(true);
					if (index === 0) continue;
					expect(+one.start).toBe(+found[index - 1]!.end + 1);
					expect(one.start.hasSame(found[index - 1]!.end, unit)).toBe(false);
				}
			}),
			RUNS,
		);
	});
});

describe('The period before', () => {
	type Before = (period: Interval) => Interval;
	const sameMonth = (one: Interval) => sameDatesBefore(one, 'month');
	const partOf = (unit: IntervalUnit) => (one: Interval) => sameOfUnitBefore(one, unit);

	test.each<[string, Before, start: string, end: string, expected: string]>([
		['a day of 23 hours', spanBefore, '2026-03-29', '2026-03-29', '2026-03-28/2026-03-28'],
		['a month', spanBefore, '2026-11-01', '2026-11-30', '2026-10-01/2026-10-31'],
		[
			'30 days',
			(one) => spanBefore(one, ['day']),
			'2026-11-01',
			'2026-11-30',
			'2026-10-02/2026-10-31',
		],
		['a month to date', sameMonth, '2026-11-01', '2026-11-30', '2026-10-01/2026-10-30'],
		['more days than it has', sameMonth, '2026-03-01', '2026-03-30', '2026-02-01/2026-02-28'],
		['a whole month', partOf('month'), '2026-11-01', '2026-11-30', '2026-10-01/2026-10-31'],
		[
			'the first days of a week',
			partOf('week'),
			'2026-11-09',
			'2026-11-10',
			'2026-11-02/2026-11-03',
		],
		[
			'the last days of a month',
			partOf('month'),
			'2026-10-27',
			'2026-10-31',
			'2026-09-27/2026-09-30',
		],
		['days within a month', partOf('month'), '2026-11-10', '2026-11-20', '2026-10-10/2026-10-20'],
		['days that it lacks', partOf('month'), '2026-03-02', '2026-03-30', '2026-02-02/2026-02-28'],
		[
			'hours of a date that it lacks',
			partOf('month'),
			'2026-03-01',
			'2026-03-31T12',
			'2026-02-01/2026-02-28',
		],
		[
			'hours',
			spanBefore,
			'2026-11-09T08',
			'2026-11-09T11:59:59.999',
			'2026-11-09T04:00/2026-11-09T07:59',
		],
		[
			'hours of a day',
			partOf('day'),
			'2026-11-09T08',
			'2026-11-09T11',
			'2026-11-08T08:00/2026-11-08T11:00',
		],
		[
			'its last hours',
			partOf('day'),
			'2026-11-09T08',
			'2026-11-09',
			'2026-11-08T08:00/2026-11-08T23:59',
		],
		[
			'a long month',
			partOf('month'),
			'2026-03-30T20',
			'2026-03-31T08',
			'2026-02-28T20:00/2026-02-28T23:59',
		],
		['a whole day', partOf('day'), '2026-11-09', '2026-11-09', '2026-11-08/2026-11-08'],
	])('of %s', (_what, before, start, end, expected) => {
		expect(written(before(between(start, end)))).toBe(expected);
	});

	test('of dates begins with the first moment of a day, where clocks are set forward at midnight', () => {
		const period = between('2026-09-06', '2026-09-10', 'America/Santiago');
		expect(written(sameMonth(period))).toBe('2026-08-06/2026-08-10');
	});

	test('ends where the period begins, and has as many days, wherever and whenever', () => {
		fc.assert(
			fc.property(zones, moments, fc.integer({ min: 1, max: 100 }), (zone, first, count) => {
				const isoDay = (n: number) => new Date(+first + n * 86_400_000).toISOString().slice(0, 10);
				const period = between(isoDay(0), isoDay(count - 1), zone);
				const before = spanBefore(period);
				expect(+before.end).toBe(+period.start - 1);
				const isMonths = period.start.day === 1 && period.end.plus(1).day === 1;
				const months = (period.end.plus(1).month - period.start.month + 12) % 12;
				const expected = isMonths ? period.start.minus({ months }).toISODate() : isoDay(-count);
				expect(before.start.toISODate()).toBe(expected);
			}),
			RUNS,
		);
	});
});
