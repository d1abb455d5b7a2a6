import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	intervalsOf,
	sameDaysOfMonthBefore,
	sameOfUnitBefore,
	spanBefore,
	withoutLastMidnight,
	type Interval,
	type IntervalUnit,
} from '../../../../nodes/AudiencePage/fields/intervals';
import { parseDateTime } from '../../../../nodes/AudiencePage/fields/dates';
import { cases } from '../../../support/cases';

const UNITS: IntervalUnit[] = ['day', 'week', 'month'];

/** Zones with clocks that change at midnight, at other hours, by half an hour, by a day, and never. */
const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/Santiago', 'Atlantic/Azores', 'America/Havana', 'Australia/Lord_Howe'],
	...['Pacific/Apia', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Asia/Beirut', 'Africa/Cairo'],
];

const between = (start: string, end: string, zone = 'Europe/Berlin'): Interval => ({
	start: parseDateTime(start, zone, 'start')!.setZone(zone),
	end: parseDateTime(end, zone, 'end')!.setZone(zone),
});

/** "2026-11-09/2026-11-15": the days of an interval. */
const days = ({ start, end }: Interval) => `${start.toISODate()}/${end.toISODate()}`;

/** The first and the last moment. */
const moments = ({ start, end }: Interval) => [start.toISO(), end.toISO()];

describe('The intervals of a period', () => {
	test('the midnight that ends a period has no interval of its own', () => {
		const found = [...intervalsOf(between('2026-11-09', '2026-11-11T00:00:00+01:00'), 'day')];
		expect(found.map(moments)).toEqual([
			['2026-11-09T00:00:00.000+01:00', '2026-11-09T23:59:59.999+01:00'],
			['2026-11-10T00:00:00.000+01:00', '2026-11-11T00:00:00.000+01:00'],
		]);
	});

	test('a midnight that ends a period is left out of it, unless it is all of it', () => {
		const midnight = DateTime.fromISO('2026-11-11', { zone: 'Europe/Berlin' });
		const start = midnight.minus({ days: 1 });
		expect(withoutLastMidnight({ start, end: midnight })).toEqual({ start, end: midnight.minus(1) });
		expect(withoutLastMidnight({ start: midnight, end: midnight })).toEqual({
			start: midnight,
			end: midnight,
		});
	});

	test('tile it: none left out, none overlapping, each within one unit', () => {
		const period = fc
			.record({
				zone: fc.constantFrom(...ZONES),
				start: fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2035, 0) }),
				hours: fc.integer({ min: 0, max: 24 * 100 }),
				unit: fc.constantFrom(...UNITS),
				isWholeDays: fc.boolean(),
			})
			.map(({ zone, start, hours, unit, isWholeDays }) => {
				const from = DateTime.fromMillis(start, { zone });
				const to = from.plus({ hours });
				if (!isWholeDays) return { unit, interval: { start: from, end: to } };
				return { unit, interval: between(from.toISODate()!, to.toISODate()!, zone) };
			});
		fc.assert(
			fc.property(period, ({ unit, interval: { start, end } }) => {
				const found = [...intervalsOf({ start, end }, unit)];
				expect(+found[0]!.start).toBe(+start);
				expect(+found.at(-1)!.end).toBe(+end);
				for (const [index, one] of found.entries()) {
					expect(+one.start).toBeLessThanOrEqual(+one.end);
					expect(one.start.hasSame(one.end, unit)).toBe(true);
					if (index === 0) continue;
					expect(+one.start).toBe(+found[index - 1]!.end + 1);
					expect(one.start.hasSame(found[index - 1]!.end, unit)).toBe(false);
				}
			}),
			{ seed: 20261109, numRuns: cases(400) },
		);
	});
});

describe('The period before', () => {
	test.each([
		['a day of 23 hours', '2026-03-29', '2026-03-29', '2026-03-28/2026-03-28'],
		['a month', '2026-11-01', '2026-11-30', '2026-10-01/2026-10-31'],
		['twelve months', '2025-11-01', '2026-10-31', '2024-11-01/2025-10-31'],
	])('of %s', (_what, start, end, expected) => {
		const period = between(start, end);
		const before = spanBefore(period);
		expect(days(before)).toBe(expected);
		expect(+before.end).toBe(+period.start - 1);
		expect(+before.start).toBe(+before.start.startOf('day'));
	});

	test('of a month, counted in days, is as many days', () => {
		expect(days(spanBefore(between('2026-11-01', '2026-11-30'), ['day']))).toBe('2026-10-02/2026-10-31');
	});

	test('of some hours is as many hours', () => {
		const before = spanBefore(between('2026-11-09T08:00:00.000+01:00', '2026-11-09T11:59:59.999+01:00'));
		expect(moments(before)).toEqual(['2026-11-09T04:00:00.000+01:00', '2026-11-09T07:59:59.999+01:00']);
	});

	test('ends where the period begins, and has as many days, wherever and whenever', () => {
		const day = fc.integer({ min: 15_500, max: 22_000 });
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), day, fc.integer({ min: 1, max: 100 }), (zone, first, count) => {
				const isoDay = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10);
				const period = between(isoDay(first), isoDay(first + count - 1), zone);
				const before = spanBefore(period);
				expect(+before.end).toBe(+period.start - 1);
				const isMonths = period.start.day === 1 && period.end.plus(1).day === 1;
				const months = (period.end.plus(1).month - period.start.month + 12) % 12;
				const expected = isMonths ? period.start.minus({ months }).toISODate() : isoDay(first - count);
				expect(before.start.toISODate()).toBe(expected);
			}),
			{ seed: 20261109, numRuns: cases(400) },
		);
	});

	test.each([
		['2026-11-01', '2026-11-23', '2026-10-01/2026-10-23'],
		['2026-11-01', '2026-11-30', '2026-10-01/2026-10-30'],
		['2026-03-01', '2026-03-30', '2026-02-01/2026-02-28'],
		['2026-01-01', '2026-01-01', '2025-12-01/2025-12-01'],
	])('of a month to date, from %s to %s, is as many days of the month before', (start, end, expected) => {
		const before = sameDaysOfMonthBefore(between(start, end));
		expect(days(before)).toBe(expected);
		expect(+before.end.plus(1)).toBe(+before.end.plus(1).startOf('day'));
	});

	test.each<[IntervalUnit, string, string, string]>([
		['week', '2026-11-09', '2026-11-15', '2026-11-02/2026-11-08'],
		['week', '2026-11-09', '2026-11-10', '2026-11-02/2026-11-03'],
		['month', '2026-11-01', '2026-11-30', '2026-10-01/2026-10-31'],
		['month', '2026-03-30', '2026-03-31', '2026-02-27/2026-02-28'],
		['month', '2026-03-02', '2026-03-30', '2026-02-01/2026-02-28'],
		['month', '2026-11-10', '2026-11-20', '2026-10-10/2026-10-20'],
		['month', '2026-03-30', '2026-03-30', '2026-02-28/2026-02-28'],
	])('of a part of a %s, from %s to %s, is the same part', (unit, start, end, expected) => {
		const before = sameOfUnitBefore(between(start, end), unit);
		expect(days(before)).toBe(expected);
		expect(+before.start).toBe(+before.start.startOf('day'));
		expect(+before.end.plus(1)).toBe(+before.end.plus(1).startOf('day'));
	});

	test('of hours of a day is the same hours of the day before', () => {
		const part = between('2026-11-09T08:00:00+01:00', '2026-11-09T23:59:59.999+01:00');
		const cut = between('2026-11-09T08:00:00+01:00', '2026-11-09T11:00:00+01:00');
		expect(moments(sameOfUnitBefore(part, 'day'))).toEqual([
			...['2026-11-08T08:00:00.000+01:00', '2026-11-08T23:59:59.999+01:00'],
		]);
		expect(moments(sameOfUnitBefore(cut, 'day'))).toEqual([
			...['2026-11-08T08:00:00.000+01:00', '2026-11-08T11:00:00.000+01:00'],
		]);
	});

	test('of the last days of a long month is never turned around', () => {
		const before = sameOfUnitBefore(between('2026-03-30T20:00+02:00', '2026-03-31T08:00+02:00'), 'month');
		expect(+before.start).toBe(+before.end);
	});

	test.each(UNITS)('of each whole %s but the first is the one before it', (unit) => {
		fc.assert(
			fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 15_500, max: 22_000 }), (zone, day) => {
				const start = DateTime.fromMillis(day * 86_400_000, { zone });
				const found = [...intervalsOf({ start, end: start.plus({ months: 3 }) }, unit)].slice(0, -1);
				// The first is cut.
				const before = found.slice(2).map((one) => moments(sameOfUnitBefore(one, unit)));
				expect(before).toEqual(found.slice(1, -1).map(moments));
			}),
			{ seed: 20261109, numRuns: cases(60) },
		);
	});
});
