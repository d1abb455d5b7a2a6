import { DateTime, Settings } from 'luxon';

import { parseDateTime, toRfc3339 } from '../../../../nodes/AudiencePage/fields/dates';

describe('Moments in every form', () => {
	const berlin = (value: unknown, edge: 'start' | 'end' = 'start') => {
		const moment = parseDateTime(value, 'Europe/Berlin', edge);
		return moment && toRfc3339(moment);
	};

	test.each([
		['with an offset', '2026-11-09T08:00:00+05:00', '2026-11-09T03:00:00.000Z'],
		['in UTC', '2026-11-09T08:00:00Z', '2026-11-09T08:00:00.000Z'],
		['without an offset', '2026-11-09T08:00:00', '2026-11-09T07:00:00.000Z'],
		['without seconds', '2026-11-09T08:00', '2026-11-09T07:00:00.000Z'],
		['with milliseconds', '2026-11-09T08:00:00.123+01:00', '2026-11-09T07:00:00.123Z'],
		['with a space', '2026-11-09 08:00:00', '2026-11-09T07:00:00.000Z'],
		['with a space and without seconds', '2026-11-09 08:00', '2026-11-09T07:00:00.000Z'],
		['with a space and an offset', '2026-11-09 08:00:00+05:00', '2026-11-09T03:00:00.000Z'],
		['with a space and a zone', '2026-11-09 08:00:00 UTC', '2026-11-09T08:00:00.000Z'],
		['with spaces around', ' 2026-11-09T08:00:00Z ', '2026-11-09T08:00:00.000Z'],
		['a date alone', '2026-11-09', '2026-11-08T23:00:00.000Z'],
		['a day of a week', '2026-W46-1', '2026-11-08T23:00:00.000Z'],
		['a day of a year', '2026-313T08:00', '2026-11-09T07:00:00.000Z'],
		['the basic form', '20261109T080000Z', '2026-11-09T08:00:00.000Z'],
		['the end of a day', '2026-11-09T24:00', '2026-11-09T23:00:00.000Z'],
		['epoch milliseconds', 1794182400000, '2026-11-09T00:00:00.000Z'],
		['epoch milliseconds as text', '1794182400000', '2026-11-09T00:00:00.000Z'],
		['a Date', new Date('2026-11-09T08:00:00Z'), '2026-11-09T08:00:00.000Z'],
		['a Luxon DateTime', DateTime.fromISO('2026-11-09T08:00:00Z'), '2026-11-09T08:00:00.000Z'],
		[
			'a Luxon DateTime of another zone',
			DateTime.fromISO('2026-11-09T08:00:00', { zone: 'Asia/Tokyo' }),
			'2026-11-08T23:00:00.000Z',
		],
		['the first milliseconds that are no seconds', 631152000000, '1990-01-01T00:00:00.000Z'],
		['a leap day', '2028-02-29', '2028-02-28T23:00:00.000Z'],
		['an hour that clocks leave out', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
	])('%s', (_form, value, moment) => {
		expect(berlin(value)).toBe(moment);
	});

	test('a date alone ends with the last millisecond of its day', () => {
		expect(berlin('2026-11-09', 'end')).toBe('2026-11-09T22:59:59.999Z');
		expect(berlin(' 2026-11-09 ', 'end')).toBe('2026-11-09T22:59:59.999Z');
		expect(berlin('2026-10-25', 'end')).toBe('2026-10-25T22:59:59.999Z');
		expect(berlin('2028-02-29', 'end')).toBe('2028-02-29T22:59:59.999Z');
		expect(berlin('2026-12-31', 'end')).toBe('2026-12-31T22:59:59.999Z');
	});

	describe.each(['Europe/Berlin', 'UTC', 'America/Santiago', 'Atlantic/Azores'])(
		'As End Date in %s',
		(zone) => {
			const end = (value: unknown) => parseDateTime(value, zone, 'end')?.toMillis();
			/** 2026-09-06 begins at one o'clock in Santiago, and 2026-10-25 twice on the Azores. */
			const days = [
				['2026-11-09', '20261109', '2026-W46-1', '2026W461', '2026-313', '2026313'],
				['2026-09-06', '20260906', '2026-W36-7', '2026W367', '2026-249', '2026249'],
				['2026-10-25', '20261025', '2026-W43-7', '2026W437', '2026-298', '2026298'],
			];
			const lastOf = (day: string) => DateTime.fromISO(day, { zone }).endOf('day').toMillis();

			test.each([
				...['T00', 'T00:00', 'T0000', 'T00:00:00', 'T000000', 'T00:00:00.0', 'T00:00:00,000', 't00:00'],
			])('a midnight without an offset is its whole day, however the day is written: %s', (midnight) => {
				for (const [day = '', ...others] of days) {
					for (const text of [day, ...others]) expect(end(`${text}${midnight}`)).toBe(lastOf(day));
				}
			});

			test.each(['', ' 00:00', ' 00:00:00', ' 00:00:00.000'])('so it is with a space: %j', (midnight) => {
				for (const [day = ''] of days) expect(end(`${day}${midnight}`)).toBe(lastOf(day));
			});

			test.each(['T24', 'T24:00', 'T24:00:00', 'T240000', ' 24:00:00'])(
				'%s is the end of its day, and none of the next',
				(midnight) => {
					for (const day of ['2026-09-05', '2026-10-24', ...days.map(([extended = '']) => extended)]) {
						expect(end(`${day}${midnight}`)).toBe(lastOf(day) + 1);
					}
				},
			);

			test.each<[unknown, string]>([
				['2026-11-09T00:00:00+01:00', '2026-11-08T23:00:00.000Z'],
				['2026-11-09T00:00:00Z', '2026-11-09T00:00:00.000Z'],
				['20261109T000000Z', '2026-11-09T00:00:00.000Z'],
				['2026-11-09T00-03', '2026-11-09T03:00:00.000Z'],
				['2026-11-09T24:00Z', '2026-11-10T00:00:00.000Z'],
				['2026-11-09T00:00[Europe/Berlin]', '2026-11-08T23:00:00.000Z'],
				['2026-11-09 00:00:00 Europe/Berlin', '2026-11-08T23:00:00.000Z'],
				['2026-11-09 00:00:00Z', '2026-11-09T00:00:00.000Z'],
				[DateTime.fromISO('2026-11-09', { zone: 'Europe/Berlin' }), '2026-11-08T23:00:00.000Z'],
				[new Date('2026-11-09T00:00:00Z'), '2026-11-09T00:00:00.000Z'],
				[Date.UTC(2026, 10, 9), '2026-11-09T00:00:00.000Z'],
				[String(Date.UTC(2026, 10, 9)), '2026-11-09T00:00:00.000Z'],
			])('%o says the moment: %s', (value, moment) => {
				expect(end(value)).toBe(Date.parse(moment));
			});

			test.each(['T00:00:01', 'T00:00:00.001', 'T00:00:00,001', 'T01', ' 00:01'])('%s is a time', (time) => {
				const day = DateTime.fromISO('2026-11-09', { zone });
				expect(end(`2026-11-09${time}`)).toBeGreaterThan(day.toMillis());
				expect(end(`2026-11-09${time}`)).toBeLessThanOrEqual(day.plus({ hours: 1 }).toMillis());
			});
		},
	);

	test('a time at which a day begins because midnight is left out is no whole day', () => {
		const end = parseDateTime('2026-09-06T01:00', 'America/Santiago', 'end');
		expect(end && toRfc3339(end)).toBe('2026-09-06T04:00:00.000Z');
	});

	test.each([
		['Pacific/Pago_Pago', '2026-11-21', '2026-11-21T11:00:00.000Z', '2026-11-22T10:59:59.999Z'],
		['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z', '2026-11-21T09:59:59.999Z'],
		['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
		['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
		['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T00:59:59.999Z'],
		['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z'],
		['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
	])('in %s the day %s is all of its hours', (zone, day, first, last) => {
		const ends = (['start', 'end'] as const).map((edge) => parseDateTime(day, zone, edge));
		expect(ends.map((moment) => moment && toRfc3339(moment))).toEqual([first, last]);
	});

	describe.each(['2026-07-01T12:00:00Z', '2026-12-01T12:00:00Z'])('asked for at %s', (now) => {
		beforeEach(() => {
			Settings.now = () => Date.parse(now);
		});
		afterEach(() => {
			Settings.now = () => Date.now();
		});

		test.each([
			['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
			['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
			['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
			['2026-10-25T01:30:00Z', '2026-10-25T01:30:00.000Z'],
		])('%s, in an hour that comes twice, is the first unless its offset says so', (value, moment) => {
			expect(berlin(value)).toBe(moment);
		});
	});

	test.each([
		...['2026-W46', '2026-W46T00:00', '2026-11T00:00', '2026-1109', '10:00', 'T00:00', '2026-W46-1 00:00'],
		...['2026-11-09T24:01', '2026-W54-1', '2026-366', '2026-11-09T00:00 ago', '2026313'],
		...['yesterday', '09.11.2026', '11/09/2026', '2026-13-01', '2027-02-29', '2026-11', '2026', '20261109'],
		...['+002026-11-09', '+002026-11-09T08:00', '5.12345678901', '1794182400000.5'],
		...['2026-11-09T', '2026-11-09T25:00', '2026-11-09 8:00', '2026-11-09Taaa', '1794182400', '   '],
		...[0, -86400000, 1763683200, 631151999999, '0', '631151999999', '-1794182400000'],
		...[true, {}, [[]], NaN, Infinity, new Date(NaN), DateTime.invalid('test'), 1e15, '99999999999999999999'],
	])('%o is not a moment', (value) => {
		expect(berlin(value)).toBeUndefined();
	});

	test('a year that RFC 3339 cannot say is none in UTC either', () => {
		const newYork = (value: string, edge: 'start' | 'end') => parseDateTime(value, 'America/New_York', edge);
		expect(newYork('9999-12-31', 'start')?.isValid).toBe(true);
		expect(newYork('9999-12-31', 'end')).toBeUndefined();
		const tokyo = (value: string) => parseDateTime(value, 'Asia/Tokyo', 'start');
		expect(tokyo('0000-01-02')?.isValid).toBe(true);
		expect(tokyo('0000-01-01')).toBeUndefined();
	});
});
