import { execFileSync } from 'node:child_process';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { events, operations, optionsOf } from '../../support/description';
import type { Row } from '../../support/table';
import { FAULT, type Example } from '../examples/example';
import { addEntries } from '../harness/accountLog';
import { pinnedVersion } from '../harness/install';
import { nodeOf } from '../harness/node';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, RETRY_ON_FAIL, START, TRIGGER } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { TIME_ZONE } from '../job/analytics';
import { everyOperation, LINKS, pairsOf } from '../node/linkedOperations';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

const NAMES = ['Fine', 'Refused', 'Lost'];

/**
 * The tests of the n8n in a folder, for a `describe` of their own.
 *
 * @param examples those to run beside the rest
 * @returns a row of the table of versions, filled while the tests run
 */
export function testVersion(folder: string, examples: Example[] = []): Row {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	const row: Row = { n8n: pinnedVersion(folder) };

	useN8n((both) => ({ sandbox, n8n } = both), { folder, env: { GENERIC_TIMEZONE: TIME_ZONE } });

	beforeAll(() => {
		row['Node.js'] = execFileSync(nodeOf(folder), ['--version'], { encoding: 'utf8' }).trim().slice(1);
		row.Examples = '–';
	});

	/** Creates three people whose names begin as said and end with `NAMES`; the answer to one is lost, one is refused. */
	async function createPeople(prefix: string, settings: Partial<INode>): Promise<Run> {
		for (const [name, fault] of [
			['Refused', 'unprocessable'],
			['Lost', 'resetAfter'],
		] as const)
			sandbox.failNext(fault, { when: ({ body }) => (body as IDataObject).name === `${prefix} ${name}` });
		const create = { resource: 'person', operation: 'create', name: '={{ $json.name }}' };
		const items = NAMES.map((name) => ({ name: `${prefix} ${name}` }));
		return await n8n.run(await n8n.importWorkflow(itemsInto(items, audiencePage(create, settings))), START);
	}

	let exampleCount = 0;
	for (const { file, run } of examples) {
		it(`runs the example ${file}`, async () => {
			await run(n8n, sandbox);
			const unexpected = sandbox.requests.filter(({ status, fault }) => status >= 300 && fault === undefined);
			expect(unexpected).toEqual([]);
			exampleCount += 1;
			const isAll = exampleCount === examples.length;
			row.Examples = isAll ? `all ${exampleCount}` : `${exampleCount} of ${examples.length}`;
		});
	}

	it('loads both nodes, and a tool of the first', async () => {
		const types = await n8n.client.nodeTypes();
		const offered = (node: string, parameter: string) =>
			types
				.filter(({ name }) => name === `n8n-nodes-audience-page.${node}`)
				.flatMap(({ properties }) => properties.filter(({ name }) => name === parameter))
				.flatMap((property) => optionsOf(property).map(({ value }) => value));
		const ofNode = operations.map(({ operation }) => operation);
		expect(offered('audiencePage', 'operation')).toEqual(expect.arrayContaining(ofNode));
		expect(offered('audiencePageTool', 'operation')).toEqual(expect.arrayContaining(ofNode));
		expect(offered('audiencePageTrigger', 'event')).toEqual(events.map(({ event }) => event));
	});

	it('runs every operation, each output linked to its input', async () => {
		const run = await n8n.run(await n8n.importWorkflow(everyOperation(sandbox)), START);
		expect(run.error).toBeUndefined();
		expect(pairsOf(run)).toEqual(LINKS);
		row.Operations = `all ${operations.length}`;
	});

	it('writes once with Retry On Fail, and says what may be written', async () => {
		const { status, error } = await createPeople('Retried', RETRY_ON_FAIL);
		expect(status).toBe('error');
		expect(error?.message).toContain('The request may have succeeded');
		const names = sandbox.store.persons.all().map(({ name }) => name);
		const there = names.filter((name) => name.startsWith('Retried '));
		expect(there.sort()).toEqual(NAMES.map((name) => `Retried ${name}`).sort());
		expect(sandbox.requests).toHaveLength(4);
		row['Retry On Fail'] = 'each record once';
	});

	it('gives what failed to the error output', async () => {
		const run = await createPeople('Sorted', { onError: 'continueErrorOutput' });
		expect(run.status).toBe('success');
		const outputs = run
			.node(NODE)
			.outputs.map((items) => items.map(({ json, pairedItem }) => [json.name, pairedItem]));
		expect(outputs).toEqual([
			[['Sorted Fine', { item: 0 }]],
			[
				['Sorted Refused', { item: 1 }],
				['Sorted Lost', { item: 2 }],
			],
		]);
		expect(run.node(NODE).outputs[1]?.[0]?.json.error).toBe(FAULT);
		row['Error output'] = 'with item and reason';
	});

	it.each(['$json.tenant', '$itemIndex', '$input.item?.json.tenant', '[0, 1, 2][$position]'])(
		'sends each item with its own key, where the key depends on %s',
		async (tenant) => {
			const fields = { baseUrl: sandbox.url, apiKey: `={{ "key-of-" + ${tenant} }}` };
			const credential = await n8n.client.createCredential('audiencePageApi', `By ${tenant}`, fields);
			const list = { resource: 'page', operation: 'getAll', limit: 1 };
			const items = [0, 1, 2].map((one) => ({ tenant: one }));
			const file = itemsInto(items, audiencePage(list, { onError: 'continueErrorOutput' }));
			await n8n.run(await n8n.importWorkflow(file, credential), START);
			const keys = sandbox.requests.map(({ headers }) => headers['x-api-key']);
			expect(keys.sort()).toEqual(['key-of-0', 'key-of-1', 'key-of-2']);
		},
	);

	it('is started by the trigger, once for each record, over a crash too', async () => {
		const { accountId } = sandbox.store.accounts.all()[0]!;
		const workflow = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId });
		await workflow.publish();
		addEntries(sandbox, accountId, 'first', 'second');
		await workflow.batchesOf(2);
		await n8n.restart('SIGKILL', () => addEntries(sandbox, accountId, 'third'));
		await workflow.batchesOf(3);

		const before = sandbox.requests.length;
		await until(() => sandbox.requests.length >= before + 2 || undefined);
		const batches = await workflow.batches();
		expect(batches.map((batch) => batch.map(({ accountLogId }) => accountLogId))).toEqual([
			['first', 'second'],
			['third'],
		]);
		expect((await workflow.fetchTestEvent()).node(TRIGGER).items).toHaveLength(3);
		await workflow.unpublish();
		row.Trigger = 'each record once';
	});
	return row;
}
