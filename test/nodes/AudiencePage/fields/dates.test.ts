import { DateTime } from 'luxon';
import { parseDateTime, toRfc3339 } from '../../../../nodes/AudiencePage/fields/dates';

/** What is sent of a date in Berlin, as the first or the last moment of a period. */
const sent = (value: unknown, edge?: 'end') => {
	const moment = parseDateTime(value, 'Europe/Berlin', edge);
	return moment && toRfc3339(moment);
};

const ISO = '2026-11-09T07:00:00.000Z';

test.each<[what: string, value: unknown, moment: string]>([
	['ISO 8601 in the time zone', '2026-11-09T08:00:00', ISO],
	['ISO 8601 with an offset', '2026-11-09T12:00:00+05:00', ISO],
	['ISO 8601 in UTC, with spaces around it', ' 2026-11-09T07:00:00Z ', ISO],
	['a space in place of the T', '2026-11-09 08:00', ISO],
	['a day', '2026-11-09', '2026-11-08T23:00:00.000Z'],
	['a Date', new Date(ISO), ISO],
	['a Luxon DateTime', DateTime.fromISO('2026-11-09T16:00', { zone: 'Asia/Tokyo' }), ISO],
	['milliseconds', Date.parse(ISO), ISO],
	['milliseconds as text', String(Date.parse(ISO)), ISO],
	['the first milliseconds of 1990', 631152000000, '1990-01-01T00:00:00.000Z'],
])('A moment is %s: %j', (_what, value, moment) => {
	expect(sent(value)).toBe(moment);
});

test.each<[what: string, value: unknown]>([
	['seconds', 1763683200],
	['milliseconds before 1990', 631151999999],
	['negative milliseconds', '-1794182400000'],
	['a year', '2026'],
	['a month', '2026-11'],
	['a week', '2026-W46-1'],
	['a day of the year', '2026-313'],
	['a date without hyphens', '20261109T080000Z'],
	['a date behind text', 'on 2026-11-09'],
	['a date of a country', '09.11.2026'],
	['a day that there is not', '2027-02-29'],
	['an hour that there is not', '2026-11-09T25:00'],
	['text behind the date', '2026-11-09 ago'],
	['white space', '   '],
	['true', true],
	['an object', {}],
	['no Date', new Date(NaN)],
	['no Luxon DateTime', DateTime.invalid('test')],
])('A moment is not %s: %j', (_what, value) => {
	expect(sent(value)).toBeUndefined();
});

const LAST = '2026-11-09T22:59:59.999Z';

test.each<[what: string, value: unknown, moment: string]>([
	['a day', ' 2026-11-09 ', LAST],
	['its midnight', '2026-11-09T00:00', LAST],
	['its midnight with a space', '2026-11-09 00:00:00', LAST],
	['its midnight to the millisecond', '2026-11-09T00:00:00.000', LAST],
	['the midnight that ends it', '2026-11-09T24:00', '2026-11-09T23:00:00.000Z'],
	['a midnight with an offset', '2026-11-09T00:00:00+01:00', '2026-11-08T23:00:00.000Z'],
	['a midnight in UTC', '2026-11-09T00:00Z', '2026-11-09T00:00:00.000Z'],
	['another time', '2026-11-09T08:00', ISO],
	['a Luxon DateTime', DateTime.fromISO('2026-11-09T00:00Z'), '2026-11-09T00:00:00.000Z'],
])('The end of a period that is %s: %j', (_what, value, moment) => {
	expect(sent(value, 'end')).toBe(moment);
});
