/**
 * Rows for a spreadsheet; what a period, its intervals and the period before are, see fields/period
 * and fields/intervals.
 */
import { Settings } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RecordedRequest } from '../../../../service/sandbox';
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import { useSandbox, withAnswers, type Answer } from '../../../../support/services';

/** The metrics of the service interface, section 2.12, in the order that a reader wants. */
const SUMMARY =
	'totalSessions conversionRate formSubmitRate bounceRate avgTimeSpentSeconds avgScrollDepthPercentage avgInteractionsPerSession';
const COUNTS = 'conversionCount formSubmitCount ctaSessions bounceCount bounceEligibleSessions';
const SUMMARY_COLUMNS = `pageName from to ${SUMMARY} pageId`.split(' ');
const AUDIENCE_COLUMNS =
	`pageName audienceName audienceStatus from to ${SUMMARY} ${COUNTS} pageId audienceId`.split(' ');

const sandbox = useSandbox();
afterEach(() => {
	sandbox().settings.mostPerPage = Infinity;
	Settings.now = () => Date.now();
});

const formOf = (operation: string, parameters: IDataObject) =>
	({
		resource: 'analytics',
		operation,
		pageId: byId('={{ " p1 " }}'),
		...parameters,
	}) as INodeParameters;

/** What comes of these answers. */
const rowsOf = async (operation: string, parameters: IDataObject, ...answers: Answer[]) =>
	await withAnswers(answers, async (service) => {
		const { json, error } = await runNode(service, formOf(operation, parameters), {
			timezone: 'UTC',
		});
		expect(error).toBeUndefined();
		return json;
	});

/** A run in Berlin, of the first page unless the parameters name another. */
const report = async (operation: string, parameters: IDataObject, items?: IDataObject[]) => {
	const { pageId } = nth(sandbox().store.pages.all());
	const form = formOf(operation, { pageId: byId(pageId), ...parameters });
	return await runNode(sandbox(), form, { timezone: 'Europe/Berlin', items });
};

test('A period needs a time zone that there is', async () => {
	const form = formOf('getSummary', { pageId: byId('page_1') });
	const { error } = await runNode(sandbox(), form, { timezone: 'GMT+2' });
	expect(error?.message).toContain("Period needs a time zone. Correct the workflow's");
});

const isOfMetrics = ({ path }: { path: string }) => path.includes('/analytics/');

/** The periods that were asked for, in the order of their beginnings. */
const periodsAsked = (): string[] =>
	sandbox()
		.requests.filter(isOfMetrics)
		.map(({ query }) => `${query.startDate as string}/${query.endDate as string}`)
		.sort();

/** The paths of all other requests. */
const otherReads = () => calls(sandbox()).filter((call) => !call.includes('/analytics/'));

const DAYS = { from: '2026-11-01', to: '2026-11-02' };
const custom = { period: 'custom', startDate: '2026-11-01', endDate: '2026-11-02' };
const metrics = { totalSessions: 3, bounceRate: null, newMetric: 1 };
const pages = { body: { items: [{ pageId: 'p1', name: 'One' }], hasMore: false } };
const acme = { audienceId: 'a1', effectiveName: 'Acme', status: 'draft' };
const audiences = { body: { items: [acme], hasMore: false } };
const ofAudience = { body: { items: [{ audienceId: 'a1', ...metrics }] } };
const PAGE = { pageId: 'p1', pageName: 'One' };
const AUDIENCE = { audienceId: 'a1', audienceName: 'Acme', audienceStatus: 'draft' };

const REPEATED =
	'Several items ask for the same pages and period, so their rows repeat. To get them once, remove the duplicates before this node or, for all pages, turn on Settings > Execute Once.';

test.each<[string, string[], Answer, object]>([
	['getSummary', SUMMARY_COLUMNS, { body: { ...metrics, pageId: null, from: 1 } }, {}],
	['getAudiences', AUDIENCE_COLUMNS, ofAudience, AUDIENCE],
])(
	'%s: names, days, every metric and what is new, then IDs',
	async (operation, columns, answer, ofRecord) => {
		const rows = await rowsOf(operation, custom, answer, pages, audiences);
		expect(rows).toHaveLength(1);
		const [row = {}] = rows;
		const firstId = columns.indexOf('pageId');
		expect(Object.keys(row)).toEqual([
			...columns.slice(0, firstId),
			'newMetric',
			...columns.slice(firstId),
		]);
		const empty = Object.fromEntries(columns.map((column) => [column, null]));
		expect(row).toEqual({ ...empty, ...PAGE, ...ofRecord, ...DAYS, ...metrics });
	},
);

test('A row of all time has no dates', async () => {
	const open = { from: null, to: null };
	expect(await rowsOf('getSummary', { period: 'allTime' }, { body: metrics }, pages)).toMatchObject(
		[open],
	);
});

test('a date whose expression gives nothing: a hint, because the period then has no such bound', async () => {
	const { hints } = await report('getSummary', { ...custom, endDate: '={{ $json.misspelled }}' });
	expect(hints).toEqual([
		'The period has no End Date: for some item, its expression gave nothing.',
	]);
});

test('Output Fields: names, days and IDs come with the chosen metrics, compared or not, and nothing new', async () => {
	const options = { outputFields: ['totalSessions', 'audienceId'], compareWithPrevious: true };
	const answers = [ofAudience, ofAudience, pages, audiences];
	const [row = {}] = await rowsOf('getAudiences', { ...custom, options }, ...answers);
	const compared = { totalSessions: 3, totalSessionsPrevious: 3, totalSessionsChange: 0 };
	expect(row).toEqual({ ...PAGE, ...AUDIENCE, ...DAYS, ...compared });
	expect(Object.keys(row).slice(5)).toEqual([...Object.keys(compared), 'pageId', 'audienceId']);
});

test('Split By: one request and one row per interval, in their order; the first and the last are cut by the period', async () => {
	const { json } = await report('getSummary', {
		period: 'custom',
		startDate: '2026-10-21',
		endDate: '2026-11-03',
		splitBy: 'week',
		options: { includeNames: false },
	});
	expect(json.map(({ from, to }) => [from, to])).toEqual([
		['2026-10-21', '2026-10-25'],
		['2026-10-26', '2026-11-01'],
		['2026-11-02', '2026-11-03'],
	]);
	expect(periodsAsked()).toEqual([
		'2026-10-20T22:00:00.000Z/2026-10-25T22:59:59.999Z',
		'2026-10-25T23:00:00.000Z/2026-11-01T22:59:59.999Z',
		'2026-11-01T23:00:00.000Z/2026-11-03T22:59:59.999Z',
	]);
});

test('Column Names, Readable: the known columns with names instead of IDs; what has no name is there by its ID', async () => {
	const options = { columnNames: 'readable', compareWithPrevious: true };
	const nameless = { body: { items: [acme, { audienceId: 'a2' }], hasMore: false } };
	const body = { items: ['a1', 'a2'].map((audienceId) => ({ audienceId, ...metrics })) };
	const answers = [{ body }, { body }, pages, nameless];
	const readable = (json: IDataObject[]) => json.map((row) => Object.entries(row).slice(0, 10));
	const compared = [
		['Sessions', 3],
		['Sessions Before', 3],
		['Change', 0],
		['Conversion Rate', null],
		['Conversion Rate Before', null],
	];
	const days = [
		['From', DAYS.from],
		['To', DAYS.to],
	];
	expect(readable(await rowsOf('getAudiences', { ...custom, options }, ...answers))).toEqual([
		[['Page', 'One'], ['Audience', 'Acme'], ['Audience Status', 'draft'], ...days, ...compared],
		[['Page', 'One'], ['Audience', 'a2'], ['Audience Status', null], ...days, ...compared],
	]);

	const without = { ...options, includeNames: false };
	const summary = { body: metrics };
	const rows = await rowsOf('getSummary', { ...custom, options: without }, summary, summary);
	expect(readable(rows)).toEqual([
		[
			['Page', 'p1'],
			...days,
			...compared,
			['Conversion Rate Change', null],
			['Form Submit Rate', null],
		],
	]);
});

test('Rows of a page, and of an audience, stay together: the one with the most sessions first, then by period', async () => {
	const listed = { body: { items: [{ pageId: 'p1' }, { pageId: 'p2' }], hasMore: false } };
	const answer = (sessions: Record<string, number>): Answer => {
		const items = Object.entries(sessions).map(([audienceId, totalSessions]) => ({
			audienceId,
			totalSessions,
		}));
		return { body: { items } };
	};
	const ofFirstPage = [answer({ a: 1, b: 2 }), answer({ a: 4 })];
	const ofSecondPage = [answer({ c: 5 }), answer({ c: 6 })];
	const options = { includeNames: false, outputFields: ['bounceRate'] };
	const parameters = { ...custom, pages: 'all', splitBy: 'day', options };
	const answers = [listed, ...ofFirstPage, ...ofSecondPage];
	const rows = await rowsOf('getAudiences', parameters, ...answers);
	expect(rows.map(({ audienceId, to }) => `${audienceId as string} ${to as string}`)).toEqual([
		'c 2026-11-01',
		'c 2026-11-02',
		'a 2026-11-01',
		'a 2026-11-02',
		'b 2026-11-01',
	]);
});

describe('Compare With Previous', () => {
	const COMPARED = { options: { compareWithPrevious: true, includeNames: false } };

	test.each([
		['lastMonth', '2026-08-31T22:00:00.000Z/2026-09-30T21:59:59.999Z'],
		['monthToDate', '2026-09-30T22:00:00.000Z/2026-10-23T21:59:59.999Z'],
		['last30Days', '2026-09-23T22:00:00.000Z/2026-10-23T21:59:59.999Z'],
	])('%s: the metrics are those of the one before, %s', async (period, expected) => {
		Settings.now = () => Date.parse('2026-11-23T12:00:00Z');
		const { json } = await report('getSummary', { period, ...COMPARED });
		expect(periodsAsked()).toEqual([expected, expect.any(String)]);
		const [startDate, endDate] = expected.split('/');
		const before = await report('getSummary', { period: 'custom', startDate, endDate });
		expect(json.map((row) => row.totalSessionsPrevious)).toEqual([before.json[0]?.totalSessions]);
	});

	test('compares each interval of a split with the one before it, which is read once', async () => {
		const { json } = await report('getSummary', {
			period: 'last12Weeks',
			splitBy: 'week',
			...COMPARED,
		});
		const totals = json.map(({ totalSessions }) => totalSessions);
		expect(json.slice(1).map((row) => row.totalSessionsPrevious)).toEqual(totals.slice(0, -1));
		expect(periodsAsked()).toHaveLength(13);
	});

	test('is refused without bounds, and nothing is sent', async () => {
		const { error } = await report('getSummary', { period: 'allTime', ...COMPARED });
		expect(error?.message).toBe(
			'Compare With Previous is not possible for All Time. Choose another Period',
		);
		expect(sandbox().requests).toEqual([]);
	});

	test('of an audience is null without metrics to compare; an audience that is no longer there keeps its row', async () => {
		const now = [{ totalSessions: 0.3 }, { totalSessions: '3' }, { totalSessions: 3 }];
		const before = [{ totalSessions: 0.1 }, { totalSessions: 1 }, undefined, { totalSessions: 1 }];
		const answers = [now, before].map((listed) => {
			const items = listed.map((record, n) => record && { audienceId: `a${n}`, ...record });
			return { body: { items: items.filter((item) => item !== undefined) } };
		});
		const rows = await rowsOf('getAudiences', COMPARED, ...answers);
		const columns = ['totalSessions', 'totalSessionsPrevious', 'totalSessionsChange'];
		const compared = [3, null, null, 0.3, 0.1, 0.2, '3', 1, null, null, 1, null];
		expect(rows.flatMap((row) => columns.map((column) => row[column]))).toEqual(compared);
	});
});

describe('Names beside IDs', () => {
	const OF_ITEM = { ...custom, pageId: byId('={{ $json.pageId }}') };

	test('are read once in a run, those of audiences once for each page, after the metrics', async () => {
		const { store, requests } = sandbox();
		const both = [0, 1].map((n) => nth(store.pages.all(), n)).map(({ pageId }) => ({ pageId }));
		const { json, hints } = await report('getAudiences', OF_ITEM, [...both, ...both]);
		expect(json.length).toBeGreaterThan(0);
		for (const { pageId, audienceId, ...row } of json) {
			const { name: pageName } = store.pages.get(pageId as string)!;
			const audience = store.audiences.of(pageId as string).get(audienceId as string)!;
			const audienceName = audience.customName ?? audience.computedName;
			expect(row).toMatchObject({ pageName, audienceName, audienceStatus: audience.status });
		}
		const paths = both.map(({ pageId }) => `GET /v0/pages/${pageId}/audiences`);
		expect(otherReads().sort()).toEqual([...paths, 'GET /v0/pages/search'].sort());
		expect(requests[0]?.path).toContain('/analytics/');
		expect(hints).toEqual([REPEATED]);

		const nameless = await report('getAudiences', { ...custom, options: { includeNames: false } });
		expect(
			nameless.json.flatMap(Object.keys).filter((column) => /Name$|Status$/.test(column)),
		).toEqual([]);
		expect(otherReads()).toHaveLength(3);
	});

	test('are null where they are not found; if the list was cut, a hint says so', async () => {
		sandbox().settings.mostPerPage = 1;
		const all = sandbox().store.pages.all();
		const items = all.map(({ pageId }) => ({ pageId }));
		const { json, hints } = await report('getSummary', OF_ITEM, items);
		expect(json.map(({ pageName }) => pageName)).toEqual([
			all[0]!.name,
			...all.slice(1).map(() => null),
		]);
		expect(hints).toEqual(['Some page names are missing: the service did not list all pages.']);
	});

	/** A limit may be what is refused: they are asked for without one too. */
	test.each([
		['pages', 'pageName', 'audienceName', '/v0/pages/search', 2],
		['audiences', 'audienceName', 'pageName', '/audiences', 2],
	])(
		'of %s that cannot be read are null, and no other item reads them again',
		async (noun, ...expected) => {
			const [missing, there, path, times] = expected;
			const isRead = (request: RecordedRequest) =>
				request.path.endsWith(path) && !isOfMetrics(request);
			sandbox().failNext('unprocessable', { times, when: isRead });
			const { json, hints } = await report('getAudiences', custom, [{}, {}, {}]);
			const row = {
				[missing]: null,
				[there]: expect.any(String),
				totalSessions: expect.any(Number),
			};
			expect(json).toEqual(json.map(() => expect.objectContaining(row) as object));
			const why = 'The sandbox was told to fail. Check the values in the node';
			expect(hints).toEqual([REPEATED, `The names of ${noun} could not be read: ${why}`]);
			expect(sandbox().requests.filter(isRead)).toHaveLength(times);
		},
	);

	test('that are rate limited for long hold up no metrics', async () => {
		const limited = { status: 429, headers: { 'retry-after': '300' } };
		const rows = await rowsOf('getSummary', {}, { body: { totalSessions: 7 } }, limited);
		expect(rows).toMatchObject([{ pageName: null, totalSessions: 7 }]);
	});
});

describe('All Pages', () => {
	const ALL = { ...custom, pages: 'all' };
	const namesIn = (json: IDataObject[]) => json.map(({ pageName, pageId }) => [pageName, pageId]);

	test.each(['getSummary', 'getAudiences'])(
		'%s: the rows that each page would give, the page with the most sessions first; the list is read once in a run',
		async (operation) => {
			const each: IDataObject[][] = [];
			for (const { pageId } of sandbox().store.pages.all())
				each.push((await report(operation, { ...custom, pageId: byId(pageId) })).json);
			sandbox().requests.length = 0;
			const { json, hints } = await report(operation, ALL, [{}, {}]);
			const sessions = (rows: IDataObject[]) =>
				rows.reduce((sum, { totalSessions }) => sum + Number(totalSessions), 0);
			const inOrder = each.sort((first, second) => sessions(second) - sessions(first)).flat();
			expect(json).toEqual([...inOrder, ...inOrder]);
			expect(hints).toEqual([REPEATED]);
			expect(otherReads().filter((path) => path === 'GET /v0/pages/search')).toHaveLength(1);
		},
	);

	test('Items that ask for other pages or periods repeat nothing', async () => {
		const [first, second] = sandbox().store.pages.all();
		const item = { id: first!.pageId, end: '2026-11-02' };
		const items = [item, { ...item, id: second!.pageId }, { ...item, end: '2026-11-03' }];
		const ofItem = {
			pageId: byId('={{ $json.id }}'),
			endDate: '={{ $json.end }}',
		};
		const { hints, json } = await report('getSummary', { ...custom, ...ofItem }, items);
		expect(hints).toEqual([]);
		expect(json).toHaveLength(3);
	});

	test('are asked for by their encoded IDs; a page without a name has none', async () => {
		const listed = {
			body: { items: [{ pageId: 'a/b c', name: ' ' }, { pageId: 'p2' }], hasMore: false },
		};
		const answers = [listed, { body: metrics }, { body: metrics }];
		await withAnswers(answers, async (service) => {
			const { json } = await runNode(service, formOf('getSummary', ALL), { timezone: 'UTC' });
			expect(namesIn(json)).toEqual(['a/b c', 'p2'].map((id) => [null, id]));
			const paths = service.requests.map((request) => request.replace(/\?.*/, ''));
			expect(paths).toEqual([
				'GET /v0/pages/search',
				...['a%2Fb%20c', 'p2'].map((id) => `GET /v0/pages/${id}/analytics/summary`),
			]);
		});
	});

	test('none: no rows', async () => {
		expect(await rowsOf('getSummary', ALL, { body: { items: [], hasMore: false } })).toEqual([]);
	});

	test('more than the service lists: an error, and no metrics are read', async () => {
		sandbox().settings.mostPerPage = 1;
		const { error } = await report('getSummary', ALL);
		const { length } = sandbox().store.pages.all();
		expect(error?.message).toBe(
			`There are ${length} pages, but the service lists only 1. Choose One Page, and get the page IDs in parts, with Page > Get Many and its Search`,
		);
		expect(periodsAsked()).toEqual([]);
	});

	test('one that cannot be read: an error that names it, and no rows', async () => {
		const { pageId, name } = nth(sandbox().store.pages.all(), 1);
		sandbox().failNext('unprocessable', {
			when: ({ path }) => path.includes(`${pageId}/analytics`),
		});
		const { error, json } = await report('getSummary', ALL);
		expect(error?.message).toMatch(`Page ${name} (${pageId}): `);
		expect(json).toEqual([]);
	});
});
