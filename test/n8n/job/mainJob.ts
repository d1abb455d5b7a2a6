/** The main job on a real n8n: what it has written, as a person reads it, and what is missing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../service/sandbox';
import { table } from '../../support/table';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import {
	ANALYTICS_FILE,
	exportAnalytics,
	faultsOfFile,
	rowsOf,
	type MadeFile,
	type SheetRow,
} from './analytics';
import { DEALS_FILE, dealsIn, sendDealsTwice } from './deals';

const SHOWN_ROWS = 5;

export interface Job {
	n8n: RealN8n;
	sandbox: Sandbox;
	/** Of n8n. */
	timeZone: string;
	/** The examples, imported, by the names of their files. */
	workflows: Map<string, StoredWorkflow>;
	/** Where the spreadsheet goes. */
	folder: string;
	/** How that is written for a person. */
	shownFolder: string;
	print: (text: string) => void;
}

/**
 * Writes CRM deals to account logs, each sent twice, and last week's analytics to a spreadsheet; prints both.
 *
 * @returns what is not as it should be, by the sandbox's own records: a sentence each; none, if all is done
 */
export async function runMainJob(job: Job): Promise<string[]> {
	const faults: string[] = [];
	for (const part of [writeDeals, writeSpreadsheet]) {
		faults.push(...(await part(job).catch((error: unknown) => [(error as Error).message])));
	}
	return faults;
}

function workflowOf({ workflows }: Job, file: string): StoredWorkflow {
	const workflow = workflows.get(file);
	if (workflow === undefined) throw new Error(`${file} is not imported`);
	return workflow;
}

async function writeDeals(job: Job): Promise<string[]> {
	const { n8n, sandbox, print } = job;
	const workflow = workflowOf(job, DEALS_FILE);
	await n8n.client.publish(workflow);
	const faults = await sendDealsTwice(n8n, sandbox, workflow);
	const rows = dealsIn(sandbox).map(({ domain, deal }) => [
		deal.id,
		domain,
		deal.stage,
		`${deal.amount.toLocaleString('en', { minimumFractionDigits: 2 })} ${deal.currency}`,
	]);
	const titles = ['Deal', 'Account', 'Stage', 'Amount'];
	print(block('Deals sent to one workflow twice, in the account logs once:', [titles, ...rows]));
	return faults;
}

async function writeSpreadsheet(job: Job): Promise<string[]> {
	const { n8n, sandbox, timeZone, folder, shownFolder, print } = job;
	const file = await exportAnalytics(n8n, workflowOf(job, ANALYTICS_FILE));
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, file.name), file.content);
	print(await excerptOf(file, join(shownFolder, file.name)));
	return await faultsOfFile(file, sandbox, timeZone);
}

async function excerptOf(file: MadeFile, path: string): Promise<string> {
	const [pages, audiences] = [await rowsOf(file, 'Pages'), await rowsOf(file, 'Audiences')];
	const shown = pages.slice(0, SHOWN_ROWS);
	const titles = Object.keys(pages[0] ?? {}).slice(0, 7);
	const more = pages.length - shown.length;
	const rest = `${more > 0 ? `… ${more} more pages, and ` : 'and '}${audiences.length} audiences on the second sheet`;
	const rows = shown.map((row) => titles.map((title) => cellText(title, row)));
	return block(`Last week's analytics, by another workflow: ${path}`, [titles, ...rows], rest);
}

function cellText(title: string, row: SheetRow): string {
	const value = row[title];
	if (value instanceof Date) return value.toISOString().slice(0, 10);
	return typeof value === 'number' && title.endsWith('rate')
		? `${(value * 100).toFixed(1)} %`
		: String(value);
}

/** A heading, and a table below it. */
function block(heading: string, rows: string[][], rest = ''): string {
	const lines = [...table(rows).split('\n'), rest].filter((line) => line !== '');
	return `\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
