/**
 * Workflows that were saved with an older version: its code and the code of today run the same parameters, each against a
 * sandbox of its own with the same records. What they send and give is equal, but for what the change log announced.
 */
import { Settings } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { IDS, SEED, SIZES, waysOf, type OracleWay } from '../nodes/AudiencePage/execution/oracleWays';
import { storedNames } from '../nodes/AudiencePage/stored';
import { startSandbox, type Sandbox } from '../service/sandbox';
import { watched } from '../support/everyEvent';
import { runnable, type Runnable } from '../support/everyOperation';
import { nth } from '../support/records';
import { runNode } from '../support/runNode';
import { Trigger, type TriggerOptions } from '../support/Trigger';
import type { WorkflowOptions } from '../support/workflow';
import { changesSince } from './announced';
import { given, inOrder, leftOut, sent, withoutGained } from './compare';
import { openPackage, releasedTarball, releasedVersions } from './released';
import { knows, type Form } from './saved';

const NOON = Date.parse('2026-11-21T12:00:00Z');

let before: Sandbox;
let after: Sandbox;

beforeEach(async () => {
	Settings.now = () => NOON;
	[before, after] = await Promise.all([0, 1].map(startTwin) as [Promise<Sandbox>, Promise<Sandbox>]);
});
afterEach(async () => {
	Settings.now = () => Date.now();
	await Promise.all([before, after].map((sandbox) => sandbox.close()));
});

const startTwin = () => startSandbox({ seed: SEED, sizes: SIZES, now: () => NOON });

/** What an import of contacts does: it finds a person, and adds another one. */
const contacts: OracleWay = {
	title: 'person.upsert for several items',
	parameters: {
		resource: 'person',
		operation: 'upsert',
		matchOn: 'email',
		matchValue: '={{ $json.email }}',
		name: '={{ $json.name }}',
	},
	items: [
		{ email: IDS.email, name: 'Another Name' },
		{ email: 'new@acme.com', name: 'New' },
	],
};

/** Ways to use an operation, among them the least that it runs with. */
function waysWith(operation: Runnable): OracleWay[] {
	const asItIs = { title: `${operation.name} as it is`, parameters: operation.parametersFor(IDS) };
	const ways = [asItIs, ...waysOf(operation), ...(operation.name === 'person.upsert' ? [contacts] : [])];
	return ways.filter(({ title }, index) => ways.findIndex((way) => way.title === title) === index);
}

const inForm = (parameters: INodeParameters) =>
	leftOut(parameters, ['resource', 'operation', 'event']) as INodeParameters;

describe.each(releasedVersions())('A workflow saved with %s', (version) => {
	const { node, trigger, credential, remove } = openPackage(releasedTarball(version));
	afterAll(remove);
	const forms = storedNames({ node: node.description, trigger: trigger.description, credential });
	const operations = forms.operations as Record<string, Form>;
	const events = forms.events as Record<string, Form>;

	const savedOperations = runnable.flatMap((operation) => {
		const form = operations[operation.name];
		if (form === undefined) return [];
		return waysWith(operation)
			.filter(({ parameters }) => knows(form, inForm(parameters)))
			.map((way) => ({ ...way, name: operation.name }));
	});
	const savedEvents = watched.filter(
		({ event, parameters }) => event in events && knows(events[event]!, inForm(parameters)),
	);

	test('has every operation and event of then', () => {
		const names = new Set(savedOperations.map(({ name }) => name));
		expect([...names].sort()).toEqual(Object.keys(operations).sort());
		expect(savedEvents.map(({ event }) => event).sort()).toEqual(Object.keys(events).sort());
	});

	test.each(savedOperations)('sends and gives the same: $title', async (way) => {
		const { name, parameters, items } = way;
		const run = (sandbox: Sandbox, options: WorkflowOptions) =>
			runNode(sandbox, inOrder(parameters), { items, executionId: 'execution-of-both', ...options });
		const was = await run(before, { nodeType: node, credentialType: credential });
		const is = await run(after, {});

		const changes = changesSince(version, name).filter(({ when }) => when?.(way) ?? true);
		expect([was.error, is.error]).toEqual([undefined, undefined]);
		expect(before.requests.length).toBeGreaterThan(0);
		expect(sent(after, changes)).toEqual(sent(before, changes));
		expect(given(is.items, was.items, changes)).toEqual(given(was.items, was.items, []));
	});

	test.each(savedEvents)('goes on after the update: $event', async (one) => {
		const { event, parameters, itsCase, idField, recordsOf } = one;
		const changes = changesSince(version, event);
		const [field] = changes.some(({ compares }) => compares) ? [] : (itsCase.compares ?? []);
		const released: TriggerOptions = { nodeType: trigger, credentialType: credential };
		/** Three polls by n8n of then; n8n ends, and starts again with another version of the package, or the same. */
		const pollsOn = async (sandbox: Sandbox, next: TriggerOptions) => {
			const records = recordsOf(sandbox.store);
			const add = (id: string) => records.add({ ...nth(records.all()), [idField]: id });
			const first = new Trigger(sandbox, parameters, released);
			await first.activate();
			add('added_before');
			const delivered = [await first.poll(), await first.poll()];
			const second = new Trigger(sandbox, parameters, next);
			second.restart(first.saved);
			add('added_meanwhile');
			sandbox.requests.length = 0;
			delivered.push(await second.poll());
			delivered.push(await second.poll());
			if (field !== undefined) changeField(nth(records.all()), field);
			delivered.push(await second.poll());
			return { delivered, warnings: second.warnings };
		};
		const was = await pollsOn(before, released);
		const is = await pollsOn(after, {});
		expect(was.delivered.map((batch) => batch.length)).toEqual([1, 0, 1, 0, field === undefined ? 0 : 1]);
		expect(is.warnings).toEqual(was.warnings);
		expect(
			is.delivered.map((batch, poll) =>
				batch.map((json, index) => withoutGained(json, was.delivered[poll]?.[index], changes)),
			),
		).toEqual(was.delivered);
		expect(sent(after, changes)).toEqual(sent(before, changes));
	});
});

/** Of fields that are no free texts. */
const OTHER_VALUES: IDataObject = { status: 'cancelled', trashedAt: '+1763726400000' };

/** Another value of a field, as the service could give it. */
function changeField(record: IDataObject, field: string): void {
	const value = record[field];
	const isObject = typeof value === 'object' && value !== null;
	record[field] = isObject ? { ...value, content: 'Changed' } : (OTHER_VALUES[field] ?? 'Changed');
}
