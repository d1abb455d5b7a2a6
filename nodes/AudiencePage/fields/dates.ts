import { DateTime, type DateTimeUnit } from 'luxon';

/** A time span; without a bound it is open on that side. */
export interface Span {
	start?: DateTime;
	end?: DateTime;
}

/** The units between two bounds, counted from the unit that `now` is in. */
const whole = (now: DateTime, unit: DateTimeUnit, from: number, to: number): Span => {
	const start = (steps: number) => now.startOf(unit).plus({ [unit]: steps });
	return { start: start(from), end: lastMoment(start(to)) };
};

/** Right whether the service counts an end in or not: the last millisecond before the next begins. */
const lastMoment = (next: DateTime): DateTime => next.minus(1);

/** The presets of Period; weeks start on Monday. `now` carries the time zone they are counted in. */
export const PRESETS: Record<string, (now: DateTime) => Span> = {
	allTime: () => ({}),
	last30Days: (now) => whole(now, 'day', -30, 0),
	last7Days: (now) => whole(now, 'day', -7, 0),
	lastMonth: (now) => whole(now, 'month', -1, 0),
	lastWeek: (now) => whole(now, 'week', -1, 0),
	monthToDate: (now) => ({
		start: now.startOf('month'),
		end: lastMoment(now.startOf('day').plus({ day: 1 })),
	}),
	today: (now) => whole(now, 'day', 0, 1),
	yesterday: (now) => whole(now, 'day', -1, 0),
};

const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}/;
const EPOCH_MILLISECONDS = /^-?\d{11,}$/;

/**
 * A point in time in any form an n8n expression gives: ISO 8601 with or without offset, a date
 * alone, a Luxon DateTime, a Date, epoch milliseconds.
 *
 * @param zone counts where the value has no offset
 * @param edge which moment of the day a date alone means: its first or its last millisecond
 * @returns undefined if the value is none of these
 */
export function parseMoment(value: unknown, zone: string, edge: 'start' | 'end'): DateTime | undefined {
	const moment = read(value, zone);
	if (!moment?.isValid) return undefined;
	const isWholeDay = typeof value === 'string' && DATE_ALONE.test(value.trim());
	return isWholeDay && edge === 'end' ? moment.endOf('day') : moment;
}

function read(value: unknown, zone: string): DateTime | undefined {
	if (DateTime.isDateTime(value)) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value);
	if (typeof value === 'number') return DateTime.fromMillis(value);
	if (typeof value !== 'string') return undefined;

	const text = value.trim();
	if (EPOCH_MILLISECONDS.test(text)) return DateTime.fromMillis(Number(text));
	if (DATE_ALONE.test(text)) return DateTime.fromISO(text, { zone });
	if (!DATE_AND_TIME.test(text)) return undefined;
	return text.includes('T') ? DateTime.fromISO(text, { zone }) : DateTime.fromSQL(text, { zone });
}

/** RFC 3339 in UTC, to the millisecond: what the service's date-time format takes. */
export const toRfc3339 = (moment: DateTime): string => moment.toUTC().toISO() as string;
