/** Rows for a spreadsheet; what a period, its intervals and the period before are, see fields/period and fields/intervals. */
import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { AUDIENCE_COLUMNS, SUMMARY_COLUMNS } from '../../../../support/analyticsColumns';
import { byId } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { useSandbox, withAnswers } from '../../../../support/services';
import { periodsAsked, report } from './report';

const sandbox = useSandbox();

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
	const wrong = { pageId: null, startDate: 'other', endDate: 0, from: 1, to: 2, pageName: 'Other' };
	const row = await rowOf('getSummary', custom, { ...metrics, ...wrong }, pages);
	expect(row).toMatchObject({ ...PAGE, ...DAYS, ...PERIOD });
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
	const last = ['pageId', 'audienceId', 'startDate', 'endDate'];
	expect(Object.keys(row).slice(4)).toEqual([
		...['totalSessions', 'totalSessionsPrevious', 'totalSessionsChange', ...last],
	]);
});

test('Split By: one request and one row per interval, in their order; the first and the last are cut by the period', async () => {
	const { json } = await report(sandbox(), 'getSummary', {
		...{ period: 'custom', startDate: '2026-10-21', endDate: '2026-11-03' },
		...{ splitBy: 'week', options: { includeNames: false } },
	});
	expect(json.map(({ from, to, startDate, endDate }) => [from, to, startDate, endDate])).toEqual([
		['2026-10-21', '2026-10-25', '2026-10-20T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
		['2026-10-26', '2026-11-01', '2026-10-25T23:00:00.000Z', '2026-11-01T22:59:59.999Z'],
		['2026-11-02', '2026-11-03', '2026-11-01T23:00:00.000Z', '2026-11-03T22:59:59.999Z'],
	]);
	const sent = json.map(({ startDate, endDate }) => `${startDate as string}/${endDate as string}`);
	expect(periodsAsked(sandbox())).toEqual(sent);
});

describe('Compare With Previous', () => {
	afterEach(() => void (Settings.now = () => Date.now()));
	const COMPARED = { options: { compareWithPrevious: true, includeNames: false } };

	const NOW = '2026-11-23';
	test.each([
		['lastWeek', NOW, '2026-11-08T23:00:00.000Z/2026-11-15T22:59:59.999Z'],
		['lastMonth', NOW, '2026-08-31T22:00:00.000Z/2026-09-30T21:59:59.999Z'],
		['monthToDate', NOW, '2026-09-30T22:00:00.000Z/2026-10-23T21:59:59.999Z'],
		['last30Days', '2026-12-01', '2026-10-01T22:00:00.000Z/2026-10-31T22:59:59.999Z'],
		['last12Months', NOW, '2024-10-31T23:00:00.000Z/2025-10-31T22:59:59.999Z'],
	])('%s at %s: the metrics are those of the one before, %s', async (period, today, expected) => {
		Settings.now = () => Date.parse(`${today}T12:00:00Z`);
		const { json, error } = await report(sandbox(), 'getSummary', { period, ...COMPARED });
		expect(error).toBeUndefined();
		const asked = periodsAsked(sandbox());
		expect(asked).toHaveLength(2);
		expect(asked).toContain(expected);
		const [startDate, endDate] = expected.split('/');
		const before = await report(sandbox(), 'getSummary', { period: 'custom', startDate, endDate });
		expect(json.map((row) => row.totalSessionsPrevious)).toEqual([before.json[0]?.totalSessions]);
	});

	test('compares each interval of a split with the one before it, which is read once', async () => {
		const split = { period: 'last12Weeks', splitBy: 'week', ...COMPARED };
		const { json } = await report(sandbox(), 'getSummary', split);
		expect(json.slice(1).map((row) => row.totalSessionsPrevious)).toEqual(
			json.slice(0, -1).map(({ totalSessions }) => totalSessions),
		);
		expect(periodsAsked(sandbox())).toHaveLength(13);
		expect(new Set(periodsAsked(sandbox())).size).toBe(13);
	});

	test('is refused without bounds, and nothing is sent', async () => {
		const { error } = await report(sandbox(), 'getSummary', { period: 'allTime', ...COMPARED });
		expect(error?.message).toBe('Compare With Previous is not possible for All Time. Choose another Period');
		expect(sandbox().requests).toEqual([]);
	});

	const audience = (audienceId: string, totalSessions: unknown) => ({ audienceId, totalSessions });

	test.each([
		['that was not there before', [audience('a1', 3)], [audience('a2', 1)], [[3, null, null]]],
		['with a metric that was null', [audience('a1', 3)], [audience('a1', null)], [[3, null, null]]],
		['with a metric that is a text', [audience('a1', '3')], [audience('a1', 1)], [['3', 1, null]]],
		['with a part', [audience('a1', 0.3)], [audience('a1', 0.1)], [[0.3, 0.1, 0.2]]],
		['that is no longer there', [], [audience('a1', 1)], []],
	])('of an audience %s', async (_what, now, before, expected) => {
		const rows = await withAnswers(
			[{ body: { items: now } }, { body: { items: before } }],
			async (service) => {
				const form = { resource: 'analytics', operation: 'getAudiences', pageId: byId('p1'), ...COMPARED };
				return (await runNode(service, form)).json;
			},
		);
		const metrics = ['totalSessions', 'totalSessionsPrevious', 'totalSessionsChange'];
		expect(rows.map((row) => metrics.map((metric) => row[metric]))).toEqual(expected);
	});
});
