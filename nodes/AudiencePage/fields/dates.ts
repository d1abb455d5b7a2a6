import { DateTime } from 'luxon';

/** A smaller number was meant in seconds, or is no date: there are no metrics from before 1990. */
const FIRST_MILLISECONDS = Date.UTC(1990, 0);

/** Luxon also reads a year or a week, and would take its first day. */
const BEGINS_WITH_DAY = /^\d{4}-\d{2}-\d{2}/;

/** Without a time, or with midnight and no offset, as n8n's date picker gives it. */
const WHOLE_DAY = /^\d{4}-\d{2}-\d{2}(?:T[0:.]+)?$/;

export const DATE_RULE = 'must be a date, e.g. 2026-01-31 or 2026-01-31T09:00:00+01:00';

/**
 * A point in time: ISO 8601, with or without an offset (then in `zone`), also with a space in place
 * of the T; a Luxon DateTime, a Date, or milliseconds since 1970 (from 1990 on). A whole day is its
 * first or its last millisecond, as `edge` says. Undefined if the value is none of these.
 */
export function parseDateTime(
	value: unknown,
	zone: string,
	edge: 'start' | 'end' = 'start',
): DateTime | undefined {
	const moment = toDateTime(value, zone, edge);
	return moment?.isValid ? moment : undefined;
}

function toDateTime(value: unknown, zone: string, edge: 'start' | 'end'): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	const text = String(value).trim().replace(' ', 'T');
	if (/^\d+$/.test(text) && Number(text) >= FIRST_MILLISECONDS)
		return DateTime.fromMillis(Number(text));
	if (!BEGINS_WITH_DAY.test(text)) return undefined;
	const moment = DateTime.fromISO(text, { zone });
	return edge === 'end' && WHOLE_DAY.test(text) ? moment.endOf('day') : moment;
}

/** RFC 3339 in UTC, to the millisecond: what the service's date-time format takes. */
export const toRfc3339 = (moment: DateTime): string => moment.toUTC().toISO() as string;
