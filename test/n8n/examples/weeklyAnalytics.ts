/** *Export weekly page analytics to a spreadsheet*, of an n8n in this time zone. */
import { DateTime } from 'luxon';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import type { RealN8n } from '../harness/RealN8n';
import type { Example } from './example';
import { servedAnalytics, type Row } from './servedAnalytics';

const FILE = 'weekly-page-analytics-to-spreadsheet.json';

export const TIME_ZONE = 'Europe/Berlin';

/** A name that XML has signs for. */
const NAME = 'R&D <"Düsseldorf">';

/** The columns that both sheets have, each with what it is made of. */
const METRICS: Array<[title: string, field: string]> = [
	['Sessions', 'totalSessions'],
	['Conversion rate', 'conversionRate'],
	['Form submit rate', 'formSubmitRate'],
	['Bounce rate', 'bounceRate'],
];
const OTHER_METRICS = ['Scroll depth', 'Seconds per session', 'Interactions per session'];
const COUNTS = ['Conversions', 'Forms submitted', 'CTA sessions', 'Bounces'];
const COLUMNS = ['From', 'To', ...METRICS.map(([title]) => title), ...OTHER_METRICS];

/** The rows of a sheet, by the titles of its columns. */
async function rowsOf(file: Buffer, sheet: string, titles: string[]): Promise<Row[]> {
	const [header = [], ...rows] = await readSheet(file, sheet);
	expect(header).toEqual(titles);
	return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index]])));
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const [page] = sandbox.store.pages.all();
	const name = page!.name;
	page!.name = NAME;
	sandbox.requests.length = 0;
	const done = await n8n.run(await n8n.importExample(FILE), 'Every Monday at 7:00');
	page!.name = name;
	expect(done.error).toBeUndefined();

	const monday = DateTime.now().setZone(TIME_ZONE).startOf('week').minus({ weeks: 1 });
	const { data: file } = done.node('Make the file').items[0]!.binary!;
	expect(file!.fileName).toBe(`page-analytics-${monday.toFormat("kkkk-'W'WW")}.xlsx`);
	const content = await n8n.client.download(file!);
	const { summary, audiences } = await servedAnalytics(sandbox);
	const sheets = [
		{ sheet: 'Pages', titles: ['Page', ...COLUMNS, 'Page ID'], served: summary },
		{
			sheet: 'Audiences',
			titles: ['Page', 'Audience', ...COLUMNS, ...COUNTS, 'Page ID', 'Audience ID'],
			served: audiences,
		},
	];
	for (const { sheet, titles, served } of sheets) {
		const rows = await rowsOf(content, sheet, titles);
		expect(rows).not.toEqual([]);
		expect(rows).toHaveLength(served.length);
		for (const row of rows) {
			const { pageId, ...figures } = served.find(
				(one) => one.pageId === row['Page ID'] && one.audienceId === (row['Audience ID'] ?? one.audienceId),
			)!;
			const { name: pageName } = sandbox.store.pages.get(String(pageId))!;
			expect(row).toMatchObject({
				Page: pageId === page!.pageId ? NAME : pageName,
				From: new Date(`${monday.toISODate()}T00:00:00Z`),
				To: new Date(`${monday.plus({ days: 6 }).toISODate()}T00:00:00Z`),
				...Object.fromEntries(METRICS.map(([title, field]) => [title, figures[field]])),
			});
		}
	}

	const { startDate, endDate } = summary[0]!;
	expect(startDate).toBe(monday.toUTC().toISO());
	expect(endDate).toBe(monday.plus({ weeks: 1 }).minus(1).toUTC().toISO());
}

export const weeklyAnalytics: Example = { file: FILE, run };
