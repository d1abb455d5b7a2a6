/** Every operation, and what a workflow does with outputs, errors and the credential. */
import type { INodeParameters, IPairedItemData } from 'n8n-workflow';
import { LINKED_OPERATIONS, linkedItems, thinOutAudiences } from '../../support/itemLinks';
import { FAULT } from '../examples/example';
import type { Run } from '../harness/run';
import { audiencePage, itemsInto, NODE, START } from '../harness/steps';
import type { Stage } from '../harness/useN8n';

/** An operation may be there once for each of its outputs, divided or not. */
const nameOf = ({ resource, operation, output, splitBy }: INodeParameters): string =>
	[resource, operation, output, splitBy].filter((word) => typeof word === 'string').join(' ');

/** The numbers of the items that the outputs of a node came from. */
const numbersOf = (run: Run, name: string): unknown[] =>
	run.node(name).items.map(({ pairedItem }) => (pairedItem as IPairedItemData).item);

export function testOperations(stage: Stage): void {
	it('runs every operation, each output linked to its input', async () => {
		const { n8n, sandbox } = stage;
		thinOutAudiences(sandbox);
		const steps = LINKED_OPERATIONS.map(([form]) => audiencePage(form, { name: nameOf(form) }));
		const run = await n8n.runFile(itemsInto(linkedItems(sandbox), ...steps), START);
		expect(run.error).toBeUndefined();
		for (const [form, cameFrom] of LINKED_OPERATIONS)
			expect([nameOf(form), numbersOf(run, nameOf(form))]).toEqual([nameOf(form), cameFrom]);
	});

	it('gives what failed to the error output, with its item and the reason', async () => {
		const { n8n, sandbox } = stage;
		sandbox.failNext('unprocessable', {
			when: ({ body }) => (body as { name?: string }).name === 'Refused',
		});
		const create = { resource: 'person', operation: 'create', name: '={{ $json.name }}' };
		const step = audiencePage(create, { onError: 'continueErrorOutput' });
		const items = [{ name: 'Refused' }, { name: 'Fine' }];
		const run = await n8n.runFile(itemsInto(items, step), START);
		const [written, failed] = run.node(NODE).outputs;
		expect(written).toMatchObject([{ json: { name: 'Fine' }, pairedItem: { item: 1 } }]);
		const error: unknown = expect.stringContaining(FAULT);
		expect(failed).toMatchObject([{ json: { name: 'Refused', error }, pairedItem: { item: 0 } }]);
	});

	it('takes the key from an expression, and refuses a run whose items have different keys', async () => {
		const { n8n, sandbox } = stage;
		const apiKey = '={{ "key-of-" + $json.customer }}';
		const credential = await n8n.createCredential({ url: sandbox.url, apiKey });
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
}
