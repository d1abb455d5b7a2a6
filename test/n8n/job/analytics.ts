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

export interface MadeFile {
	name: string;
	content: Buffer;
}

/** The metrics that the service gives of a page or an audience, by the titles of their columns. */
const METRICS = {
	Sessions: 'totalSessions',
	'Conversion rate': 'conversionRate',
	'Form submit rate': 'formSubmitRate',
	'Bounce rate': 'bounceRate',
	'Scroll depth': 'avgScrollDepthPercentage',
	'Seconds per session': 'avgTimeSpentSeconds',
	'Interactions per session': 'avgInteractionsPerSession',
};
const COUNTS = {
	Conversions: 'conversionCount',
	'Forms submitted': 'formSubmitCount',
	'CTA sessions': 'ctaSessions',
	Bounces: 'bounceCount',
};

/** A metric that is missing is an empty cell; the scroll depth is a part of 1 there. */
const cellsOf = (columns: Record<string, string>, metrics: Record<string, number | null>): SheetRow =>
	Object.fromEntries(
		Object.entries(columns).map(([title, name]) => {
			const value = metrics[name] ?? null;
			return [title, title === 'Scroll depth' && value !== null ? value / 100 : value];
		}),
	);

/** The week that is reported: its Monday, and the period that the service is asked for. */
export function lastWeek(timeZone: string) {
	const monday = DateTime.now().setZone(timeZone).startOf('week').minus({ weeks: 1 });
	const end = monday.plus({ weeks: 1 }).minus(1);
	return { monday, period: { startDate: monday.toUTC().toISO()!, endDate: end.toUTC().toISO()! } };
}

/** Runs the workflow as *Execute workflow* does; throws if it fails. */
export async function exportAnalytics(n8n: RealN8n, workflow: StoredWorkflow): Promise<MadeFile> {
	const run = await n8n.client.runManually(workflow, 'Every Monday at 7:00');
	const file = run.node('Make the file').items[0]?.binary?.data;
	if (file === undefined) throw new Error(`The workflow "${workflow.name}" failed: ${run.error?.message}`);
	return { name: file.fileName ?? '', content: await n8n.client.download(file) };
}

/** What has to be on both sheets, by their names: last week's metrics of every page and audience of the sandbox. */
async function expectedSheets(sandbox: Sandbox, timeZone: string): Promise<Record<string, SheetRow[]>> {
	const { monday, period } = lastWeek(timeZone);
	const dayOf = (date: DateTime) => new Date(`${date.toISODate()}T00:00:00Z`); // without time and zone
	const week = { From: dayOf(monday), To: dayOf(monday.plus({ days: 6 })) };
	const ask = async <T>(pageId: string, report: string): Promise<T> => {
		const path = `/v0/pages/${pageId}/analytics/${report}?${new URLSearchParams(period).toString()}`;
		return (await (
			await fetch(sandbox.url + path, { headers: { 'x-api-key': sandbox.apiKey } })
		).json()) as T;
	};
	const Pages: SheetRow[] = [];
	const Audiences: SheetRow[] = [];
	for (const { pageId, name: Page } of sandbox.store.pages.all()) {
		const metrics = await ask<Record<string, number>>(pageId, 'summary');
		Pages.push({ Page, ...week, ...cellsOf(METRICS, metrics), 'Page ID': pageId });
		const { items } = await ask<{ items: Array<{ audienceId: string }> }>(pageId, 'audiences');
		for (const { audienceId, ...of } of items) {
			const audience = sandbox.store.audiences.of(pageId).get(audienceId);
			const Audience = audience?.customName ?? audience?.computedName;
			const ids = { 'Page ID': pageId, 'Audience ID': audienceId };
			Audiences.push({ Page, Audience, ...week, ...cellsOf({ ...METRICS, ...COUNTS }, of), ...ids });
		}
	}
	return { Pages, Audiences };
}

export async function rowsOf({ content }: MadeFile, sheet: string): Promise<SheetRow[]> {
	const [titles = [], ...rows] = await readSheet(content, sheet);
	return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [String(title), cells[index]])));
}

/** Compares every cell with the sandbox's analytics: a sentence for each that differs. */
export async function faultsOfFile(file: MadeFile, sandbox: Sandbox, timeZone: string): Promise<string[]> {
	const faults: string[] = [];
	const name = `page-analytics-${lastWeek(timeZone).monday.toFormat("kkkk-'W'WW")}.xlsx`;
	if (file.name !== name) faults.push(`The spreadsheet is named ${file.name}, not ${name}`);
	for (const [sheet, expected] of Object.entries(await expectedSheets(sandbox, timeZone))) {
		const rows = await rowsOf(file, sheet);
		if (rows.length !== expected.length)
			faults.push(`Sheet ${sheet} has ${rows.length} rows, not ${expected.length}`);
		for (const wanted of expected.filter((one) => !rows.some((row) => isDeepStrictEqual(row, one))))
			faults.push(`Sheet ${sheet} has no row ${JSON.stringify(wanted)}`);
	}
	return faults;
}
