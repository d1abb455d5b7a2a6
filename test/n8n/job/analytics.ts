/** *Export weekly page analytics to a spreadsheet*, and what has to be in its cells. */
import { isDeepStrictEqual } from 'node:util';
import { DateTime } from 'luxon';
import { readSheet } from 'read-excel-file/node';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';

export const ANALYTICS_FILE = 'weekly-page-analytics-to-spreadsheet.json';

/** Of a sheet, by the titles of its columns. */
export type SheetRow = Record<string, unknown>;

/** A file that a workflow has made. */
export interface MadeFile {
	name: string;
	content: Buffer;
}

/** The metrics that the service gives of a page or an audience. */
type Metrics = Record<string, number | null>;

const METRICS: Array<[title: string, value: (metrics: Metrics) => number | null | undefined]> = [
	['Sessions', ({ totalSessions }) => totalSessions],
	['Conversion rate', ({ conversionRate }) => conversionRate],
	['Form submit rate', ({ formSubmitRate }) => formSubmitRate],
	['Bounce rate', ({ bounceRate }) => bounceRate],
	['Scroll depth', ({ avgScrollDepthPercentage: percent }) => percent && percent / 100],
	['Seconds per session', ({ avgTimeSpentSeconds }) => avgTimeSpentSeconds],
	['Interactions per session', ({ avgInteractionsPerSession }) => avgInteractionsPerSession],
];

const COUNTS: typeof METRICS = [
	['Conversions', ({ conversionCount }) => conversionCount],
	['Forms submitted', ({ formSubmitCount }) => formSubmitCount],
	['CTA sessions', ({ ctaSessions }) => ctaSessions],
	['Bounces', ({ bounceCount }) => bounceCount],
];

/** A metric that is missing is an empty cell. */
const cellsOf = (columns: typeof METRICS, metrics: Metrics): SheetRow =>
	Object.fromEntries(columns.map(([title, value]) => [title, value(metrics) ?? null]));

/** The Monday of the week that is reported, at its beginning. */
export const mondayOf = (timeZone: string): DateTime =>
	DateTime.now().setZone(timeZone).startOf('week').minus({ weeks: 1 });

/**
 * Runs the workflow as *Execute workflow* does.
 *
 * @throws Error if it fails
 */
export async function exportAnalytics(n8n: RealN8n, workflow: StoredWorkflow): Promise<MadeFile> {
	const run = await n8n.run(workflow, 'Every Monday at 7:00');
	if (run.error !== undefined)
		throw new Error(`The workflow "${workflow.name}" failed: ${run.error.message}`);
	const file = run.node('Make the file').items[0]?.binary?.data;
	if (file === undefined) throw new Error(`The workflow "${workflow.name}" made no file`);
	return { name: file.fileName ?? '', content: await n8n.client.download(file) };
}

/** What has to be on both sheets, by their names: last week's metrics of every page and audience of the sandbox. */
async function expectedSheets(sandbox: Sandbox, timeZone: string): Promise<Map<string, SheetRow[]>> {
	const monday = mondayOf(timeZone);
	const week = { From: dayOf(monday), To: dayOf(monday.plus({ days: 6 })) };
	const period = new URLSearchParams({
		startDate: monday.toUTC().toISO() ?? '',
		endDate: monday.plus({ weeks: 1 }).minus(1).toUTC().toISO() ?? '',
	});
	const ask = async <T>(pageId: string, report: string): Promise<T> => {
		const url = `${sandbox.url}/v0/pages/${pageId}/analytics/${report}?${period.toString()}`;
		return (await (await fetch(url, { headers: { 'x-api-key': sandbox.apiKey } })).json()) as T;
	};
	const pages: SheetRow[] = [];
	const audiences: SheetRow[] = [];
	for (const { pageId, name } of sandbox.store.pages.all()) {
		const metrics = await ask<Metrics>(pageId, 'summary');
		pages.push({ Page: name, ...week, ...cellsOf(METRICS, metrics), 'Page ID': pageId });
		const { items } = await ask<{ items: Array<Metrics & { audienceId: never }> }>(pageId, 'audiences');
		for (const { audienceId, ...of } of items) {
			const audience = sandbox.store.audiences.of(pageId).get(audienceId);
			const Audience = audience?.customName ?? audience?.computedName;
			const ids = { 'Page ID': pageId, 'Audience ID': audienceId };
			audiences.push({ Page: name, Audience, ...week, ...cellsOf([...METRICS, ...COUNTS], of), ...ids });
		}
	}
	return new Map(Object.entries({ Pages: pages, Audiences: audiences }));
}

/** A day as a spreadsheet has it, without time and zone. */
const dayOf = (date: DateTime): Date => new Date(`${date.toISODate()}T00:00:00Z`);

/** The rows of a sheet, in their order. */
export async function rowsOf({ content }: MadeFile, sheet: string): Promise<SheetRow[]> {
	const [titles = [], ...rows] = await readSheet(content, sheet);
	return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [String(title), cells[index]])));
}

/**
 * Compares every cell with the sandbox's analytics.
 *
 * @param timeZone n8n's
 * @returns what differs: a sentence each
 */
export async function faultsOfFile(file: MadeFile, sandbox: Sandbox, timeZone: string): Promise<string[]> {
	const faults: string[] = [];
	const name = `page-analytics-${mondayOf(timeZone).toFormat("kkkk-'W'WW")}.xlsx`;
	if (file.name !== name) faults.push(`The spreadsheet is named ${file.name}, not ${name}`);
	for (const [sheet, expected] of await expectedSheets(sandbox, timeZone)) {
		const rows = await rowsOf(file, sheet);
		if (rows.length !== expected.length)
			faults.push(`Sheet ${sheet} has ${rows.length} rows, not ${expected.length}`);
		for (const wanted of expected) faults.push(...faultsOfRow(sheet, wanted, rows));
	}
	return faults;
}

function faultsOfRow(sheet: string, wanted: SheetRow, rows: SheetRow[]): string[] {
	const what = `Sheet ${sheet}, ${[wanted.Page, wanted.Audience].filter(Boolean).join(', ')}`;
	const isSame = (row: SheetRow) =>
		row['Page ID'] === wanted['Page ID'] && row['Audience ID'] === wanted['Audience ID'];
	const row = rows.find(isSame);
	if (row === undefined) return [`${what}: the row is missing`];
	const titles = [...new Set([...Object.keys(wanted), ...Object.keys(row)])];
	return titles
		.filter((title) => !isDeepStrictEqual(row[title], wanted[title]))
		.map((title) => `${what}: ${title} is ${String(row[title])}, not ${String(wanted[title])}`);
}
