/** Rows for a spreadsheet; what a period is, see fields/period. */
import type { IDataObject } from 'n8n-workflow';

import { AUDIENCE_COLUMNS, SUMMARY_COLUMNS } from '../../../../support/analyticsColumns';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { withAnswers } from '../../../../support/services';

const PERIOD = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-02T23:59:59.999Z' };
const DAYS = { from: '2026-11-01', to: '2026-11-02' };
const custom = { period: 'custom', startDate: '2026-11-01', endDate: '2026-11-02' };

/** The one row that comes of metrics. */
async function rowOf(
	operation: string,
	parameters: IDataObject,
	...bodies: IDataObject[]
): Promise<IDataObject> {
	const answers = bodies.map((body) => ({ body }));
	return await withAnswers(answers, async (service) => {
		const form = { resource: 'analytics', operation, pageId: byId('={{ " p1 " }}'), ...parameters };
		const { json, error } = await runNode(service, form as never, { timezone: 'UTC' });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		return json[0] ?? {};
	});
}

const metrics = { totalSessions: 3, bounceRate: null, newMetric: 1 };
const pages = {
	items: [
		{ pageId: 'p0', name: 'Zero' },
		{ pageId: 'p1', name: 'One' },
	],
	hasMore: false,
};
const audiences = { items: [{ audienceId: 'a1', effectiveName: 'Acme' }], hasMore: false };
const PAGE = { pageId: 'p1', pageName: 'One' };
const AUDIENCE = { audienceId: 'a1', audienceName: 'Acme' };

test.each([
	['getSummary', SUMMARY_COLUMNS, metrics, {}],
	['getAudiences', AUDIENCE_COLUMNS, { items: [{ audienceId: 'a1', ...metrics }] }, AUDIENCE],
])(
	'%s: names, days, every metric and what is new, then IDs and the exact times',
	async (operation, columns, body, of) => {
		const row = await rowOf(operation, custom, body, pages, audiences);
		const firstId = columns.indexOf('pageId');
		expect(Object.keys(row)).toEqual([...columns.slice(0, firstId), 'newMetric', ...columns.slice(firstId)]);
		const empty = Object.fromEntries(columns.map((column) => [column, null]));
		expect(row).toEqual({ ...empty, ...PAGE, ...of, ...DAYS, ...PERIOD, ...metrics });
	},
);

test('What it is about stays as it was sent, whatever the service says', async () => {
	const said = {
		...metrics,
		pageId: null,
		startDate: 'other',
		endDate: 0,
		from: 1,
		to: 2,
		pageName: 'Other',
	};
	expect(await rowOf('getSummary', custom, said, pages)).toMatchObject({ ...PAGE, ...DAYS, ...PERIOD });
});

test('A row of all time has no dates, and an open side none', async () => {
	const open = { from: null, to: null, startDate: null, endDate: null };
	expect(await rowOf('getSummary', { period: 'allTime' }, metrics, pages)).toMatchObject(open);
	const since = { from: DAYS.from, to: null, startDate: PERIOD.startDate, endDate: null };
	expect(await rowOf('getSummary', { ...custom, endDate: '' }, metrics, pages)).toMatchObject(since);
});

test('Output Fields: names, days and IDs come with the chosen metrics, compared or not, and nothing new', async () => {
	const chosen = { outputFields: ['totalSessions', 'audienceId'], compareWithPrevious: true };
	const bodies = [0, 1].map(() => ({ items: [{ audienceId: 'a1', ...metrics }] }));
	const row = await rowOf('getAudiences', { ...custom, options: chosen }, ...bodies, pages, audiences);
	expect(row).toEqual({
		...{ ...PAGE, ...AUDIENCE, ...DAYS, ...PERIOD },
		...{ totalSessions: 3, totalSessionsPrevious: 3, totalSessionsChange: 0 },
	});
});
