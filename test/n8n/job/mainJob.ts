/** The main job on a real n8n: what it has written, as a person reads it, and what is missing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../service/sandbox';
import { table } from '../../support/table';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { ANALYTICS_FILE, exportAnalytics, faultsOfFile, rowsOf } from './analytics';
import { DEALS_FILE, dealsIn, sendDealsTwice } from './deals';

const SHOWN_ROWS = 5;
const SHOWN_COLUMNS = 7;

export interface Job {
	n8n: RealN8n;
	sandbox: Sandbox;
	timeZone: string;
	/** The examples, imported, by the names of their files. */
	workflows: Map<string, StoredWorkflow>;
	/** Where the spreadsheet goes, and how that is written for a person. */
	folder: string;
	shownFolder: string;
}

/**
 * Writes deals twice and a spreadsheet, prints both, and says what is wrong by the sandbox's
 * records, if anything.
 */
export async function runMainJob(job: Job): Promise<string[]> {
	const faults: string[] = [];
	for (const step of [writeDeals, writeSpreadsheet])
		faults.push(...(await step(job).catch((error: unknown) => [(error as Error).message])));
	return faults;
}

async function writeDeals({ n8n, sandbox, workflows }: Job): Promise<string[]> {
	const workflow = workflows.get(DEALS_FILE)!;
	await n8n.client.publish(workflow);
	const faults = await sendDealsTwice(n8n, sandbox, workflow);
	const rows = dealsIn(sandbox).map(({ dealId, domain, stage, amount, currency }) => {
		const shown = Number(amount).toLocaleString('en', { minimumFractionDigits: 2 });
		return [dealId, domain, stage, `${shown} ${currency}`];
	});
	const titles = ['Deal', 'Account', 'Stage', 'Amount'];
	console.log(
		block('Deals sent to one workflow twice, in the account logs once:', [titles, ...rows]),
	);
	return faults;
}

async function writeSpreadsheet(job: Job): Promise<string[]> {
	const { n8n, sandbox, timeZone, workflows, folder, shownFolder } = job;
	const file = await exportAnalytics(n8n, workflows.get(ANALYTICS_FILE)!);
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, file.name), file.content);
	const pages = await rowsOf(file);
	const titles = Object.keys(pages[0] ?? {}).slice(0, SHOWN_COLUMNS);
	const rows = pages.slice(0, SHOWN_ROWS).map((row) => titles.map((title) => cellText(row[title])));
	const heading = `Last week's analytics, by another workflow: ${join(shownFolder, file.name)}`;
	console.log(`${block(heading, [titles, ...rows])}\n  ${pages.length} pages in all`);
	return await faultsOfFile(file, sandbox, timeZone);
}

const cellText = (value: unknown): string => (value === null ? '–' : String(value as string));

const block = (heading: string, rows: string[][]): string =>
	[`\n${heading}`, ...table(rows).split('\n')].join('\n  ');
