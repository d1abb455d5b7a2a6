/**
 * An update as an administrator makes it: n8n with version 1.0.0 of the package and workflows that were saved with it; n8n
 * ends, gets the package of today, and starts again. Before and after, each run finds the service in the same state.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import manifest from '../../../package.json';
import { changesSince } from '../../releases/announced';
import { given, inOrder, sent, withoutGained } from '../../releases/compare';
import { releasedTarball, openPackage } from '../../releases/released';
import { knows, type Form } from '../../releases/saved';
import { storedNames } from '../../nodes/AudiencePage/stored';
import { startSandbox, type Sandbox } from '../../service/sandbox';
import { nameOf } from '../../support/description';
import { watchedBy } from '../../support/everyEvent';
import { runnable } from '../../support/everyOperation';
import { firstIds, nth } from '../../support/records';
import type { StoredWorkflow } from '../harness/client';
import { OLDEST_N8N, PINNED_N8N } from '../harness/install';
import { Opened } from '../harness/Opened';
import { installPackage, packPackage } from '../harness/pack';
import { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePage, start, START, workflowOf, type Step } from '../harness/steps';
import { PolledWorkflow } from '../trigger/PolledWorkflow';
import { otherSavedExamples, savedExample, SAVED_EXAMPLES } from './savedExamples';

const SAVED_WITH = '1.0.0';
const NOON = Date.parse('2026-11-21T12:00:00Z');
const OPERATIONS = 'every operation';

/** A filled key, as the case has it, counted only in mode Custom then. */
const OTHERWISE: Record<string, INodeParameters> = {
	'accountLog.create': { options: { idempotencyKeyMode: 'content' } },
};

/** Every operation that the version knew, one after the other. */
async function operationSteps(): Promise<Step[]> {
	const { node, trigger, credential, remove } = openPackage(releasedTarball(SAVED_WITH));
	remove();
	const forms = storedNames({ node: node.description, trigger: trigger.description, credential });
	return runnable.flatMap(({ name, parameters }) => {
		const form = (forms.operations as Record<string, Form>)[name];
		if (form === undefined) return [];
		const { resource, operation, ...others } = { ...parameters, ...OTHERWISE[name] };
		if (!knows(form, others)) throw new Error(`${SAVED_WITH} did not know the parameters of ${name}`);
		return { ...audiencePage({ resource, operation, ...inOrder(others) }), name };
	});
}

let packed: string;
/** The package of today; a release gives its own. */
let tarball: string;

beforeAll(async () => {
	packed = await mkdtemp(join(tmpdir(), 'packed-'));
	tarball = process.env.TARBALL ?? (await packPackage(packed));
});
afterAll(async () => await rm(packed, { recursive: true }));

describe.each([
	['the oldest', OLDEST_N8N],
	['the newest', PINNED_N8N],
])('In %s n8n, after the update from 1.0.0', (_which, folder) => {
	const opened = new Opened();
	let service: Sandbox;
	let watched: Sandbox;
	let n8n: RealN8n;
	let polled: PolledWorkflow;
	const workflows = new Map<string, { workflow: StoredWorkflow; start: string }>();
	const before = new Map<string, { run: Run; requests: Sandbox['requests'] }>();

	const startService = async (port: number) => {
		service = opened.add(await startSandbox({ port, now: () => NOON }));
	};

	async function run(name: string) {
		const { workflow, start: trigger } = workflows.get(name)!;
		service.requests.length = 0;
		const done = await n8n.run(workflow, trigger);
		return { run: done, requests: [...service.requests] };
	}

	const persons = watchedBy('personUpdated');
	const addPerson = (personId: string) => {
		const records = persons.recordsOf(watched.store);
		records.add({ ...nth(records.all()), personId });
	};

	beforeAll(async () => {
		const port = await getPort({ host: '127.0.0.1' });
		await startService(port);
		watched = opened.add(await startSandbox());
		n8n = opened.add(await RealN8n.start(service, { folder, tarball: releasedTarball(SAVED_WITH) }));

		const steps = await operationSteps();
		const all = workflowOf(
			[start, ...steps],
			steps.map(({ name }) => [START, name]),
		);
		workflows.set(OPERATIONS, { workflow: await n8n.importWorkflow(all), start: START });
		const ids = firstIds(service.store);
		for (const example of SAVED_EXAMPLES) {
			const workflow = await n8n.importWorkflow(savedExample(example, ids));
			workflows.set(example.file, { workflow, start: example.start });
		}
		for (const name of workflows.keys()) before.set(name, await run(name));

		const { url: baseUrl, apiKey } = watched;
		const credential = await n8n.client.createCredential('audiencePageApi', 'Watched', { baseUrl, apiKey });
		polled = await PolledWorkflow.import(n8n, persons.parameters, credential);
		await polled.publish();
		addPerson('before');
		await polled.batchesOf(1);

		await n8n.restart('SIGTERM', async () => {
			addPerson('meanwhile');
			await installPackage(tarball, n8n.userFolder);
			opened.remove(service);
			await service.close();
			await startService(port);
		});
	});
	afterAll(async () => await opened.close());

	test('it is the package of today', () => {
		const installed = join(n8n.userFolder, '.n8n', 'nodes', 'node_modules', manifest.name, 'package.json');
		expect(JSON.parse(readFileSync(installed, 'utf8'))).toMatchObject({ version: manifest.version });
	});

	test.each([OPERATIONS, ...SAVED_EXAMPLES.map(({ file }) => file)])(
		'%s sends and gives the same',
		async (name) => {
			const was = before.get(name)!;
			const is = await run(name);
			expect([was.run.status, is.run.status]).toEqual(['success', 'success']);
			expect(was.requests.length).toBeGreaterThan(0);

			const { nodes } = workflows.get(name)!.workflow;
			const changesOf = (nodeName: string) => {
				const { resource, operation } = nodes.find((one) => one.name === nodeName)!.parameters as Record<
					string,
					string
				>;
				return changesSince(SAVED_WITH, nameOf({ resource: resource!, operation: operation! }));
			};
			const changes = was.run.ownNodes.flatMap(changesOf);
			expect(sent(is, changes)).toEqual(sent(was, changes));
			for (const own of was.run.ownNodes) {
				const were = was.run.node(own).items;
				expect(given(is.run.node(own).items, were, changesOf(own))).toEqual(given(were, were, []));
			}
		},
	);

	test('a trigger goes on where it was', async () => {
		const batches = await polled.batchesOf(2);
		const changes = changesSince(SAVED_WITH, 'personUpdated');
		const ids = batches.map((batch) => batch.map(({ personId }) => personId));
		expect(ids).toEqual([['before'], ['meanwhile']]);
		const fields = (json?: IDataObject) =>
			Object.keys(withoutGained(json!, batches[0]![0], changes) as object);
		expect(fields(batches[1]![0])).toEqual(fields(batches[0]![0]));
		await polled.unpublish();
	});

	test('the other examples are imported as they were', async () => {
		for (const file of otherSavedExamples()) {
			const { nodes } = await n8n.importWorkflow(file);
			expect(nodes.map(({ parameters }) => parameters)).toEqual(
				file.nodes.map(({ parameters }) => parameters),
			);
		}
	});
});
