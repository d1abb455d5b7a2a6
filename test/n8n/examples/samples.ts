/** Runs the examples once on sample data, and holds what came of it against what the sandbox holds and has served. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { readRows, type Row } from '../harness/spreadsheet';
import { deals } from './sampleDeals.json';
import { dealEntries, inOrder, servedAnalytics } from './sandboxRecords';

/** What one example has done, for a person to read. */
export interface Outcome {
	example: string;
	recordsIn: string;
	written: string;
	/** Path of the spreadsheet, where there is one. */
	file?: string;
	/** What is not as it should be; empty if all is well. */
	shortfalls: string[];
}

const shortfall = (isAsExpected: boolean, description: string): string[] =>
	isAsExpected ? [] : [description];

/** Publishes *CRM deals to account log*, sends it the sample deals and looks for each of them in the sandbox. */
export async function runDeals(n8n: RealN8n, sandbox: Sandbox, workflow: StoredWorkflow): Promise<Outcome> {
	await n8n.client.publish(workflow);
	const { status, body } = await n8n.callWebhook(workflow, { deals });

	const entries = dealEntries(sandbox);
	const ids = new Set(deals.map(({ id }) => id));
	const wrong = deals.filter((deal) => {
		const found = entries.filter(({ entry }) => entry.payload.id === deal.id);
		return (
			found.length !== 1 ||
			found[0]?.domain !== deal.company.domain ||
			!isDeepStrictEqual(found[0].entry.payload, deal)
		);
	});
	return {
		example: 'CRM deals to account log',
		recordsIn: `${deals.length} deals, ${deals.length - ids.size} sent twice`,
		written: `${entries.length} entries in ${new Set(entries.map(({ domain }) => domain)).size} account logs`,
		shortfalls: [
			...shortfall(status === 200, `the webhook answered ${status} ${body}`),
			...shortfall(entries.length === ids.size, `${entries.length} entries for ${ids.size} deals`),
			...shortfall(
				wrong.length === 0,
				`not written once and as sent: ${[...new Set(wrong.map(({ id }) => id))].join(', ')}`,
			),
		],
	};
}

/** Runs *Weekly page analytics to spreadsheet* and keeps its two files in `folder`. */
export async function runAnalytics(
	n8n: RealN8n,
	sandbox: Sandbox,
	workflow: StoredWorkflow,
	folder: string,
): Promise<Outcome[]> {
	const run = await n8n.run(workflow, 'Every Monday at 7:00');
	if (run.status !== 'success') throw new Error(`"${workflow.name}" failed: ${run.error?.message}`);

	const served = await servedAnalytics(sandbox);
	const report = async (
		fileNode: string,
		sheet: string,
		recordName: string,
		rowsServed: Row[],
	): Promise<Outcome> => {
		const file = await keepFile(n8n, run, fileNode, folder);
		const rows = await readRows(file.content, sheet);
		const isAsServed = rows.length > 0 && isDeepStrictEqual(inOrder(rows), inOrder(rowsServed));
		return {
			example: `Weekly page analytics: ${sheet}`,
			recordsIn: `${rowsServed.length} ${recordName}`,
			written: `${rows.length} rows`,
			file: file.path,
			shortfalls: shortfall(isAsServed, `the rows of ${file.path} are not those that the sandbox served`),
		};
	};
	return [
		await report('Summary file', 'Summary', 'pages', served.summary),
		await report('Audiences file', 'Audiences', 'audiences', served.audiences),
	];
}

async function keepFile(n8n: RealN8n, run: Run, fileNode: string, folder: string) {
	const file = run.node(fileNode).items[0]?.binary?.data;
	if (file === undefined) throw new Error(`"${fileNode}" made no file`);
	const content = await n8n.client.download(file);
	const path = join(folder, file.fileName ?? `${fileNode}.xlsx`);
	await mkdir(folder, { recursive: true });
	await writeFile(path, content);
	return { path, content };
}
