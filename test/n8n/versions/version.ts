import { execFileSync } from 'node:child_process';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { operations } from '../../support/description';
import type { Row } from '../../support/table';
import { FAULT, type Example } from '../examples/example';
import { addEntries } from '../harness/accountLog';
import { nodeOf, pinnedVersion } from '../harness/install';
import { CREDENTIAL_TYPE, type RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, RETRY_ON_FAIL, START } from '../harness/steps';
import { untilTrue } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { TIME_ZONE } from '../job/analytics';
import { everyOperation, expectLinked } from '../node/linkedOperations';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

const NAMES = ['Fine', 'Lost', 'Refused'];

/**
 * The tests of the n8n in a folder, and `examples`: a row of the table of versions, filled while
 * they run.
 */
export function testVersion(folder: string, examples: Example[] = []): Row {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	const node = execFileSync(nodeOf(folder), ['--version'], { encoding: 'utf8' }).trim().slice(1);
	const row: Row = { n8n: pinnedVersion(folder), 'Node.js': node, Examples: '–' };

	// As n8n 2 does. n8n 1 would keep files in the data of executions, and save their end before
	// their data.
	const asNewer = { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', DB_SQLITE_POOL_SIZE: '3' };
	const env = { GENERIC_TIMEZONE: TIME_ZONE, ...asNewer };
	useN8n((both) => ({ sandbox, n8n } = both), { folder, env });

	/**
	 * Creates three people whose names begin as said and end with `NAMES`; the answer to one is lost,
	 * one is refused.
	 */
	async function createPeople(prefix: string, settings: Partial<INode>): Promise<Run> {
		for (const [name, fault] of [
			['Refused', 'unprocessable'],
			['Lost', 'resetAfter'],
		] as const)
			sandbox.failNext(fault, {
				when: ({ body }) => (body as IDataObject).name === `${prefix} ${name}`,
			});
		const create = { resource: 'person', operation: 'create', name: '={{ $json.name }}' };
		const items = NAMES.map((name) => ({ name: `${prefix} ${name}` }));
		return await n8n.runFile(itemsInto(items, audiencePage(create, settings)), START);
	}

	let exampleCount = 0;
	for (const { file, run } of examples)
		it(`runs the example ${file}`, async () => {
			await run(n8n, sandbox);
			const unexpected = sandbox.requests.filter(
				({ status, fault }) => status >= 300 && fault === undefined,
			);
			expect(unexpected).toEqual([]);
			exampleCount += 1;
			row.Examples = exampleCount === examples.length ? `all ${exampleCount}` : `${exampleCount}`;
		});

	it('runs every operation, each output linked to its input', async () => {
		expectLinked(await n8n.runFile(everyOperation(sandbox), START));
		row.Operations = `all ${operations.length}`;
	});

	it('writes once with Retry On Fail, and says what may be written', async () => {
		const { status, error } = await createPeople('Retried', RETRY_ON_FAIL);
		expect(status).toBe('error');
		expect(error?.message).toContain(
			'The failed run may have created this item: check in Audience Page',
		);
		const names = sandbox.store.persons.all().map(({ name }) => name);
		const there = names.filter((name) => name.startsWith('Retried '));
		expect(there.sort()).toEqual(NAMES.map((name) => `Retried ${name}`));
		expect(sandbox.requests).toHaveLength(4);
		row['Retry On Fail'] = 'each record once';
	});

	it('gives what failed to the error output', async () => {
		const run = await createPeople('Sorted', { onError: 'continueErrorOutput' });
		expect(run.status).toBe('success');
		const { outputs } = run.node(NODE);
		const shown = outputs.map((items) =>
			items.map(({ json, pairedItem }) => [json.name, pairedItem]),
		);
		expect(shown).toEqual([
			[['Sorted Fine', { item: 0 }]],
			[
				['Sorted Lost', { item: 1 }],
				['Sorted Refused', { item: 2 }],
			],
		]);
		expect(outputs[1]?.[1]?.json.error).toContain(FAULT);
		row['Error output'] = 'with item and reason';
	});

	it('takes the key from an expression, and refuses a run whose items have different keys', async () => {
		const fields = { baseUrl: sandbox.url, apiKey: '={{ "key-of-" + $json.customer }}' };
		const credential = await n8n.client.createCredential(CREDENTIAL_TYPE, 'By customer', fields);
		const list = { resource: 'page', operation: 'getAll', limit: 1 };
		const step = audiencePage(list, { onError: 'continueErrorOutput' });
		const runFor = async (...customers: number[]) => {
			const items = customers.map((customer) => ({ customer }));
			return await n8n.runFile(itemsInto(items, step), START, credential);
		};
		await runFor(0, 0);
		const refused = await runFor(0, 1);
		const keys = sandbox.requests.map(({ headers }) => headers['x-api-key']);
		expect(keys).toEqual(['key-of-0', 'key-of-0']);
		const errors = refused.node(NODE).outputs[1]?.map(({ json }) => json.error);
		const another: unknown = expect.stringContaining('gives item 1 (counted from 0) another');
		expect(errors).toEqual([another, another]);
	});

	it('is started by the trigger, once for each record, over a crash too', async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const workflow = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId });
		await workflow.publish();
		addEntries(sandbox, accountId, 'first', 'second');
		await workflow.entriesOf(2);
		await n8n.restart('SIGKILL', () => addEntries(sandbox, accountId, 'third'));
		await workflow.entriesOf(3);

		const before = sandbox.requests.length;
		await untilTrue(() => sandbox.requests.length >= before + 2);
		expect(await workflow.entriesOf(3)).toEqual([['first', 'second'], ['third']]);
		expect(await workflow.fetchTestEvent()).toHaveLength(3);
		await workflow.unpublish();
		row.Trigger = 'each record once';
	});
	return row;
}
