import { DateTime, type DateTimeUnit } from 'luxon';

import { listed } from '../shared/words';

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

/**
 * A date of ISO 8601: calendar date, week date or ordinal date, each in the extended or the basic
 * format.
 */
const DAY = /^\d{4}(-\d{2}-\d{2}|\d{4}|-W\d{2}-\d|W\d{3}|-?\d{3})$/;
/** A smaller number was meant in seconds, or is no date: there are no metrics from before 1990. */
const FIRST_MILLISECONDS = Date.UTC(1990, 0);
const LAST_YEAR = 9999;

/**
 * Parses a point in time in any form that an n8n expression gives: ISO 8601 with or without offset
 * (then in `zone`), a day alone or as its midnight without an offset, a Luxon DateTime, a Date,
 * milliseconds since 1970 (from 1990 on). Years are 0 to 9999, as in RFC 3339. `edge` is the moment
 * of a day: its first or last millisecond. 24:00 is a time like any other, the end of its day.
 * Undefined if the value is none of these.
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
	if (/^-?\d+$/.test(text)) return fromMilliseconds(Number(text));
	return DAY.test(datePartOf(text)) ? firstOccurrence(parse(text, zone)) : undefined;
}

const datePartOf = (text: string): string => text.replace(/[Tt ].*/, '');

/** `setZone`: a text with an offset is one moment, even in an hour that comes twice in the zone. */
const parse = (text: string, zone: string): DateTime =>
	DateTime[text.includes(' ') ? 'fromSQL' : 'fromISO'](text, { zone, setZone: true });

/**
 * Whether a text means a whole day: without a time, or with midnight and no offset, as n8n's date
 * picker may give it.
 */
const isDayOnly = (text: string): boolean =>
	['UTC', 'UTC+1'].every((zone) => +parse(text, zone) === +parse(datePartOf(text), zone));

/** Dates as people and spreadsheets write them: a slash stands for two orders. */
const LOCAL_FORMATS = [
	...['d.M.yyyy', 'd-M-yyyy', 'M/d/yyyy', 'd/M/yyyy', 'yyyy/M/d', 'yyyy-M-d'],
	...['MMM d, yyyy', 'MMMM d, yyyy', 'd MMM yyyy', 'd MMMM yyyy'],
];

/** What a date must be, with the date in it that a local form means, or may mean. */
export function dateRule(value: unknown): string {
	const text = String(value).trim();
	// Excel counts days: five digits are a day of 1927 to 2173.
	const dates = /^\d{5}$/.test(text)
		? [DateTime.utc(1899, 12, 30).plus({ days: Number(text) })]
		: LOCAL_FORMATS.map((format) => DateTime.fromFormat(text, format, { locale: 'en' }));
	const meant = dates.flatMap((date) => (date.isValid ? [date.toISODate()] : []));
	if (meant.length > 0) return `must be written as ${listed([...new Set(meant)], 'or')}`;
	if (/^\d\d?([./-])\d\d?\1\d\d$/.test(text))
		return 'must have a year of four digits, e.g. 2026-01-31';
	if (/^\d+([./-])\d+\1\d+$/.test(text)) return 'must be a real date, e.g. 2026-01-31';
	return 'must be a date, e.g. 2026-01-31 or 2026-01-31T09:00:00+01:00';
}

/** RFC 3339 in UTC, to the millisecond: what the service's date-time format takes. */
export const toRfc3339 = (moment: DateTime): string => moment.toUTC().toISO() as string;
