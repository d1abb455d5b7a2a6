import { DateTime } from 'luxon';

import { lastMoment, startOfUnit, type Span } from './dates';

export type IntervalUnit = 'day' | 'week' | 'month';
export type Interval = Required<Span>;

/**
 * The days, weeks (from Monday) or months of a period, cut by it at both ends, in the time zone of
 * its `start`.
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

/**
 * A period without the midnight that ends it: nothing else of the day that begins then is in it.
 */
export function withoutLastMidnight<Period extends Span>(period: Period): Period {
	const { start, end } = period;
	const isMidnight = end !== undefined && isFirstOf(end, 'day') && +end !== Number(start);
	return isMidnight ? { ...period, end: lastMoment(end) } : period;
}

const isFirstOf = (moment: DateTime, unit: IntervalUnit): boolean =>
	+startOfUnit(moment, unit) === +moment;

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
 * The period before, of the same length in the first of these units that it consists of, or else in
 * time.
 */
export function spanBefore(period: Interval, units: IntervalUnit[] = ['month', 'day']): Interval {
	const { start, end } = period;
	const unit = units.find((one) => isWhole(period, one));
	if (unit !== undefined) return unitsBefore(start, unit, unitsIn(period, unit));
	return { start: start.minus(+end.plus(1) - +start), end: lastMoment(start) };
}

/** The same dates, or hours, of the unit before: those that it has, where it is shorter. */
export function sameDatesBefore(interval: Interval, unit: IntervalUnit): Interval {
	const [start, end] = [interval.start.minus({ [unit]: 1 }), interval.end.minus({ [unit]: 1 })];
	// A short month ends where a long one goes on.
	const isCut = unit === 'month' && end.day < interval.end.day;
	return {
		// A day need not begin at midnight.
		start: isFirstOf(interval.start, 'day') ? startOfUnit(start, 'day') : start,
		end: DateTime.max(start, isCut ? lastMoment(startOfUnit(end, 'day', 1)) : end),
	};
}

/**
 * For an interval of a divided period: the whole day, week or month before, or the same dates if
 * the period cuts it.
 */
export const sameOfUnitBefore = (interval: Interval, unit: IntervalUnit): Interval =>
	isWhole(interval, unit) ? unitsBefore(interval.start, unit, 1) : sameDatesBefore(interval, unit);
