import { DateTime, type DateTimeUnit } from 'luxon';

/** Without a bound, it is open on that side. */
export interface Span {
	start?: DateTime;
	end?: DateTime;
}

/**
 * When clocks are set back, an hour occurs twice, in some zones midnight too: the first one is
 * meant.
 */
const firstOccurrence = (moment: DateTime): DateTime => moment.getPossibleOffsets()[0] ?? moment;

/**
 * The first moment of the unit `steps` after that of `now`. Where clocks change at midnight, a day
 * begins later.
 */
export const startOfUnit = (now: DateTime, unit: DateTimeUnit, steps = 0): DateTime =>
	firstOccurrence(now.plus({ [unit]: steps }).startOf(unit));

/**
 * Whole units: from the one that is `from` steps after the one that `now` is in, up to but without
 * `to`.
 */
const wholeUnits = (now: DateTime, unit: DateTimeUnit, from: number, to: number): Span => ({
	start: startOfUnit(now, unit, from),
	end: lastMoment(startOfUnit(now, unit, to)),
});

/**
 * The last millisecond before `next`: right whether the service includes the end of a span or not.
 */
export const lastMoment = (next: DateTime): DateTime => next.minus(1);

/**
 * The presets of Period; weeks start on Monday. `now` carries the time zone they are counted in.
 */
export const PERIOD_PRESETS = {
	allTime: () => ({}),
	last12Months: (now) => wholeUnits(now, 'month', -12, 0),
	last12Weeks: (now) => wholeUnits(now, 'week', -12, 0),
	last30Days: (now) => wholeUnits(now, 'day', -30, 0),
	last7Days: (now) => wholeUnits(now, 'day', -7, 0),
	lastMonth: (now) => wholeUnits(now, 'month', -1, 0),
	lastWeek: (now) => wholeUnits(now, 'week', -1, 0),
	monthToDate: (now) => ({
		start: startOfUnit(now, 'month'),
		end: lastMoment(startOfUnit(now, 'day', 1)),
	}),
	today: (now) => wholeUnits(now, 'day', 0, 1),
	yesterday: (now) => wholeUnits(now, 'day', -1, 0),
} satisfies Record<string, (now: DateTime) => Span>;

/** Dates begin so: without it, Luxon would take a year or a week for a day. */
const DAY = /^\d{4}-\d{2}-\d{2}/;
/** A smaller number was meant in seconds, or is no date: there are no metrics from before 1990. */
const FIRST_MILLISECONDS = Date.UTC(1990, 0);
const LAST_YEAR = 9999;

/**
 * A point in time: ISO 8601, with or without an offset (then in `zone`), also with a space in place
 * of the T, as n8n's date picker gives it; a Luxon DateTime, a Date, or milliseconds since 1970
 * (from 1990 on). A day alone, or its midnight without an offset, is the whole day: `edge` says
 * which of its moments. Years are 0 to 9999, as in RFC 3339. Undefined if the value is none of
 * these.
 */
export function parseDateTime(
	value: unknown,
	zone: string,
	edge?: 'start' | 'end',
): DateTime | undefined {
	const moment = toDateTime(value, zone);
	if (!moment?.isValid) return undefined;
	const isWholeDay = edge === 'end' && typeof value === 'string' && isDayOnly(value.trim());
	const meant = isWholeDay ? lastMoment(startOfUnit(moment, 'day', 1)) : moment;
	const { year } = meant.toUTC();
	return year >= 0 && year <= LAST_YEAR ? meant : undefined;
}

const fromMilliseconds = (number: number): DateTime | undefined =>
	number >= FIRST_MILLISECONDS ? DateTime.fromMillis(number) : undefined;

function toDateTime(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'number') return fromMilliseconds(value);
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d+$/.test(text)) return fromMilliseconds(Number(text));
	return DAY.test(text) ? firstOccurrence(parse(text, zone)) : undefined;
}

/** `setZone`: a text with an offset is one moment, even in an hour that comes twice in the zone. */
const parse = (text: string, zone: string): DateTime =>
	DateTime[text.includes(' ') ? 'fromSQL' : 'fromISO'](text, { zone, setZone: true });

/**
 * Whether a text means a whole day: without a time, or with midnight and no offset, as n8n's date
 * picker may give it.
 */
const isDayOnly = (text: string): boolean => /^[\d-]+(?:[Tt ]00:00(?::00(?:\.0+)?)?)?$/.test(text);

export const DATE_RULE = 'must be a date, e.g. 2026-01-31 or 2026-01-31T09:00:00+01:00';

/** RFC 3339 in UTC, to the millisecond: what the service's date-time format takes. */
export const toRfc3339 = (moment: DateTime): string => moment.toUTC().toISO() as string;
