import type { DateTime } from 'luxon';

import { lastMoment, startOfUnit, type Span } from './dates';

/** What a period can be divided into. */
export type IntervalUnit = 'day' | 'week' | 'month';

/** A span that has both bounds. */
export type Interval = Required<Span>;

/**
 * The days, weeks or months of a period, in their order: all of them, none twice. The first and the last may be cut by
 * the period. Weeks start on Monday.
 *
 * @param period its `start` carries the time zone that intervals are counted in
 */
export function* intervalsOf({ start, end }: Interval, unit: IntervalUnit): Generator<Interval> {
	let from = start;
	while (from <= end) {
		const next = startOfUnit(from, unit, 1);
		const to = lastMoment(next);
		yield { start: from, end: to < end ? to : end };
		from = next;
	}
}

/** Whether a moment is the first of a unit. */
const isFirstOf = (moment: DateTime, unit: IntervalUnit): boolean => +startOfUnit(moment, unit) === +moment;

/** Whether an interval is one or several whole units. */
const isWhole = ({ start, end }: Interval, unit: IntervalUnit): boolean =>
	isFirstOf(start, unit) && isFirstOf(end.plus(1), unit);

/** How many units begin in an interval that is whole. */
function unitsIn({ start, end }: Interval, unit: IntervalUnit): number {
	// In UTC no clocks change: each day has as many hours.
	const inUtc = (moment: DateTime) => moment.setZone('utc', { keepLocalTime: true });
	return Math.round(inUtc(end.plus(1)).diff(inUtc(start), unit).as(unit));
}

/** The whole units that lie directly before this moment, the first of a unit. */
const unitsBefore = (moment: DateTime, unit: IntervalUnit, count: number): Interval => ({
	start: startOfUnit(moment, unit, -count),
	end: lastMoment(moment),
});

/**
 * The period of the same length before a period: as many whole months for whole months, as many days for days, and as
 * much time for anything else.
 */
export function spanBefore(period: Interval): Interval {
	const { start, end } = period;
	const unit = (['month', 'day'] as const).find((one) => isWhole(period, one));
	if (unit !== undefined) return unitsBefore(start, unit, unitsIn(period, unit));
	return { start: start.minus(+end.plus(1) - +start), end: lastMoment(start) };
}

/** For the beginning of a month up to a day: as many days of the month before, or all of it if it has fewer. */
export function sameDaysOfMonthBefore(period: Interval): Interval {
	const { start } = period;
	const monthBefore = unitsBefore(start, 'month', 1);
	const end = lastMoment(startOfUnit(monthBefore.start, 'day', unitsIn(period, 'day')));
	return { start: monthBefore.start, end: end < monthBefore.end ? end : monthBefore.end };
}

/** For an interval of a divided period: the same part of the day, week or month before. */
export function sameOfUnitBefore({ start, end }: Interval, unit: IntervalUnit): Interval {
	const [startEarlier, endEarlier] = [start.minus({ [unit]: 1 }), end.minus({ [unit]: 1 })];
	const startBefore = isFirstOf(start, 'day') ? startOfUnit(startEarlier, 'day') : startEarlier;
	const next = end.plus(1);
	if (isFirstOf(next, unit)) return { start: startBefore, end: lastMoment(startOfUnit(start, unit)) };

	const endBefore = isFirstOf(next, 'day') ? lastMoment(startOfUnit(endEarlier, 'day', 1)) : endEarlier;
	// The last days of a long month are one day of a short one.
	return { start: startBefore, end: endBefore < startBefore ? startBefore : endBefore };
}
