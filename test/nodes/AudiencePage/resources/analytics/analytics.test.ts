/** Rows for a spreadsheet; what a period is, see fields/period. */
import type { IDataObject } from 'n8n-workflow';

import { AUDIENCE_COLUMNS, SUMMARY_COLUMNS } from '../../../../support/analyticsColumns';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { withAnswers } from '../../../../support/services';

const PERIOD = { startDate: '2026-11-01T00:00:00.000Z', endDate: '2026-11-02T23:59:59.999Z' };
const DAYS = { from: '2026-11-01', to: '2026-11-02' };
const custom = { period: 'custom', startDate: '2026-11-01', endDate: '2026-11-02' };

/** The one row that comes of figures. */
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

const figures = { totalSessions: 3, bounceRate: null, newFigure: 1 };
const pages = {
	items: [
		{ pageId: 'p0', name: 'Zero' },
		{ pageId: 'p1', name: 'One' },
	],
	hasMore: false,
};
const audiences = { items: [{ audienceId: 'a1', effectiveName: 'Acme' }], hasMore: false };
const withNull = (columns: string[]) => Object.fromEntries(columns.map((column) => [column, null]));

test('getSummary: names, days, every figure and what is new, then the ID and the exact times', async () => {
	const row = await rowOf('getSummary', custom, figures, pages);
	const last = ['pageId', 'startDate', 'endDate'];
	expect(Object.keys(row)).toEqual([...SUMMARY_COLUMNS.slice(0, -last.length), 'newFigure', ...last]);
	expect(row).toEqual({
		...withNull(SUMMARY_COLUMNS),
		...{ pageId: 'p1', pageName: 'One' },
		...DAYS,
		...PERIOD,
		...figures,
	});
});

test('getAudiences: the same, with the audience', async () => {
	const row = await rowOf(
		'getAudiences',
		custom,
		{ items: [{ audienceId: 'a1', ...figures }] },
		pages,
		audiences,
	);
	const last = ['pageId', 'audienceId', 'startDate', 'endDate'];
	expect(Object.keys(row)).toEqual([...AUDIENCE_COLUMNS.slice(0, -last.length), 'newFigure', ...last]);
	expect(row).toEqual({
		...withNull(AUDIENCE_COLUMNS),
		...{ pageId: 'p1', pageName: 'One', audienceId: 'a1', audienceName: 'Acme' },
		...DAYS,
		...PERIOD,
		...figures,
	});
});

test('What it is about stays as it was sent, whatever the service says', async () => {
	const said = {
		...figures,
		pageId: null,
		startDate: 'other',
		endDate: 0,
		from: 1,
		to: 2,
		pageName: 'Other',
	};
	expect(await rowOf('getSummary', custom, said, pages)).toMatchObject({
		...{ pageId: 'p1', pageName: 'One' },
		...DAYS,
		...PERIOD,
	});
});

test('A row of all time has no dates, and an open side none', async () => {
	const open = { from: null, to: null, startDate: null, endDate: null };
	expect(await rowOf('getSummary', { period: 'allTime' }, figures, pages)).toMatchObject(open);
	const since = { from: DAYS.from, to: null, startDate: PERIOD.startDate, endDate: null };
	expect(await rowOf('getSummary', { ...custom, endDate: '' }, figures, pages)).toMatchObject(since);
});

test('Output Fields: names, days and IDs come with the chosen metrics, compared or not, and nothing new', async () => {
	const chosen = { outputFields: ['totalSessions', 'audienceId'], compareWithPrevious: true };
	const bodies = [0, 1].map(() => ({ items: [{ audienceId: 'a1', ...figures }] }));
	const row = await rowOf('getAudiences', { ...custom, options: chosen }, ...bodies, pages, audiences);
	expect(row).toEqual({
		...{ pageName: 'One', audienceName: 'Acme', ...DAYS },
		...{ totalSessions: 3, totalSessionsPrevious: 3, totalSessionsChange: 0 },
		...{ pageId: 'p1', audienceId: 'a1', ...PERIOD },
	});
});
