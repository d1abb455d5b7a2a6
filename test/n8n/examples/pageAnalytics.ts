/** *Add weekly page analytics to Google Sheets*. */
import { DateTime } from 'luxon';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { exampleOf, jsonOf, type Example } from './example';
import { inOrder, servedAnalytics } from './servedAnalytics';

const FILE = 'page-analytics-to-google-sheets.json';

/** What the example adds to the figures of a page, and what it makes it from. */
type SheetRow = Record<'pageId' | 'startDate' | 'week' | 'pageName' | 'key', string>;

/** Runs it once, as its schedule does, on a sheet that takes whatever comes. */
export async function writePageAnalytics(n8n: RealN8n): Promise<Run> {
	const file = exampleOf(FILE, { pin: { 'Write to the sheet': [{}] } });
	return await n8n.run(await n8n.importWorkflow(file), 'Every Monday at 7:00');
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	sandbox.requests.length = 0;
	const done = await writePageAnalytics(n8n);
	expect(done.error).toBeUndefined();

	const rows = jsonOf(done.node('Name week and page')) as SheetRow[];
	const { summary } = await servedAnalytics(sandbox);
	expect(rows).toHaveLength(sandbox.store.pages.size);
	const expected = summary.map((row) => ({
		...row,
		week: expect.any(String) as string,
		pageName: sandbox.store.pages.get(row.pageId as string)?.name,
		key: expect.any(String) as string,
	}));
	expect(inOrder(rows)).toEqual(inOrder(expected));
	for (const { key, week, pageId, startDate } of rows) {
		expect(key).toBe(`${week} ${pageId}`);
		const monday = DateTime.fromISO(week, { zone: 'utc' });
		expect(monday.toFormat('c yyyy-MM-dd')).toBe(`1 ${week}`);
		const offset = monday.diff(DateTime.fromISO(startDate), 'hours').hours;
		expect(Math.abs(offset)).toBeLessThanOrEqual(14); // whatever the time zone of n8n
	}
	expect(jsonOf(done.node('Write to the sheet'))).toEqual([{}]);
}

export const pageAnalytics: Example = { file: FILE, run };
