/** *Export a year of weeks to a spreadsheet*. */
import { DateTime } from 'luxon';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import type { Example } from './example';

const FILE = 'a-year-of-weeks-to-spreadsheet.json';
const WEEKS = 52;

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	sandbox.requests.length = 0;
	const done = await n8n.run(await n8n.importExample(FILE), 'When clicking Execute workflow');
	expect(done.error).toBeUndefined();
	const pages = sandbox.store.pages.all();
	expect(sandbox.requests.filter(({ path }) => path.endsWith('/analytics/summary'))).toHaveLength(
		WEEKS * pages.length,
	);

	const { data: file } = done.node('Excel file').items[0]!.binary!;
	const [header, ...rows] = await readSheet(await n8n.client.download(file!), 'Weeks');
	const rates = ['Conversion rate %', 'Form submit rate %', 'Bounce rate %'];
	expect(header).toEqual(['Page', 'From', 'To', 'Sessions', ...rates, 'Page ID']);
	expect(rows).toHaveLength(WEEKS * pages.length);
	expect(file!.fileName).toBe(`page-analytics-${rows[0]![1] as string}-to-${rows.at(-1)![2] as string}.xlsx`);
	for (const [index, [name, from, to, sessions, conversionRate]] of rows.entries()) {
		expect(name).toBe(pages[Math.floor(index / WEEKS)]!.name);
		const monday = DateTime.fromISO(String(from));
		expect([monday.weekday, monday.plus({ days: 6 }).toISODate()]).toEqual([1, to]);
		expect(sessions).toEqual(expect.any(Number));
		expect(conversionRate).toBeLessThanOrEqual(100);
	}
	expect(Math.max(...rows.map((row) => Number(row[4])))).toBeGreaterThan(1); // a percentage, not a part of 1
}

export const yearOfWeeks: Example = { file: FILE, run };
