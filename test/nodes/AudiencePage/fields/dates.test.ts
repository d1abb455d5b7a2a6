import { DateTime } from 'luxon';

import { parseMoment, PRESETS, toRfc3339 } from '../../../../nodes/AudiencePage/fields/dates';

function preset(name: string, now: string, zone: string) {
	const span = PRESETS[name]?.(DateTime.fromISO(now, { zone }));
	if (span === undefined) throw new Error(`There is no preset ${name}`);
	return [span.start && toRfc3339(span.start), span.end && toRfc3339(span.end)];
}

describe('Presets', () => {
	test.each([
		['today', '2026-11-21T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
		['yesterday', '2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
		['last7Days', '2026-11-14T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
		['last30Days', '2026-10-22T00:00:00.000Z', '2026-11-20T23:59:59.999Z'],
		['lastWeek', '2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z'],
		['lastMonth', '2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z'],
		['monthToDate', '2026-11-01T00:00:00.000Z', '2026-11-21T23:59:59.999Z'],
		['allTime', undefined, undefined],
	])('%s on a Saturday in UTC', (name, start, end) => {
		expect(preset(name, '2026-11-21T12:00:00', 'UTC')).toEqual([start, end]);
	});

	test('a week runs from Monday to Sunday, on both of its ends', () => {
		const week = ['2026-11-09T00:00:00.000Z', '2026-11-15T23:59:59.999Z'];
		expect(preset('lastWeek', '2026-11-16T00:00:00', 'UTC')).toEqual(week);
		expect(preset('lastWeek', '2026-11-22T23:59:59.999', 'UTC')).toEqual(week);
	});

	test('the week and the month before the first of January are in the old year', () => {
		expect(preset('lastWeek', '2027-01-01T09:00:00', 'UTC')).toEqual([
			'2026-12-21T00:00:00.000Z',
			'2026-12-27T23:59:59.999Z',
		]);
		expect(preset('lastMonth', '2027-01-01T09:00:00', 'UTC')).toEqual([
			'2026-12-01T00:00:00.000Z',
			'2026-12-31T23:59:59.999Z',
		]);
	});

	test.each([
		['Europe/Berlin', '2026-03-29T12:00:00', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
		['Europe/Berlin', '2026-10-25T12:00:00', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
		['America/New_York', '2026-03-08T12:00:00', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
		['Pacific/Pago_Pago', '2026-11-21T12:00:00', '2026-11-21T11:00:00.000Z', '2026-11-22T10:59:59.999Z'],
		['Pacific/Kiritimati', '2026-11-21T12:00:00', '2026-11-20T10:00:00.000Z', '2026-11-21T09:59:59.999Z'],
	])('today in %s on %s is the day there, clock changes included', (zone, now, start, end) => {
		expect(preset('today', now, zone)).toEqual([start, end]);
	});
});

describe('Moments in every form', () => {
	const berlin = (value: unknown, edge: 'start' | 'end' = 'start') => {
		const moment = parseMoment(value, 'Europe/Berlin', edge);
		return moment && toRfc3339(moment);
	};

	test.each([
		['with an offset', '2026-11-09T08:00:00+05:00', '2026-11-09T03:00:00.000Z'],
		['in UTC', '2026-11-09T08:00:00Z', '2026-11-09T08:00:00.000Z'],
		['without an offset', '2026-11-09T08:00:00', '2026-11-09T07:00:00.000Z'],
		['without seconds', '2026-11-09T08:00', '2026-11-09T07:00:00.000Z'],
		['with a space', '2026-11-09 08:00:00', '2026-11-09T07:00:00.000Z'],
		['with spaces around', ' 2026-11-09T08:00:00Z ', '2026-11-09T08:00:00.000Z'],
		['a date alone', '2026-11-09', '2026-11-08T23:00:00.000Z'],
		['epoch milliseconds', 1794182400000, '2026-11-09T00:00:00.000Z'],
		['epoch milliseconds as text', '1794182400000', '2026-11-09T00:00:00.000Z'],
		['a Date', new Date('2026-11-09T08:00:00Z'), '2026-11-09T08:00:00.000Z'],
		['a Luxon DateTime', DateTime.fromISO('2026-11-09T08:00:00Z'), '2026-11-09T08:00:00.000Z'],
	])('%s', (_form, value, moment) => {
		expect(berlin(value)).toBe(moment);
	});

	test('a date alone ends with the last millisecond of its day', () => {
		expect(berlin('2026-11-09', 'end')).toBe('2026-11-09T22:59:59.999Z');
		expect(berlin('2026-11-09T00:00:00', 'end')).toBe('2026-11-08T23:00:00.000Z');
	});

	test.each(['yesterday', '09.11.2026', '2026-13-01', '2026-11', '2026', '20261109', true, {}, NaN])(
		'%p is not a moment',
		(value) => {
			expect(berlin(value)).toBeUndefined();
		},
	);
});
