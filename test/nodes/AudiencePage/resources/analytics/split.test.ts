/** A period as several rows; what the intervals are, see fields/intervals. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { AUDIENCE_COUNTS } from '../../../../support/analyticsColumns';
import { cases } from '../../../../support/cases';
import { useSandbox } from '../../../../support/services';
import { OPERATIONS, periodsAsked, report, TIME_ZONE } from './report';

const sandbox = useSandbox();

const WITHOUT_NAMES = { options: { includeNames: false } };
const period = (startDate: string, endDate: string) => ({ period: 'custom', startDate, endDate });
const COUNTS = ['totalSessions', ...AUDIENCE_COUNTS.filter((name) => name !== 'audienceId')];

/** The sum of each count, of each audience. */
function sums(rows: IDataObject[]): Record<string, IDataObject> {
	const all: Record<string, IDataObject> = {};
	for (const row of rows) {
		const sum = (all[row.audienceId as string] ??= {});
		for (const count of COUNTS) if (count in row) sum[count] = Number(sum[count] ?? 0) + Number(row[count]);
	}
	return all;
}

test('One request and one row per interval, in their order; the first and the last are cut by the period', async () => {
	const { json } = await report(sandbox(), 'getSummary', {
		...period('2026-10-21', '2026-11-03'),
		...{ splitBy: 'week', ...WITHOUT_NAMES },
	});
	expect(json.map(({ from, to, startDate, endDate }) => [from, to, startDate, endDate])).toEqual([
		['2026-10-21', '2026-10-25', '2026-10-20T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
		['2026-10-26', '2026-11-01', '2026-10-25T23:00:00.000Z', '2026-11-01T22:59:59.999Z'],
		['2026-11-02', '2026-11-03', '2026-11-01T23:00:00.000Z', '2026-11-03T22:59:59.999Z'],
	]);
	const sent = json.map(({ startDate, endDate }) => `${startDate as string}/${endDate as string}`);
	expect(periodsAsked(sandbox())).toEqual(sent);
	expect(sandbox().requests).toHaveLength(3);
});

test.each(OPERATIONS)('%s: what is split sums to the whole', async (operation) => {
	const generated = fc.record({
		zone: fc.constantFrom(TIME_ZONE, 'UTC', 'America/Santiago', 'Asia/Kathmandu', 'Atlantic/Azores'),
		splitBy: fc.constantFrom('day', 'week', 'month'),
		start: fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2026, 11) }),
		hours: fc.integer({ min: 1, max: 24 * 40 }),
		isWholeDays: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(generated, async ({ zone, splitBy, start, hours, isWholeDays }) => {
			const edges = [start, start + hours * 3_600_000].map((time) => new Date(time).toISOString());
			const [startDate = '', endDate = ''] = edges.map((time) => (isWholeDays ? time.slice(0, 10) : time));
			const parameters = { ...period(startDate, endDate), ...WITHOUT_NAMES };
			const whole = await report(sandbox(), operation, parameters, { timezone: zone });
			const parts = await report(sandbox(), operation, { ...parameters, splitBy }, { timezone: zone });
			expect(parts.error).toBeUndefined();
			expect(Object.keys(sums(whole.json)).length).toBeGreaterThan(0);
			expect(sums(parts.json)).toEqual(sums(whole.json));
			expect(parts.json[0]?.startDate).toBe(whole.json[0]?.startDate);
			expect(parts.json.at(-1)?.endDate).toBe(whole.json[0]?.endDate);
		}),
		{ seed: 20261109, numRuns: cases(30) },
	);
});

test('Every row belongs to its item, and each item can have a split of its own', async () => {
	const { items, error } = await report(
		sandbox(),
		'getSummary',
		{ ...period('2026-11-09', '2026-11-15'), splitBy: '={{ $json.by }}' },
		{ items: [{ by: 'week' }, { by: '' }, { by: 'day' }] },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 2, 2, 2, 2, 2, 2].map((item) => ({ item })),
	);
});

test('400 rows are read, 401 are refused before anything is sent', async () => {
	const last = { splitBy: 'day', ...WITHOUT_NAMES };
	const most = await report(sandbox(), 'getSummary', { ...period('2025-01-01', '2026-02-04'), ...last });
	expect(most.json).toHaveLength(400);
	sandbox().requests.length = 0;
	for (const endDate of ['2026-02-05', '9999-12-30']) {
		const { error } = await report(sandbox(), 'getSummary', { ...period('2025-01-01', endDate), ...last });
		expect(error?.message).toBe(
			'Split By must give at most 400 rows. Choose a longer interval, or a shorter Period (got "day")',
		);
	}
	expect(sandbox().requests).toEqual([]);
});

describe.each<[string, IDataObject]>([
	['Split By', { splitBy: 'day' }],
	['Compare With Previous', { options: { compareWithPrevious: true } }],
])('%s', (name, on) => {
	test.each<[string, IDataObject, string]>([
		['of all time', { period: 'allTime' }, 'is not possible for All Time. Choose another Period'],
		['without an end', period('2026-11-01', ''), 'needs a Start Date and an End Date'],
		['without a start', period('', '2026-11-01'), 'needs a Start Date and an End Date'],
	])('is refused %s, and nothing is sent', async (_what, chosen, rule) => {
		const { error } = await report(sandbox(), 'getSummary', { ...chosen, ...on });
		const description = 'Nothing was sent for item 0.';
		expect(error).toMatchObject({ message: `${name} ${rule}`, description });
		expect(sandbox().requests).toEqual([]);
	});
});

test('If one request fails, the item fails, and no row comes out', async () => {
	sandbox().failNext('unprocessable', {
		when: ({ query }) => String(query.startDate).startsWith('2026-11-10'),
	});
	const parameters = { ...period('2026-11-09', '2026-11-15'), splitBy: 'day' };
	const { json, error } = await report(sandbox(), 'getSummary', parameters);
	expect(error?.message).toContain('The sandbox was told to fail');
	expect(json).toEqual([]);
});
