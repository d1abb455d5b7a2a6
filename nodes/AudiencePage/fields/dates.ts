import { DateTime, type DateTimeUnit } from 'luxon';

/** A time span; without a bound it is open on that side. */
export interface Span {
	start?: DateTime;
	end?: DateTime;
}

/** Where clocks are set back, an hour comes twice, midnight too in some places: the first is meant. */
const firstOfTwo = (moment: DateTime): DateTime => moment.getPossibleOffsets()[0] ?? moment;

/**
 * The first moment of a unit so many steps from the one that `now` is in. Found last of all, because a
 * day does not begin at midnight where clocks are set forward then.
 */
const beginning = (now: DateTime, unit: DateTimeUnit, steps = 0): DateTime =>
	firstOfTwo(now.plus({ [unit]: steps }).startOf(unit));

/** The units between two bounds, counted from the unit that `now` is in. */
const whole = (now: DateTime, unit: DateTimeUnit, from: number, to: number): Span => ({
	start: beginning(now, unit, from),
	end: lastMoment(beginning(now, unit, to)),
});

/** Right whether the service counts an end in or not: the last millisecond before the next begins. */
const lastMoment = (next: DateTime): DateTime => next.minus(1);

/** The presets of Period; weeks start on Monday. `now` carries the time zone they are counted in. */
export const PERIODS: Record<string, (now: DateTime) => Span> = {
	allTime: () => ({}),
	last30Days: (now) => whole(now, 'day', -30, 0),
	last7Days: (now) => whole(now, 'day', -7, 0),
	lastMonth: (now) => whole(now, 'month', -1, 0),
	lastWeek: (now) => whole(now, 'week', -1, 0),
	monthToDate: (now) => ({
		start: beginning(now, 'month'),
		end: lastMoment(beginning(now, 'day', 1)),
	}),
	today: (now) => whole(now, 'day', 0, 1),
	yesterday: (now) => whole(now, 'day', -1, 0),
};

/** A day of ISO 8601, of a month, a week or a year, in the extended form or in the basic one. */
const DAY = /^\d{4}(-\d{2}-\d{2}|\d{4}|-W\d{2}-\d|W\d{3}|-?\d{3})$/;
const DIGITS = /^-?\d+$/;
/** A number before this one was meant in seconds, or is no date: nothing was reported on so early. */
const FIRST_MILLISECONDS = Date.UTC(1990, 0);
const LAST_YEAR = 9999;

/**
 * A point in time in any form an n8n expression gives: ISO 8601 with or without offset, a day alone or
 * as its midnight without an offset, a Luxon DateTime, a Date, milliseconds since 1970 (from 1990 on). Years are those
 * that RFC 3339 can say.
 *
 * @param zone counts where the value has no offset
 * @param edge which moment of a day is meant: its first or its last millisecond. 24:00 is a time, as any other: the
 * end of its day
 * @returns undefined if the value is none of these
 */
export function parseDateTime(value: unknown, zone: string, edge: 'start' | 'end'): DateTime | undefined {
	const moment = read(value, zone);
	if (!moment?.isValid) return undefined;
	const isWholeDay = edge === 'end' && typeof value === 'string' && saysDay(value.trim());
	const meant = isWholeDay ? lastMoment(beginning(moment, 'day', 1)) : moment;
	const { year } = meant.toUTC();
	return year >= 0 && year <= LAST_YEAR ? meant : undefined;
}

const fromMilliseconds = (number: number): DateTime | undefined =>
	number >= FIRST_MILLISECONDS ? DateTime.fromMillis(number) : undefined;

function read(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'number') return fromMilliseconds(value);
	if (typeof value !== 'string') return undefined;

	const text = value.trim();
	if (DIGITS.test(text)) return fromMilliseconds(Number(text));
	return DAY.test(dayOf(text)) ? firstOfTwo(parse(text, zone)) : undefined;
}

/** What stands before the time. */
const dayOf = (text: string): string => text.replace(/[Tt ].*/, '');

function parse(text: string, zone: string): DateTime {
	// `setZone`: a text with an offset is one moment, even in an hour that comes twice here
	const options = { zone, setZone: true };
	return text.includes(' ') ? DateTime.fromSQL(text, options) : DateTime.fromISO(text, options);
}

/**
 * Whether a text says no more than its day: it has no time, or midnight, as n8n's calendar may give a day. With an
 * offset it would be one moment, and the beginning of its day in one zone at most.
 */
const saysDay = (text: string): boolean =>
	['UTC', 'UTC+1'].every((zone) => +parse(text, zone) === +parse(dayOf(text), zone));

/** RFC 3339 in UTC, to the millisecond: what the service's date-time format takes. */
export const toRfc3339 = (moment: DateTime): string => moment.toUTC().toISO() as string;
