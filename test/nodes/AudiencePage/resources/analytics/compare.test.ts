/** Metrics beside those of the period before; what that period is, see fields/intervals. */
import { Settings } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { AUDIENCE_COUNTS, SUMMARY } from '../../../../support/analyticsColumns';
import { runNode } from '../../../../support/runNode';
import { useSandbox, withAnswers } from '../../../../support/services';
import { OPERATIONS, periodsAsked, report } from './report';

const sandbox = useSandbox();

const COMPARED = { options: { compareWithPrevious: true, includeNames: false } };
const period = (startDate: string, endDate: string) => ({ period: 'custom', startDate, endDate });
const LAST = period('2026-11-09', '2026-11-15');

beforeAll(() => {
	Settings.now = () => Date.parse('2026-11-23T12:00:00Z');
});
afterAll(() => {
	Settings.now = () => Date.now();
});

test.each(OPERATIONS)(
	'%s: each metric is followed by the one before and by the difference',
	async (operation) => {
		const { json } = await report(sandbox(), operation, { ...LAST, ...COMPARED });
		const before = await report(sandbox(), operation, period('2026-11-02', '2026-11-08'));
		const now = await report(sandbox(), operation, { ...LAST, options: { includeNames: false } });
		const counts = AUDIENCE_COUNTS.filter((name) => name !== 'audienceId');
		const isOfPage = operation === 'getSummary';
		const metrics = isOfPage ? SUMMARY : [...SUMMARY, ...counts];
		expect(Object.keys(json[0] ?? {})).toEqual([
			...['from', 'to'],
			...metrics.flatMap((metric) => [metric, `${metric}Previous`, `${metric}Change`]),
			...['pageId', ...(isOfPage ? [] : ['audienceId']), 'startDate', 'endDate'],
		]);
		expect(json.length).toBeGreaterThan(0);
		for (const [index, row] of json.entries()) {
			expect(row).toMatchObject(now.json[index]!);
			for (const metric of metrics) expect(row[`${metric}Previous`]).toBe(before.json[index]![metric]);
		}
	},
);

test.each<[string, IDataObject, string]>([
	['a week', { period: 'lastWeek' }, '2026-11-08T23:00:00.000Z/2026-11-15T22:59:59.999Z'],
	['a month', { period: 'lastMonth' }, '2026-08-31T22:00:00.000Z/2026-09-30T21:59:59.999Z'],
	['a month to date', { period: 'monthToDate' }, '2026-09-30T22:00:00.000Z/2026-10-23T21:59:59.999Z'],
	['today', { period: 'today' }, '2026-11-21T23:00:00.000Z/2026-11-22T22:59:59.999Z'],
	['twelve months', { period: 'last12Months' }, '2024-10-31T23:00:00.000Z/2025-10-31T22:59:59.999Z'],
])('%s is compared with the one before', async (_what, chosen, expected) => {
	const { json, error } = await report(sandbox(), 'getSummary', { ...chosen, ...COMPARED });
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	expect(periodsAsked(sandbox())).toHaveLength(2);
	expect(periodsAsked(sandbox())).toContain(expected);
});

test('Each interval of a split is compared with the one before it, which is read once', async () => {
	const { json } = await report(sandbox(), 'getSummary', {
		period: 'last12Weeks',
		splitBy: 'week',
		...COMPARED,
	});
	expect(json).toHaveLength(12);
	expect(json.slice(1).map((row) => row.totalSessionsPrevious)).toEqual(
		json.slice(0, -1).map(({ totalSessions }) => totalSessions),
	);
	expect(periodsAsked(sandbox())).toHaveLength(13);
	expect(new Set(periodsAsked(sandbox())).size).toBe(13);
});

const audience = (audienceId: string, totalSessions: unknown) => ({ audienceId, totalSessions });

test.each([
	['that was not there before', [audience('a1', 3)], [audience('a2', 1)], [[3, null, null]]],
	['with a metric that was null', [audience('a1', 3)], [audience('a1', null)], [[3, null, null]]],
	['with a metric that is null', [audience('a1', null)], [audience('a1', 3)], [[null, 3, null]]],
	['with a metric that is a text', [audience('a1', '3')], [audience('a1', 1)], [['3', 1, null]]],
	['with a part', [audience('a1', 0.3)], [audience('a1', 0.1)], [[0.3, 0.1, 0.2]]],
	['that is no longer there', [], [audience('a1', 1)], []],
])('An audience %s', async (_what, now, before, expected) => {
	const answers = [{ body: { items: now } }, { body: { items: before } }];
	const rows = await withAnswers(answers, async (service) => {
		const parameters = {
			resource: 'analytics',
			operation: 'getAudiences',
			pageId: '={{ "p1" }}',
			...COMPARED,
		};
		return (await runNode(service, parameters as never)).json;
	});
	const metrics = ['totalSessions', 'totalSessionsPrevious', 'totalSessionsChange'];
	expect(rows.map((row) => metrics.map((metric) => row[metric]))).toEqual(expected);
});

test.each([
	['includeNames', 'Include Names', 'pageName', true],
	['compareWithPrevious', 'Compare With Previous', 'totalSessionsChange', false],
])('%s is on or off, and nothing else', async (name, displayName, column, byDefault) => {
	const run = async (value: unknown) => {
		const options = { [name]: '={{ $json.value }}' };
		return await report(
			sandbox(),
			'getSummary',
			{ ...LAST, options },
			{ items: [{ value }] as IDataObject[] },
		);
	};
	for (const [value, shown] of [
		['yes', ' (got "yes")'],
		[1, ' (got 1)'],
		[[true], ''],
	] as const) {
		expect((await run(value)).error?.message).toBe(`${displayName} must be true or false${shown}`);
	}
	expect(sandbox().requests).toEqual([]);
	for (const value of [true, 'true', false, 'false', '', null]) {
		const isOn = value === '' || value === null ? byDefault : String(value) === 'true';
		expect(column in ((await run(value)).json[0] ?? {})).toBe(isOn);
	}
});
