import { DateTime } from 'luxon';

import { lastMoment, startOfUnit, type Span } from './dates';

export type IntervalUnit = 'day' | 'week' | 'month';

export type Interval = Required<Span>;

/**
 * The days, weeks or months of a period, in their order: all of them, none twice. The first and the last may be cut by
 * the period. Weeks start on Monday.
 *
 * @param period its `start` carries the time zone that intervals are counted in
 */
export function* intervalsOf({ start, end }: Interval, unit: IntervalUnit): Generator<Interval> {
	let from = start;
	do {
		const next = startOfUnit(from, unit, 1);
		// A period that ends at the first moment of a unit has no interval for that moment alone.
		yield { start: from, end: next < end ? lastMoment(next) : end };
		from = next;
	} while (from < end);
}

/** A period without the midnight that ends it: nothing else of the day that begins then is in it. */
export function withoutLastMidnight<Period extends Span>(period: Period): Period {
	const { start, end } = period;
	const isMidnight = end !== undefined && isFirstOf(end, 'day') && +end !== Number(start);
	return isMidnight ? { ...period, end: lastMoment(end) } : period;
}

const isFirstOf = (moment: DateTime, unit: IntervalUnit): boolean => +startOfUnit(moment, unit) === +moment;

const isWhole = ({ start, end }: Interval, unit: IntervalUnit): boolean =>
	isFirstOf(start, unit) && isFirstOf(end.plus(1), unit);

function unitsIn({ start, end }: Interval, unit: IntervalUnit): number {
	// In UTC no clocks change: each day has as many hours.
	const inUtc = (moment: DateTime) => moment.setZone('utc', { keepLocalTime: true });
	return Math.round(inUtc(end.plus(1)).diff(inUtc(start), unit).as(unit));
}

const unitsBefore = (moment: DateTime, unit: IntervalUnit, count: number): Interval => ({
	start: startOfUnit(moment, unit, -count),
	end: lastMoment(moment),
});

/**
 * The period of the same length before a period: as many of the first of these units that it consists of, or as much time
 * if it consists of none.
 */
export function spanBefore(period: Interval, units: IntervalUnit[] = ['month', 'day']): Interval {
	const { start, end } = period;
	const unit = units.find((one) => isWhole(period, one));
	if (unit !== undefined) return unitsBefore(start, unit, unitsIn(period, unit));
	return { start: start.minus(+end.plus(1) - +start), end: lastMoment(start) };
}

/** So many days at the beginning of an interval; all of it, if it has fewer. */
const firstDays = ({ start, end }: Interval, count: number): Interval => ({
	start,
	end: DateTime.min(lastMoment(startOfUnit(start, 'day', count)), end),
});

/** So many days up to a day of an interval; all of them from its beginning, if there are fewer. */
const daysUpTo = ({ start, end }: Interval, count: number): Interval => ({
	start: DateTime.max(startOfUnit(end, 'day', 1 - count), start),
	end,
});

/** For the beginning of a month up to a day: as many days of the month before, or all of it if it has fewer. */
export const sameDaysOfMonthBefore = (period: Interval): Interval =>
	firstDays(unitsBefore(period.start, 'month', 1), unitsIn(period, 'day'));

/**
 * For an interval of a divided period: the day, week or month before. If the period cuts it, as many days: the first ones
 * (1 to 23 November, with 1 to 23 October), the last ones (the last 5 days), or the same dates (10 to 20). An interval of
 * hours: the same hours.
 */
export function sameOfUnitBefore(interval: Interval, unit: IntervalUnit): Interval {
	const { start, end } = interval;
	const before = unitsBefore(startOfUnit(start, unit), unit, 1);
	const [isFromFirst, isToLast] = [isFirstOf(start, unit), isFirstOf(end.plus(1), unit)];
	if (isFromFirst && isToLast) return before;

	if (isWhole(interval, 'day')) {
		const count = unitsIn(interval, 'day');
		if (isFromFirst) return firstDays(before, count);
		if (isToLast) return daysUpTo(before, count);
		const last = lastMoment(startOfUnit(end.minus({ [unit]: 1 }), 'day', 1));
		return daysUpTo({ start: before.start, end: last }, count);
	}
	const [startBefore, endBefore] = [start.minus({ [unit]: 1 }), end.minus({ [unit]: 1 })];
	if (isToLast) return { start: startBefore, end: before.end };
	// The last hours of a long month are one moment of a short one.
	return { start: startBefore, end: DateTime.max(startBefore, endBefore) };
}
