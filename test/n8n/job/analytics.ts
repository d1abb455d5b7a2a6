/** *Export weekly page analytics to a spreadsheet*, and what has to be in its cells. */
import { isDeepStrictEqual } from 'node:util';
import { DateTime } from 'luxon';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

export const ANALYTICS_FILE = 'weekly-page-analytics-to-spreadsheet.json';

/** That of an n8n whose weeks begin at another time than in UTC. */
export const TIME_ZONE = 'Europe/Berlin';

type SheetRow = Record<string, unknown>;

interface Spreadsheet {
	name: string;
	content: Buffer;
}

interface Metrics {
	totalSessions: number;
	conversionRate: number | null;
}

/** The Monday of the week that is reported. */
const lastMonday = (timeZone: string) =>
	DateTime.now().setZone(timeZone).startOf('week').minus({ weeks: 1 });

/** Runs the workflow as *Execute workflow* does; throws if it fails. */
export async function exportAnalytics(
	n8n: RealN8n,
	workflow: StoredWorkflow,
): Promise<Spreadsheet> {
	const run = await n8n.client.runManually(workflow, 'Every Monday at 7:00');
	const file = run.node('Make the file').items[0]?.binary?.data;
	if (file === undefined)
		throw new Error(`The workflow "${workflow.name}" failed: ${run.error?.message}`);
	return { name: file.fileName ?? '', content: await n8n.client.download(file) };
}

export async function rowsOf({ content }: Spreadsheet): Promise<SheetRow[]> {
	const [titles = [], ...rows] = await readSheet(content);
	return rows.map((cells) =>
		Object.fromEntries(titles.map((title, index) => [String(title), cells[index]])),
	);
}

/** The service's own metrics of a page for the week from a Monday. */
async function metricsOf(sandbox: Sandbox, pageId: string, monday: DateTime): Promise<Metrics> {
	const end = monday.plus({ weeks: 1 }).minus(1);
	const period = { startDate: monday.toUTC().toISO()!, endDate: end.toUTC().toISO()! };
	const query = new URLSearchParams(period).toString();
	const url = `${sandbox.url}/v0/pages/${pageId}/analytics/summary?${query}`;
	const answer = await fetch(url, { headers: { 'x-api-key': sandbox.apiKey } });
	return (await answer.json()) as Metrics;
}

/** The first columns of the rows: last week's metrics of every page, the most sessions first. */
async function expectedRows(sandbox: Sandbox, timeZone: string): Promise<SheetRow[]> {
	const monday = lastMonday(timeZone);
	const From = monday.toISODate();
	const To = monday.plus({ days: 6 }).toISODate();
	const rows = sandbox.store.pages.all().map(async ({ pageId, name: Page }) => {
		const now = await metricsOf(sandbox, pageId, monday);
		const before = await metricsOf(sandbox, pageId, monday.minus({ weeks: 1 }));
		return {
			...{ Page, From, To, Sessions: now.totalSessions },
			'Sessions Before': before.totalSessions,
			Change: now.totalSessions - before.totalSessions,
			'Conversion Rate': now.conversionRate,
			'Conversion Rate Before': before.conversionRate,
		};
	});
	return (await Promise.all(rows)).sort((a, b) => b.Sessions - a.Sessions);
}

/** Compares the file with the sandbox's analytics: a sentence for each thing that differs. */
export async function faultsOfFile(
	file: Spreadsheet,
	sandbox: Sandbox,
	timeZone: string,
): Promise<string[]> {
	const faults: string[] = [];
	const name = `page-analytics-${lastMonday(timeZone).toISODate()}.xlsx`;
	if (file.name !== name) faults.push(`The spreadsheet is named ${file.name}, not ${name}`);
	const rows = await rowsOf(file);
	const expected = await expectedRows(sandbox, timeZone);
	const sessionsOf = (all: SheetRow[]) => all.map(({ Sessions }) => String(Sessions)).join();
	if (sessionsOf(rows) !== sessionsOf(expected))
		faults.push(`It has the sessions ${sessionsOf(rows)}, not ${sessionsOf(expected)}`);
	for (const cells of expected)
		if (!rows.some((row) => isDeepStrictEqual({ ...row, ...cells }, row)))
			faults.push(`It has no row ${JSON.stringify(cells)}`);
	return faults;
}
