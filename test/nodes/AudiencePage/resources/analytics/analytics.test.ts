/** Rows for a spreadsheet; what a period is, see fields/period. */
import type { IDataObject } from 'n8n-workflow';

import { AUDIENCE_COUNTS, ROW_START, SUMMARY } from '../../../../support/analyticsColumns';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { withAnswers } from '../../../../support/services';

const PERIOD = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-02T23:59:59.999Z' };
const custom = { period: 'custom', startDate: '2026-11-01', endDate: '2026-11-02' };

/** The one row that comes of figures. */
async function rowOf(operation: string, period: IDataObject, body: IDataObject): Promise<IDataObject> {
	return await withAnswers([{ body }], async (service) => {
		const parameters = { resource: 'analytics', operation, pageId: byId('={{ " p1 " }}'), ...period };
		const { json } = await runNode(service, parameters, { timezone: 'UTC' });
		expect(json).toHaveLength(1);
		return json[0] ?? {};
	});
}

const figures = { totalSessions: 3, bounceRate: null, newFigure: 1 };
const withNull = (columns: string[]) => Object.fromEntries(columns.map((column) => [column, null]));

test.each([
	['getSummary', figures, SUMMARY],
	[
		'getAudiences',
		{ items: [{ audienceId: 'a1', ...figures }], hasMore: false },
		['audienceId', ...SUMMARY, ...AUDIENCE_COUNTS],
	],
])('%s: what it is about, then every figure, and last what is new', async (operation, body, columns) => {
	const row = await rowOf(operation, custom, body);
	expect(Object.keys(row)).toEqual([...ROW_START, ...columns, 'newFigure']);
	const audience = operation === 'getAudiences' && { audienceId: 'a1' };
	expect(row).toEqual({ ...withNull(columns), pageId: 'p1', ...PERIOD, ...audience, ...figures });
});

test('What it is about stays as it was sent, whatever the service says', async () => {
	const row = await rowOf('getSummary', custom, { ...figures, pageId: null, startDate: 'other', endDate: 0 });
	expect(row).toMatchObject({ pageId: 'p1', ...PERIOD });
});

test('A row of all time has no dates', async () => {
	const row = await rowOf('getSummary', { period: 'allTime' }, figures);
	expect(row).toMatchObject({ pageId: 'p1', startDate: null, endDate: null });
});
