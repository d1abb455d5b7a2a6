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

export type SheetRow = Record<string, unknown>;

interface MadeFile {
	name: string;
	content: Buffer;
	/** The XML of each sheet. */
	sheets: string[];
}

/** What makes a sheet fit for a reader, where no cell says it. */
const LAYOUT = [
	'fitToPage="1"',
	'orientation="landscape" fitToWidth="1" fitToHeight="0"',
	'<autoFilter ref="A1:',
];

/** The Monday of the week that is reported. */
const lastMonday = (timeZone: string) =>
	DateTime.now().setZone(timeZone).startOf('week').minus({ weeks: 1 });

/** Runs the workflow as *Execute workflow* does; throws if it fails. */
export async function exportAnalytics(n8n: RealN8n, workflow: StoredWorkflow): Promise<MadeFile> {
	const run = await n8n.client.runManually(workflow, 'Every Monday at 7:00');
	const file = run.node('Make the file').items[0]?.binary?.data;
	if (file === undefined)
		throw new Error(`The workflow "${workflow.name}" failed: ${run.error?.message}`);
	const parts = Object.values(run.node('Write the sheets').items[0]?.binary ?? {});
	const ofSheets = parts.filter(({ fileName = '' }) => fileName.startsWith('xl/worksheets/'));
	const sheets = ofSheets.map(({ data }) => Buffer.from(data, 'base64').toString());
	const content = await n8n.client.download(file);
	return { name: file.fileName ?? '', content, sheets };
}

/**
 * What has to be on both sheets, among other metrics: last week's of every page and audience of the
 * sandbox.
 */
async function expectedSheets(
	sandbox: Sandbox,
	timeZone: string,
): Promise<Record<string, SheetRow[]>> {
	const monday = lastMonday(timeZone);
	const dayOf = (date: DateTime) => new Date(`${date.toISODate()}T00:00:00Z`); // without time and zone
	const week = { From: dayOf(monday), To: dayOf(monday.plus({ days: 6 })) };
	const reportOf = async (pageId: string, report: string, begin: DateTime): Promise<Metrics[]> => {
		const end = begin.plus({ weeks: 1 }).minus(1);
		const period = { startDate: begin.toUTC().toISO()!, endDate: end.toUTC().toISO()! };
		const path = `/v0/pages/${pageId}/analytics/${report}?${new URLSearchParams(period).toString()}`;
		const answer = await fetch(sandbox.url + path, { headers: { 'x-api-key': sandbox.apiKey } });
		const body = (await answer.json()) as Metrics & { items?: Metrics[] };
		return body.items ?? [body];
	};
	const rowsOfReport = async (pageId: string, report: string) => {
		const before = await reportOf(pageId, report, monday.minus({ weeks: 1 }));
		return (await reportOf(pageId, report, monday)).map(
			({ audienceId, totalSessions, conversionRate }) => {
				const then = before.find((one) => one.audienceId === audienceId)?.totalSessions ?? 0;
				const rate = { 'Conversion rate': totalSessions > 0 ? conversionRate : null };
				return {
					audienceId,
					cells: { ...week, Sessions: totalSessions, Change: totalSessions - then, ...rate },
				};
			},
		);
	};
	const { pages, audiences } = sandbox.store;
	const Pages: SheetRow[] = [];
	const Audiences: SheetRow[] = [];
	for (const { pageId, name: Page } of pages.all()) {
		const ofPage = { Page, 'Page ID': pageId };
		for (const { cells } of await rowsOfReport(pageId, 'summary'))
			Pages.push({ ...ofPage, ...cells });
		for (const { audienceId = '', cells } of await rowsOfReport(pageId, 'audiences')) {
			const { status: Status } = audiences.of(pageId).get(audienceId)!;
			Audiences.push({ ...ofPage, 'Audience ID': audienceId, Status, ...cells });
		}
	}
	return { Pages, Audiences };
}

interface Metrics {
	audienceId?: string;
	totalSessions: number;
	conversionRate: number | null;
}

export async function rowsOf({ content }: MadeFile, sheet: string): Promise<SheetRow[]> {
	const [titles = [], ...rows] = await readSheet(content, sheet);
	return rows.map((cells) =>
		Object.fromEntries(titles.map((title, index) => [String(title), cells[index]])),
	);
}

/** Compares the sheets with the sandbox's analytics: a sentence for each row that differs. */
export async function faultsOfFile(
	file: MadeFile,
	sandbox: Sandbox,
	timeZone: string,
): Promise<string[]> {
	const faults: string[] = [];
	const name = `page-analytics-${lastMonday(timeZone).toFormat("kkkk-'W'WW")}.xlsx`;
	if (file.name !== name) faults.push(`The spreadsheet is named ${file.name}, not ${name}`);
	for (const [sheet, expected] of Object.entries(await expectedSheets(sandbox, timeZone))) {
		const rows = await rowsOf(file, sheet);
		const last = rows.pop();
		const [sessions, sorted] = [rows, expected].map((all) =>
			all.map(({ Sessions }) => Number(Sessions)),
		);
		sorted!.sort((one, other) => other - one);
		if (!isDeepStrictEqual(sessions, sorted))
			faults.push(`Sheet ${sheet} has the sessions ${String(sessions)}, not ${String(sorted)}`);
		const sumOf = (title: string) => expected.reduce((sum, row) => sum + Number(row[title]), 0);
		const total = { Page: 'Total', Sessions: sumOf('Sessions'), Change: sumOf('Change') };
		for (const [wanted, among] of [
			...expected.map((row) => [row, rows] as const),
			[total, [last]] as const,
		])
			if (!among.some((row) => isDeepStrictEqual({ ...row, ...wanted }, row)))
				faults.push(`Sheet ${sheet} has no row ${JSON.stringify(wanted)}`);
	}
	for (const missing of LAYOUT.filter((part) => !file.sheets.every((xml) => xml.includes(part))))
		faults.push(`A sheet is without ${missing}`);
	return faults;
}
