/** *Write a large import on several workers*, with a list of rows in place of its sample. */
import type { IDataObject } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { Sandbox } from '../../service/sandbox';
import type { WorkflowFile } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { payloadsOf } from '../harness/accountLog';
import type { Run } from '../harness/run';
import { until } from '../harness/until';
import { exampleOf, type Example, type Setup } from './example';

const FILE = 'large-import-on-several-workers.json';
const DOMAINS = 5;
/** The node that a batch's execution writes with. */
export const WRITE = 'Write to account log';

export type RowOfImport = ReturnType<typeof rowsOf>[number];

export const rowsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({
		...{ Row: n, Domain: `import-${n % DOMAINS}.example`, Type: 'meeting' },
	}));

/** The example with these rows, which a Google sheet numbers, in batches of so many. */
export function importOf(
	rows: IDataObject[],
	batchSize: number,
	fill: Setup['fill'] = {},
): WorkflowFile {
	const pin = { 'Read the list': rows.map((row, n) => ({ row_number: n + 2, ...row })) };
	return exampleOf(FILE, { pin, fill: { Batches: { batchSize }, ...fill } });
}

/** Executes it by hand, and waits for so many batches: their executions. */
export async function runImport(n8n: RealN8n, file: WorkflowFile, batches: number): Promise<Run[]> {
	const workflow = await n8n.importWorkflow(file);
	const done = await n8n.client.runManually(workflow, 'When clicking Execute workflow');
	expect(done.error).toBeUndefined();
	const ids = await until(async () => {
		const others = (await n8n.client.executionIds(workflow)).filter((id) => id !== done.id);
		return others.length === batches ? others : undefined;
	});
	return await Promise.all(ids.map(async (id) => await n8n.client.waitForRun(id)));
}

/** What is in the logs of the rows' accounts, in the order of the list. */
export const writtenRows = (sandbox: Sandbox): RowOfImport[] =>
	rowsOf(DOMAINS)
		.flatMap(({ Domain }) => payloadsOf(sandbox, Domain) as RowOfImport[])
		.sort((one, other) => one.Row - other.Row);

export const largeImport: Example = {
	file: FILE,
	async run(n8n, sandbox) {
		const rows = rowsOf(6);
		// A row that can never be written keeps no other from the log, and is reported after three
		// attempts.
		rows[5]!.Domain = 'no domain';
		const file = importOf(rows, 4, { 'Wait for a worker': { amount: 1 } });
		const runs = await runImport(n8n, file, 2);
		expect(runs.flatMap(({ error }) => error?.message ?? [])).toEqual([
			expect.stringMatching(
				/^Rows of this batch that were not written: 1\. The first is for no domain: Domain /,
			),
		]);
		expect(writtenRows(sandbox)).toEqual(rows.slice(0, 5));
		const keys = sandbox.requests.map(({ body }) => (body as AccountLog).idempotencyKey);
		expect(keys.filter((key) => /^import-[0-9a-f]{32}$/.test(String(key)))).toHaveLength(5);
		expect(new Set(keys).size).toBe(5);
	},
};
