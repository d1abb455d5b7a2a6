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

/** The Monday of the week that is reported. */
const lastMonday = (timeZone: string) => DateTime.now().setZone(timeZone).startOf('week').minus({ weeks: 1 });

/** Runs the workflow as *Execute workflow* does; throws if it fails. */
export async function exportAnalytics(n8n: RealN8n, workflow: StoredWorkflow): Promise<MadeFile> {
	const run = await n8n.client.runManually(workflow, 'Every Monday at 7:00');
	const file = run.node('Make the file').items[0]?.binary?.data;
	if (file === undefined) throw new Error(`The workflow "${workflow.name}" failed: ${run.error?.message}`);
	return { name: file.fileName ?? '', content: await n8n.client.download(file) };
}

/** What has to be on both sheets, among other metrics: last week's of every page and audience of the sandbox. */
async function expectedSheets(sandbox: Sandbox, timeZone: string): Promise<Record<string, SheetRow[]>> {
	const monday = lastMonday(timeZone);
	const dayOf = (date: DateTime) => new Date(`${date.toISODate()}T00:00:00Z`); // without time and zone
	const week = { From: dayOf(monday), To: dayOf(monday.plus({ days: 6 })) };
	const end = monday.plus({ weeks: 1 }).minus(1);
	const period = { startDate: monday.toUTC().toISO()!, endDate: end.toUTC().toISO()! };
	const ask = async <T>(pageId: string, report: string): Promise<T> => {
		const path = `/v0/pages/${pageId}/analytics/${report}?${new URLSearchParams(period).toString()}`;
		const answer = await fetch(sandbox.url + path, { headers: { 'x-api-key': sandbox.apiKey } });
		return (await answer.json()) as T;
	};
	const cellsOf = ({ totalSessions, conversionRate }: Metrics) => ({
		...{ ...week, Sessions: totalSessions, 'Conversion rate': conversionRate },
	});
	const Pages: SheetRow[] = [];
	const Audiences: SheetRow[] = [];
	for (const { pageId, name: Page } of sandbox.store.pages.all()) {
		const ofPage = { Page, 'Page ID': pageId };
		Pages.push({ ...ofPage, ...cellsOf(await ask(pageId, 'summary')) });
		const { items } = await ask<{ items: Metrics[] }>(pageId, 'audiences');
		for (const metrics of items)
			Audiences.push({ ...ofPage, 'Audience ID': metrics.audienceId, ...cellsOf(metrics) });
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
	return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [String(title), cells[index]])));
}

/** Compares the sheets with the sandbox's analytics: a sentence for each row that differs. */
export async function faultsOfFile(file: MadeFile, sandbox: Sandbox, timeZone: string): Promise<string[]> {
	const faults: string[] = [];
	const name = `page-analytics-${lastMonday(timeZone).toFormat("kkkk-'W'WW")}.xlsx`;
	if (file.name !== name) faults.push(`The spreadsheet is named ${file.name}, not ${name}`);
	for (const [sheet, expected] of Object.entries(await expectedSheets(sandbox, timeZone))) {
		const rows = await rowsOf(file, sheet);
		if (rows.length !== expected.length)
			faults.push(`Sheet ${sheet} has ${rows.length} rows, not ${expected.length}`);
		for (const wanted of expected.filter(
			(one) => !rows.some((row) => isDeepStrictEqual({ ...row, ...one }, row)),
		))
			faults.push(`Sheet ${sheet} has no row ${JSON.stringify(wanted)}`);
	}
	return faults;
}
