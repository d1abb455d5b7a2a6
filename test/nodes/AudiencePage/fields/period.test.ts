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
});
