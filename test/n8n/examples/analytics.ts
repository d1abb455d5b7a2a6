import { DateTime } from 'luxon';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import { ANALYTICS_FILE, exportAnalytics, faultsOfFile, lastWeek, TIME_ZONE } from '../job/analytics';
import { exampleOf, FAULT, jsonOf, runWell, type Example } from './example';

const EVERY_MONDAY = 'Every Monday at 7:00';

/** What a test does while a page has another name. */
async function renamed<T>({ store }: Sandbox, name: string, use: () => Promise<T>): Promise<T> {
	const page = store.pages.all()[0]!;
	const usual = page.name;
	page.name = name;
	return await use().finally(() => (page.name = usual));
}

export const weeklyAnalytics: Example = {
	file: ANALYTICS_FILE,
	async run(n8n, sandbox) {
		await renamed(sandbox, 'R&D <"Düsseldorf">', async () => {
			sandbox.requests.length = 0;
			const file = await exportAnalytics(n8n, await n8n.importExample(ANALYTICS_FILE));
			const asked = sandbox.requests.filter(({ path }) => path.includes('/analytics/'));
			expect(asked).not.toEqual([]);
			expect(asked.map(({ query }) => query)).toEqual(asked.map(() => lastWeek(TIME_ZONE).period));
			expect(await faultsOfFile(file, sandbox, TIME_ZONE)).toEqual([]);
		});
	},
};

/** With a mail server's answer in place of a mail server. */
export const weeklyReport: Example = {
	file: 'weekly-report-by-email.json',
	async run(n8n, sandbox) {
		const file = exampleOf(weeklyReport.file, { pin: { 'Send the report': [{ accepted: [] }] } });
		// A name that would be a part of the HTML, were it not escaped.
		const name = `<img src=x onerror="alert(1)"> & 'co'`;
		const done = await renamed(sandbox, name, () => runWell(n8n, file, EVERY_MONDAY));
		const rows = jsonOf(done.node('Get page summary'));
		const total = rows.reduce((sum, { totalSessions }) => sum + (totalSessions as number), 0);
		const [report] = jsonOf(done.node('Write the report'));
		expect(report?.subject).toMatch(/^Your pages, \d+ \w+( \d{4})? to \d+ \w+ \d{4}: /);
		expect(report?.subject).toContain(`${total.toLocaleString('en-US')} sessions`);
		expect(report?.html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62; &#38; &#39;co&#39;');
		expect(report?.html).not.toMatch(/<img|undefined|NaN|Infinity|\[object/);
		for (const { conversionRate } of rows)
			expect(report?.html).toContain(`${((conversionRate as number) * 100).toFixed(1)}%`);
	},
};

/** Where one page has no metrics, and a pinned answer in place of Google. */
export const pageAnalytics: Example = {
	file: 'page-analytics-to-google-sheets.json',
	async run(n8n, sandbox) {
		const sheet = 'Write to the sheet';
		const pages = sandbox.store.pages.all();
		const [{ pageId, name: pageName }, ...others] = [pages[1]!, ...pages.toSpliced(1, 1)];
		sandbox.failNext('unprocessable', { when: ({ path }) => path.includes(`${pageId}/analytics`) });
		const file = exampleOf(pageAnalytics.file, { pin: { [sheet]: [{}] } });
		const columns = { mappingMode: 'autoMapInputData', matchingColumns: ['key'] };
		const { parameters } = file.nodes.find(({ name }) => name === sheet)!;
		expect(parameters).toMatchObject({ operation: 'appendOrUpdate', columns }); // the same week over the old rows
		const done = await runWell(n8n, file, EVERY_MONDAY);
		const rows = jsonOf(done.node('Add the key')) as Array<Record<string, string>>;
		expect(rows.map((row) => row.pageName)).toEqual(others.map(({ name }) => name));
		for (const row of rows) {
			expect(row.key).toBe(`${row.from} ${row.pageId}`);
			expect(DateTime.fromISO(row.from!).weekday).toBe(1);
			expect(row.totalSessions).toEqual(expect.any(Number));
		}
		expect(jsonOf(done.node('Pages without metrics'))).toEqual([{ pageId, pageName, error: FAULT }]);
	},
};

const WEEKS = 52;

export const yearOfWeeks: Example = {
	file: 'a-year-of-weeks-to-spreadsheet.json',
	async run(n8n, sandbox) {
		const done = await runWell(n8n, exampleOf(yearOfWeeks.file), 'When clicking Execute workflow');
		const pages = sandbox.store.pages.all();
		const { data: file } = done.node('Excel file').items[0]!.binary!;
		const [header, ...rows] = await readSheet(await n8n.client.download(file!), 'Weeks');
		const rates = ['Conversion rate %', 'Form submit rate %', 'Bounce rate %'];
		expect(header).toEqual(['Page', 'From', 'To', 'Sessions', ...rates, 'Page ID']);
		expect(rows).toHaveLength(WEEKS * pages.length);
		expect(file!.fileName).toBe(`page-analytics-${String(rows[0]![1])}-to-${String(rows.at(-1)![2])}.xlsx`);
		for (const [index, [name, from, to, sessions, conversionRate]] of rows.entries()) {
			expect(name).toBe(pages[Math.floor(index / WEEKS)]!.name);
			const monday = DateTime.fromISO(String(from));
			expect([monday.weekday, monday.plus({ days: 6 }).toISODate()]).toEqual([1, to]);
			expect(sessions).toEqual(expect.any(Number));
			expect(conversionRate).toBeLessThanOrEqual(100);
		}
		expect(Math.max(...rows.map((row) => Number(row[4])))).toBeGreaterThan(1); // a percentage, not a part of 1
	},
};
