import { execFileSync } from 'node:child_process';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { isToBeKept, keepMeasured, measured } from '../../support/measured';
import type { Row } from '../../support/table';
import { EXAMPLES } from '../examples/mainPaths';
import { TIME_ZONE } from '../examples/weeklyAnalytics';
import { addEntries } from '../harness/accountLog';
import { nodeOf, OLDEST_N8N, pinnedVersion, PINNED_N8N } from '../harness/install';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, START, RETRY_ON_FAIL } from '../harness/steps';
import { until } from '../harness/until';
import { useN8n } from '../harness/useN8n';
import { linkedWorkflow, LINKS, linksOf } from '../node/linkedOperations';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

const NAMES = ['Fine', 'Refused', 'Lost'];

const rows: Row[] = [];

describe.each([
	['the oldest', OLDEST_N8N],
	['the newest', PINNED_N8N],
])('%s n8n', (_which, folder) => {
	let sandbox: Sandbox;
	let n8n: RealN8n;
	const row: Row = {};
	rows.push(row);

	useN8n((both) => ({ sandbox, n8n } = both), {}, { folder, env: { GENERIC_TIMEZONE: TIME_ZONE } });

	beforeAll(() => {
		row.n8n = pinnedVersion(folder);
		row['Node.js'] = execFileSync(nodeOf(folder), ['--version'], { encoding: 'utf8' }).trim().slice(1);
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

	let examples = 0;
	it.each(EXAMPLES.map(({ file, run }) => [file, run] as const))(
		'runs the example %s',
		async (_file, run) => {
			await run(n8n, sandbox);
			const unexpected = sandbox.requests.filter(({ status, fault }) => status >= 300 && fault === undefined);
			expect(unexpected).toEqual([]);
			examples += 1;
			row.Examples = examples === EXAMPLES.length ? `all ${examples}` : `${examples} of ${EXAMPLES.length}`;
		},
	);

	it('runs every operation, each output linked to its input', async () => {
		const run = await n8n.run(await n8n.importWorkflow(linkedWorkflow(sandbox)), START);
		expect(run.error).toBeUndefined();
		expect(linksOf(run)).toEqual(LINKS);
		row.Operations = `all ${new Set(LINKS.map(([name]) => name.split(' ').slice(0, 2).join(' '))).size}`;
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
		expect(errors[0]?.json.error).toBe('The sandbox was told to fail. Check the values in the node');
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
});

it('is as it was measured last, which the documents show', async () => {
	if (isToBeKept) await keepMeasured('versions', rows);
	expect(measured('versions')).toEqual(rows);
});
