import { Settings } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { AUDIENCE_COUNTS, ROW_START, SUMMARY } from '../../../../support/analyticsColumns';
import { byId, fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { useSandbox, withAnswers } from '../../../../support/services';
import type { WorkflowOptions } from '../../../../support/workflow';

const sandbox = useSandbox();

const aPageId = () => nth(sandbox().store.pages.all()).pageId;

const get = async (operation: string, parameters: INodeParameters = {}, options: WorkflowOptions = {}) =>
	await runNode(
		sandbox(),
		{ resource: 'analytics', operation, pageId: byId(aPageId()), ...parameters },
		options,
	);

const queries = () => sandbox().requests.map(({ query }) => query);

const LAST_WEEK = { startDate: '2026-11-09T00:00:00.000Z', endDate: '2026-11-15T23:59:59.999Z' };

/** What the service itself says, asked without the node. */
async function served(path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
	const { url, apiKey } = sandbox();
	const response = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
		headers: { 'x-api-key': apiKey },
	});
	return (await response.json()) as Record<string, unknown>;
}

beforeEach(() => {
	Settings.now = () => Date.parse('2026-11-21T12:00:00Z');
});
afterEach(() => {
	Settings.now = () => Date.now();
});

describe('Analytics > Get Page Summary', () => {
	test('gives one row: what it is about, then the figures', async () => {
		const { items } = await get('getSummary', { period: 'lastWeek' });
		const [row] = items;
		expect(sandbox().requests).toMatchObject([
			{ method: 'GET', path: `/v0/pages/${aPageId()}/analytics/summary`, query: LAST_WEEK },
		]);
		expect(Object.keys(row?.json ?? {})).toEqual([...ROW_START, ...SUMMARY]);
		expect(row).toEqual({
			json: {
				pageId: aPageId(),
				...LAST_WEEK,
				...(await served(`/v0/pages/${aPageId()}/analytics/summary`, LAST_WEEK)),
			},
			pairedItem: { item: 0 },
		});
	});

	test('figures that the service leaves out are null, what it adds comes last', async () => {
		const body = { totalSessions: 3, bounceRate: null, newFigure: 1 };
		const { json } = await withAnswers(
			[{ body }],
			async (service) =>
				await runNode(service, {
					resource: 'analytics',
					operation: 'getSummary',
					pageId: 'p1',
					period: 'allTime',
				}),
		);
		expect(json).toEqual([
			{
				...Object.fromEntries(SUMMARY.map((column) => [column, null])),
				...{ pageId: 'p1', startDate: null, endDate: null, totalSessions: 3, newFigure: 1 },
			},
		]);
		expect(Object.keys(json[0] ?? {}).at(-1)).toBe('newFigure');
	});
});

describe('Analytics > Get Audience Analytics', () => {
	test('gives one row an audience', async () => {
		const { json } = await get('getAudiences', { period: 'lastWeek' });
		const path = `/v0/pages/${aPageId()}/analytics/audiences`;
		const { items } = await served(path, LAST_WEEK);

		expect(sandbox().requests[0]).toMatchObject({ method: 'GET', path, query: LAST_WEEK });
		expect((items as object[]).length).toBeGreaterThan(1);
		expect(json).toEqual((items as object[]).map((item) => ({ pageId: aPageId(), ...LAST_WEEK, ...item })));
		for (const row of json) {
			expect(Object.keys(row)).toEqual([...ROW_START, 'audienceId', ...SUMMARY, ...AUDIENCE_COUNTS]);
		}
	});
});

describe('Period', () => {
	test.each<[string, INodeParameters]>([
		['not given', {}],
		['empty', { period: '' }],
		['an expression that gives nothing', { period: '={{ null }}' }],
	])('is the last 7 days where it is %s', async (_how, period) => {
		await get('getSummary', period);
		expect(queries()).toEqual([
			{ startDate: '2026-11-14T00:00:00.000Z', endDate: '2026-11-20T23:59:59.999Z' },
		]);
	});

	test('is counted in the time zone of the workflow', async () => {
		await get('getSummary', { period: 'yesterday' }, { timezone: 'America/New_York' });
		expect(queries()).toEqual([
			{ startDate: '2026-11-20T05:00:00.000Z', endDate: '2026-11-21T04:59:59.999Z' },
		]);
	});

	test('all time sends no dates, and the row says so', async () => {
		const { json } = await get('getSummary', { period: 'allTime' });
		expect(queries()).toEqual([{}]);
		expect(json).toMatchObject([{ startDate: null, endDate: null }]);
	});

	test.each<[INodeParameters, Record<string, string>]>([
		[
			{ startDate: '2026-11-01', endDate: '2026-11-02' },
			{ startDate: '2026-10-31T23:00:00.000Z', endDate: '2026-11-02T22:59:59.999Z' },
		],
		[
			{ startDate: '2026-11-01T08:00:00Z', endDate: '2026-11-01T08:00:00Z' },
			{ startDate: '2026-11-01T08:00:00.000Z', endDate: '2026-11-01T08:00:00.000Z' },
		],
		[{ startDate: '2026-11-01T08:00:00', endDate: '' }, { startDate: '2026-11-01T07:00:00.000Z' }],
		[{ startDate: '={{ null }}', endDate: '2026-11-02' }, { endDate: '2026-11-02T22:59:59.999Z' }],
		[
			{ startDate: '={{ $today.minus({ days: 1 }) }}', endDate: '={{ 1795262400000 }}' },
			{ startDate: '2026-11-19T23:00:00.000Z', endDate: '2026-11-21T12:00:00.000Z' },
		],
	])('custom %j', async (dates, query) => {
		const { error } = await get('getSummary', { period: 'custom', ...dates }, { timezone: 'Europe/Berlin' });
		expect(error).toBeUndefined();
		expect(queries()).toEqual([query]);
	});

	test.each<[INodeParameters, string]>([
		[{ startDate: '2026-11-03', endDate: '2026-11-02' }, 'Start Date must not be after End Date'],
		[{ startDate: 'last Monday', endDate: '' }, 'Start Date must be a date'],
		[{ startDate: '', endDate: '31.12.2026' }, 'End Date must be a date'],
		[{ startDate: '', endDate: '' }, 'Start Date must not be empty if Period is Custom'],
	])('custom %j is refused before anything is sent', async (dates, message) => {
		const { error } = await get('getSummary', { period: 'custom', ...dates });
		expect(error?.message).toContain(message);
		expect(queries()).toEqual([]);
	});

	test.each(['lastDecade', 'constructor', '={{ ["today"] }}'])(
		'a period %j is refused before anything is sent',
		async (period) => {
			const { error } = await get('getSummary', { period });
			expect(error?.message).toContain('Period must be one of the periods in the list');
			expect(queries()).toEqual([]);
		},
	);
});

describe('Page', () => {
	test.each([
		['chosen from the list', fromList('page/1')],
		['given as ID', byId('page/1')],
		['set as a whole by an expression', '={{ "page/1" }}'],
	])('%s is one encoded segment of the path', async (_how, pageId) => {
		await get('getSummary', { pageId, period: 'allTime' });
		expect(sandbox().requests.map(({ url }) => url)).toEqual(['/v0/pages/page%2F1/analytics/summary']);
	});
});
