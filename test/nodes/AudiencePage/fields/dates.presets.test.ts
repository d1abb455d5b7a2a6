import { DateTime } from 'luxon';

import { PERIOD_PRESETS, toRfc3339 } from '../../../../nodes/AudiencePage/fields/dates';

/** What is sent, by preset: "start/end". */
type Spans = Record<string, string>;

const sent = (name: string, now: string, zone: string) => {
	const { start, end } = PERIOD_PRESETS[name]?.(DateTime.fromISO(now, { zone })) ?? {};
	return `${start && toRfc3339(start)}/${end && toRfc3339(end)}`;
};

const sentForEach = (names: string[], now: string, zone: string): Spans =>
	Object.fromEntries(names.map((name) => [name, sent(name, now, zone)]));

/** The spans are written out, by another calendar than the one under test. */
describe('Presets', () => {
	test.each<[when: string, zone: string, now: string, spans: Spans]>([
		[
			'at noon on a Saturday, in UTC',
			'UTC',
			'2026-11-21T12:00:00Z',
			{
				today: '2026-11-21T00:00:00.000Z/2026-11-21T23:59:59.999Z',
				yesterday: '2026-11-20T00:00:00.000Z/2026-11-20T23:59:59.999Z',
				last7Days: '2026-11-14T00:00:00.000Z/2026-11-20T23:59:59.999Z',
				last30Days: '2026-10-22T00:00:00.000Z/2026-11-20T23:59:59.999Z',
				lastWeek: '2026-11-09T00:00:00.000Z/2026-11-15T23:59:59.999Z',
				lastMonth: '2026-10-01T00:00:00.000Z/2026-10-31T23:59:59.999Z',
				monthToDate: '2026-11-01T00:00:00.000Z/2026-11-21T23:59:59.999Z',
			},
		],
		[
			'a second before the year ends, 11 hours behind',
			'Pacific/Pago_Pago',
			'2027-01-01T10:59:59Z',
			{
				today: '2026-12-31T11:00:00.000Z/2027-01-01T10:59:59.999Z',
				yesterday: '2026-12-30T11:00:00.000Z/2026-12-31T10:59:59.999Z',
				last7Days: '2026-12-24T11:00:00.000Z/2026-12-31T10:59:59.999Z',
				last30Days: '2026-12-01T11:00:00.000Z/2026-12-31T10:59:59.999Z',
				lastWeek: '2026-12-21T11:00:00.000Z/2026-12-28T10:59:59.999Z',
				lastMonth: '2026-11-01T11:00:00.000Z/2026-12-01T10:59:59.999Z',
				monthToDate: '2026-12-01T11:00:00.000Z/2027-01-01T10:59:59.999Z',
			},
		],
		[
			'as a Monday begins',
			'Europe/Berlin',
			'2026-04-05T22:00:00Z',
			{
				today: '2026-04-05T22:00:00.000Z/2026-04-06T21:59:59.999Z',
				yesterday: '2026-04-04T22:00:00.000Z/2026-04-05T21:59:59.999Z',
				last7Days: '2026-03-29T22:00:00.000Z/2026-04-05T21:59:59.999Z',
				last30Days: '2026-03-06T23:00:00.000Z/2026-04-05T21:59:59.999Z',
				lastWeek: '2026-03-29T22:00:00.000Z/2026-04-05T21:59:59.999Z',
				lastMonth: '2026-02-28T23:00:00.000Z/2026-03-31T21:59:59.999Z',
				monthToDate: '2026-03-31T22:00:00.000Z/2026-04-06T21:59:59.999Z',
			},
		],
		[
			'in the last second of a Sunday',
			'Europe/Berlin',
			'2026-11-01T22:59:59Z',
			{
				today: '2026-10-31T23:00:00.000Z/2026-11-01T22:59:59.999Z',
				yesterday: '2026-10-30T23:00:00.000Z/2026-10-31T22:59:59.999Z',
				last7Days: '2026-10-24T22:00:00.000Z/2026-10-31T22:59:59.999Z',
				last30Days: '2026-10-01T22:00:00.000Z/2026-10-31T22:59:59.999Z',
				lastWeek: '2026-10-18T22:00:00.000Z/2026-10-25T22:59:59.999Z',
				lastMonth: '2026-09-30T22:00:00.000Z/2026-10-31T22:59:59.999Z',
				monthToDate: '2026-10-31T23:00:00.000Z/2026-11-01T22:59:59.999Z',
			},
		],
	])('%s: %s', (_when, zone, now, spans) => {
		expect(sentForEach(Object.keys(spans), now, zone)).toEqual(spans);
		expect(Object.keys({ ...spans, allTime: '' }).sort()).toEqual(Object.keys(PERIOD_PRESETS).sort());
	});

	test.each<[when: string, zone: string, now: string, spans: Spans]>([
		[
			'on a day that begins at 1:00',
			'America/Santiago',
			'2026-09-06T12:00:00Z',
			{
				today: '2026-09-06T04:00:00.000Z/2026-09-07T02:59:59.999Z',
				yesterday: '2026-09-05T04:00:00.000Z/2026-09-06T03:59:59.999Z',
				last7Days: '2026-08-30T04:00:00.000Z/2026-09-06T03:59:59.999Z',
				last30Days: '2026-08-07T04:00:00.000Z/2026-09-06T03:59:59.999Z',
				monthToDate: '2026-09-01T04:00:00.000Z/2026-09-07T02:59:59.999Z',
			},
		],
		[
			'in the hour that comes twice, before midnight',
			'America/Santiago',
			'2026-04-05T03:30:00Z',
			{
				today: '2026-04-04T03:00:00.000Z/2026-04-05T03:59:59.999Z',
				yesterday: '2026-04-03T03:00:00.000Z/2026-04-04T02:59:59.999Z',
				last7Days: '2026-03-28T03:00:00.000Z/2026-04-04T02:59:59.999Z',
			},
		],
		[
			'on a day with two midnights',
			'Atlantic/Azores',
			'2026-10-25T12:00:00Z',
			{
				today: '2026-10-25T00:00:00.000Z/2026-10-26T00:59:59.999Z',
				yesterday: '2026-10-24T00:00:00.000Z/2026-10-24T23:59:59.999Z',
				last7Days: '2026-10-18T00:00:00.000Z/2026-10-24T23:59:59.999Z',
			},
		],
		[
			'in the first hour of a day with two midnights',
			'Atlantic/Azores',
			'2026-10-25T00:30:00Z',
			{
				today: '2026-10-25T00:00:00.000Z/2026-10-26T00:59:59.999Z',
				yesterday: '2026-10-24T00:00:00.000Z/2026-10-24T23:59:59.999Z',
				last7Days: '2026-10-18T00:00:00.000Z/2026-10-24T23:59:59.999Z',
			},
		],
		[
			'on the day after one with two midnights',
			'Atlantic/Azores',
			'2026-10-26T12:00:00Z',
			{
				today: '2026-10-26T01:00:00.000Z/2026-10-27T00:59:59.999Z',
				yesterday: '2026-10-25T00:00:00.000Z/2026-10-26T00:59:59.999Z',
				last7Days: '2026-10-19T00:00:00.000Z/2026-10-26T00:59:59.999Z',
			},
		],
		[
			'in a month that began with two midnights',
			'America/Havana',
			'2026-11-30T12:00:00Z',
			{
				last30Days: '2026-10-31T04:00:00.000Z/2026-11-30T04:59:59.999Z',
				monthToDate: '2026-11-01T04:00:00.000Z/2026-12-01T04:59:59.999Z',
			},
		],
	])('where clocks change at midnight, %s: %s', (_when, zone, now, spans) => {
		expect(sentForEach(Object.keys(spans), now, zone)).toEqual(spans);
	});

	test('all time has neither start nor end', () => {
		expect(PERIOD_PRESETS.allTime?.(DateTime.now())).toEqual({});
	});
});
