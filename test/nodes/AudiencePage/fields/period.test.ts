/** What is sent for a period, without n8n; in a workflow, see resources/analytics. */
import { DateTime } from 'luxon';

import { periodFields } from '../../../../nodes/AudiencePage/fields/period';
import { afterHooks, formWith, type Values } from '../../../support/form';

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z') }));
afterEach(() => jest.useRealTimers());

const sent = async (values: Values, timezone = 'Europe/Berlin', request = {}) =>
	(await afterHooks(periodFields[0]!, formWith(values, timezone), request)).qs;

describe('A preset', () => {
	test.each([{}, { period: '' }, { period: null }])(
		'is the last 7 days with %j',
		async (values) => {
			expect(await sent(values)).toEqual(await sent({ period: 'last7Days' }));
		},
	);

	test('is sent beside what else is in the query', async () => {
		const request = { qs: { a: 1 } };
		expect(await sent({ period: 'allTime' }, 'UTC', request)).toEqual({ a: 1 });
		const ofToday = await sent({ period: 'today' }, 'UTC', request);
		expect(ofToday).toMatchObject({ a: 1, endDate: expect.any(String) });
	});

	test.each<[unknown, string]>([
		['tomorrow', ' (got "tomorrow")'],
		[['today'], ''],
	])('is not %j', async (period, shown) => {
		await expect(sent({ period })).rejects.toThrow(
			`Period must be allTime, custom, last12Months, last12Weeks, last30Days, last7Days, lastMonth, lastWeek, monthToDate, today or yesterday${shown}`,
		);
	});
});

describe('A period of two dates', () => {
	const custom = async (startDate: unknown, endDate: unknown) =>
		await sent({ period: 'custom', startDate, endDate });

	test.each(['', null, undefined])('is open at the side that is %j', async (empty) => {
		expect(await custom('2026-11-01', empty)).toEqual({ startDate: '2026-10-31T23:00:00.000Z' });
		expect(await custom(empty, '2026-11-01')).toEqual({ endDate: '2026-11-01T22:59:59.999Z' });
	});

	test('is open at the side that the form lacks', async () => {
		const endDate = '2026-11-01T08:00:00.000Z';
		expect(await sent({ period: 'custom', endDate })).toEqual({ endDate });
	});

	test.each(['2026-11-02T00:00:00+01:00', DateTime.fromISO('2026-11-01T23:00Z')])(
		'ends at the very time of %j',
		async (endDate) => {
			expect(await custom('', endDate)).toEqual({ endDate: '2026-11-01T23:00:00.000Z' });
		},
	);

	const NO_DATE = 'must be a date, e.g. 2026-01-31 or 2026-01-31T09:00:00+01:00';
	test.each([
		['', '', 'Start Date must not be empty if Period is Custom and End Date is empty'],
		[
			'2026-11-01T08:00:00.000Z',
			'2026-11-01T08:00:00.000Z',
			'Start Date must be before End Date. For whole days, end both expressions with .toISODate()',
		],
		['2026-11-01', 'soon', `End Date ${NO_DATE} (got "soon")`],
		['11/16/2026', '', `Start Date ${NO_DATE} (got "11/16/2026")`],
	])('is not from %j to %j', async (startDate, endDate, message) => {
		await expect(custom(startDate, endDate)).rejects.toThrow(message);
	});
});
