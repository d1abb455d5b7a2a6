/** *Add weekly page analytics to Google Sheets*. */
import { DateTime } from 'luxon';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { exampleOf, jsonOf, type Example } from './example';
import { inOrder, servedAnalytics } from './sandboxRecords';

const FILE = 'page-analytics-to-google-sheets.json';

/** Runs it once, as its schedule does, on a sheet that takes whatever comes. */
export async function writePageAnalytics(n8n: RealN8n): Promise<Run> {
	const file = exampleOf(FILE, { pin: { 'Write to the sheet': [{}] } });
	return await n8n.run(await n8n.importWorkflow(file), 'Every Monday at 7:00');
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	sandbox.requests.length = 0;
	const done = await writePageAnalytics(n8n);
	expect(done.error).toBeUndefined();

	const rows = jsonOf(done.node('Name week and page'));
	const { summary } = await servedAnalytics(sandbox);
	expect(rows).toHaveLength(sandbox.store.pages.size);
	const week = DateTime.fromISO(String(rows[0]?.startDate), { setZone: true });
	const expected = summary.map((row) => ({
		...row,
		week: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
		pageName: sandbox.store.pages.get(String(row.pageId))?.name,
		key: expect.stringMatching(new RegExp(`^\\d{4}-\\d{2}-\\d{2} ${String(row.pageId)}$`)) as string,
	}));
	expect(inOrder(rows)).toEqual(inOrder(expected));
	for (const row of rows) {
		expect(row.key).toBe(`${String(row.week)} ${String(row.pageId)}`);
		const monday = DateTime.fromISO(String(row.week));
		expect(monday.weekdayShort).toBe('Mon');
		expect(Math.abs(monday.diff(week, 'hours').hours)).toBeLessThan(24); // whatever the time zone
	}
	expect(jsonOf(done.node('Write to the sheet'))).toEqual([{}]);
}

export const pageAnalytics: Example = { file: FILE, run };
