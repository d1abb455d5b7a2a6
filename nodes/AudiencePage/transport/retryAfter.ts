/** If the service asks for a longer wait, the request ends in an error; in milliseconds. */
export const MAX_RETRY_AFTER = 120_000;

const SECONDS = /^\d+(\.\d+)?$/;
/** Only what begins like an HTTP date is parsed as one: `Date.parse` finds dates in any text. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;
const TIME_WITH_ZONE = /\d:\d\d ?(GMT|UTC?|Z|[ECMP][SD]T|[+-]\d)/i;

/** In milliseconds since 1970. A date is in UTC if it names no zone: one of the three forms of HTTP never does. */
function parseDate(text: string): number {
	if (!DATE.test(text)) return NaN;
	return Date.parse(TIME_WITH_ZONE.test(text) ? text : `${text} GMT`);
}

/**
 * How long a `Retry-After` header asks to wait, in seconds or until a date. A date is compared with the
 * service's own clock, if it sends that.
 *
 * @param date the header `Date` of the same response
 * @returns milliseconds from now, never negative; undefined if there is no such header, or it cannot be parsed
 */
export function parseRetryAfter(header: unknown, date?: unknown): number | undefined {
	if (typeof header !== 'string') return undefined;
	const text = header.trim();
	if (SECONDS.test(text)) return Number(text) * 1000;
	const serviceTime = typeof date === 'string' ? parseDate(date.trim()) : NaN;
	const milliseconds = parseDate(text) - (Number.isNaN(serviceTime) ? Date.now() : serviceTime);
	return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
