import type { INodeParameters } from 'n8n-workflow';

import { nth } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const aPageId = () => nth(sandbox().store.pages.all()).pageId;

/** Asks for a custom period in a workflow whose time zone is Berlin's. */
const ask = async (dates: INodeParameters) =>
	await runNode(
		sandbox(),
		{ resource: 'analytics', operation: 'getSummary', pageId: aPageId(), period: 'custom', ...dates },
		{ timezone: 'Europe/Berlin' },
	);

const queries = () => sandbox().requests.map(({ query }) => query);

describe('Period: Custom', () => {
	test.each<[form: string, startDate: string, endDate: string, start: string, end: string]>([
		['days', '2026-11-01', '2026-11-02', '2026-10-31T23:00:00.000Z', '2026-11-02T22:59:59.999Z'],
		[
			"what n8n's date picker gives",
			'2026-11-01T08:00:00',
			'2026-11-02T08:30:00',
			'2026-11-01T07:00:00.000Z',
			'2026-11-02T07:30:00.000Z',
		],
		[
			'Luxon DateTimes of the expression',
			'={{ DateTime.fromISO("2026-11-01") }}',
			'={{ DateTime.fromISO("2026-11-01", { zone: "Pacific/Kiritimati" }).plus({ days: 1 }) }}',
			'2026-10-31T23:00:00.000Z',
			'2026-11-01T10:00:00.000Z',
		],
	])('%s', async (_form, startDate, endDate, start, end) => {
		const { error, json } = await ask({ startDate, endDate });
		expect(error).toBeUndefined();
		expect(queries()).toEqual([{ startDate: start, endDate: end }]);
		expect(json).toMatchObject([{ startDate: start, endDate: end }]);
	});

	test.each([
		['not given', {}],
		['empty', { startDate: '' }],
		['an empty expression', { startDate: '={{ undefined }}' }],
	])('has an end alone where Start Date is %s, and the row says so', async (_how, startDate) => {
		const { json } = await ask({ ...startDate, endDate: '2026-11-01' });
		expect(queries()).toEqual([{ endDate: '2026-11-01T22:59:59.999Z' }]);
		expect(json).toMatchObject([{ startDate: null, endDate: '2026-11-01T22:59:59.999Z' }]);
	});

	test.each([
		['days', '2026-11-02', '2026-11-01'],
		['a date that is over before the start', '2026-11-02T00:00:01', '2026-11-01'],
	])('is refused where the start comes after the end, by %s', async (_what, startDate, endDate) => {
		const { error } = await ask({ startDate, endDate });
		expect(error?.message).toBe('Start Date must not be after End Date');
		expect(queries()).toEqual([]);
	});

	const RULE = 'must be a date, e.g. 2026-01-31';
	test.each<[INodeParameters, string]>([
		[{ startDate: 'last Monday', endDate: '2026-11-01' }, 'Start Date'],
		[{ startDate: '={{ 1763683200 }}', endDate: '' }, 'Start Date'],
		[{ startDate: '', endDate: '1763683200' }, 'End Date'],
		[{ startDate: '2026-11-01', endDate: '2026-02-30' }, 'End Date'],
	])('%j is refused, by the name of the field', async (dates, field) => {
		const { error } = await ask(dates);
		expect(error?.message).toContain(`${field} ${RULE}`);
		expect(queries()).toEqual([]);
	});
});
