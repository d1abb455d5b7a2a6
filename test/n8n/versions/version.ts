/** The tests of one version of n8n. */
import { execFileSync } from 'node:child_process';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { events, operations, optionsOf } from '../../support/description';
import type { Row } from '../../support/table';
import { FAULT, type Example } from '../examples/example';
import { TIME_ZONE } from '../examples/weeklyAnalytics';
import { addEntries } from '../harness/accountLog';
import { pinnedVersion } from '../harness/install';
import { nodeOf } from '../harness/node';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, START, RETRY_ON_FAIL } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { faultsOfOperations, OPERATION_COUNT } from '../node/linkedOperations';
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

	useN8n((both) => ({ sandbox, n8n } = both), {}, { folder, env: { GENERIC_TIMEZONE: TIME_ZONE } });

	beforeAll(() => {
		row['Node.js'] = execFileSync(nodeOf(folder), ['--version'], { encoding: 'utf8' }).trim().slice(1);
		row.Examples = '–';
	});

	/** Creates three people, with names of their own for each call: the first three names are `NAMES`. */
	async function createPeople(prefix: string, settings: Partial<INode>): Promise<Run> {
		const named = (name: string) => `${prefix} ${name}`;
		const isFor =
			(name: string) =>
			({ body }: { body: unknown }) =>
				(body as IDataObject).name === named(name);
		sandbox.failNext('unprocessable', { when: isFor('Refused') });
		sandbox.failNext('resetAfter', { when: isFor('Lost') });
		const step = audiencePage(
			{ resource: 'person', operation: 'create', name: '={{ $json.name }}' },
			settings,
		);
		const file = itemsInto(
			NAMES.map((name) => ({ name: named(name) })),
			step,
		);
		return await n8n.run(await n8n.importWorkflow(file), START);
	}

	const peopleNamed = (prefix: string): string[] =>
		sandbox.store.persons
			.all()
			.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length + 1)] : []))
			.sort();

	let exampleCount = 0;
	for (const { file, run } of examples) {
		it(`runs the example ${file}`, async () => {
			await run(n8n, sandbox);
			const unexpected = sandbox.requests.filter(({ status, fault }) => status >= 300 && fault === undefined);
			expect(unexpected).toEqual([]);
			exampleCount += 1;
			row.Examples =
				exampleCount === examples.length ? `all ${exampleCount}` : `${exampleCount} of ${examples.length}`;
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
		expect(await faultsOfOperations(n8n, sandbox)).toEqual([]);
		row.Operations = `all ${OPERATION_COUNT}`;
	});

	it('writes once with Retry On Fail, and says what may be written', async () => {
		const { status, error } = await createPeople('Retried', RETRY_ON_FAIL);
		expect(status).toBe('error');
		expect(error?.message).toContain('The request may have succeeded');
		expect(peopleNamed('Retried')).toEqual([...NAMES].sort());
		expect(sandbox.requests).toHaveLength(4);
		row['Retry On Fail'] = 'each record once';
	});

	it('gives what failed to the error output', async () => {
		const run = await createPeople('Sorted', { onError: 'continueErrorOutput' });
		expect(run.status).toBe('success');
		const [regular = [], errors = []] = run.node(NODE).outputs;
		expect(regular.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Sorted Fine', { item: 0 }],
		]);
		expect(errors.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
			['Sorted Refused', { item: 1 }],
			['Sorted Lost', { item: 2 }],
		]);
		expect(errors[0]?.json.error).toBe(FAULT);
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
		const add = (...ids: string[]) => addEntries(sandbox, accountId, ...ids);
		const workflow = await PolledWorkflow.import(n8n, { event: 'accountLogCreated', accountId });
		await workflow.publish();
		add('first', 'second');
		await workflow.batchesOf(2);
		await n8n.restart('SIGKILL', () => add('third'));
		await workflow.batchesOf(3);

		const before = sandbox.requests.length;
		await until(() => sandbox.requests.length >= before + 2 || undefined);
		const batches = await workflow.batches();
		expect(batches.map((batch) => batch.map(({ accountLogId }) => accountLogId))).toEqual([
			['first', 'second'],
			['third'],
		]);
		expect((await workflow.fetchTestEvent()).node('Audience Page Trigger').items).toHaveLength(3);
		await workflow.unpublish();
		row.Trigger = 'each record once';
	});
	return row;
}
