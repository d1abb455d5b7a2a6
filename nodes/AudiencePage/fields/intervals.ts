import type { DateTime } from 'luxon';

export type IntervalUnit = 'day' | 'week' | 'month';

/** From its first to its last millisecond. */
export interface Interval {
	start: DateTime;
	end: DateTime;
}

/** Without a bound, it is open on that side. */
export type Span = Partial<Interval>;

/**
 * Whole units, by their distance from that of `now`: of months, -12 to -1 are the 12 before this
 * one.
 */
const units = (now: DateTime, unit: IntervalUnit, first: number, last: number): Interval => ({
	start: now.plus({ [unit]: first }).startOf(unit),
	end: now.plus({ [unit]: last }).endOf(unit),
});

/**
 * The presets of Period; weeks start on Monday. `now` carries the time zone they are counted in.
 */
export const PERIOD_PRESETS = {
	allTime: () => ({}),
	last12Months: (now) => units(now, 'month', -12, -1),
	last12Weeks: (now) => units(now, 'week', -12, -1),
	last30Days: (now) => units(now, 'day', -30, -1),
	last7Days: (now) => units(now, 'day', -7, -1),
	lastMonth: (now) => units(now, 'month', -1, -1),
	lastWeek: (now) => units(now, 'week', -1, -1),
	monthToDate: (now) => ({ start: now.startOf('month'), end: now.endOf('day') }),
	today: (now) => units(now, 'day', 0, 0),
	yesterday: (now) => units(now, 'day', -1, -1),
} satisfies Record<string, (now: DateTime) => Span>;

/**
 * The days, weeks (from Monday) or months of a period, cut by it at both ends, in the time zone of
 * its `start`: so many at most.
 */
export function intervalsOf({ start, end }: Interval, unit: IntervalUnit, max: number): Interval[] {
	const intervals: Interval[] = [];
	let from = start;
	while (from < end && intervals.length < max) {
		const next = from.plus({ [unit]: 1 }).startOf(unit);
		intervals.push({ start: from, end: next < end ? next.minus(1) : end });
		from = next;
	}
	return intervals;
}

/** What ends at midnight has nothing of the day that begins then. */
export function withoutLastMidnight({ start, end }: Interval): Interval {
	const isMidnight = +end === +end.startOf('day');
	return { start, end: isMidnight ? end.minus(1) : end };
}

const isWholeMonths = ({ start, end }: Interval): boolean =>
	+start === +start.startOf('month') && +end === +end.endOf('month');

/** The same length of time, directly before: in months if it is whole ones, or else in days. */
export function intervalBefore(interval: Interval, isInMonths = isWholeMonths(interval)): Interval {
	const { start, end } = interval;
	const length = end.plus(1).diff(start, isInMonths ? ['months'] : ['days', 'milliseconds']);
	return { start: start.minus(length), end: start.minus(1) };
}

/** The same dates of the unit before: those that it has, where it is shorter. */
export const sameDatesBefore = ({ start, end }: Interval, unit: IntervalUnit): Interval => ({
	start: start.minus({ [unit]: 1 }),
	end: end.minus({ [unit]: 1 }),
});

/**
 * For an interval of a divided period: the whole day, week or month before, or the same dates if
 * the period cuts it.
 */
export const sameOfUnitBefore = (interval: Interval, unit: IntervalUnit): Interval =>
	isWholeMonths(interval) ? intervalBefore(interval) : sameDatesBefore(interval, unit);
