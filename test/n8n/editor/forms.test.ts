import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, audiencePageTrigger, NODE, TRIGGER, workflowOf } from '../harness/steps';
import { eventForms, resources, type Form } from './forms';
import type { Editor } from './Editor';
import type { Field, NodeView } from './NodeView';
import { useEditor } from './useEditor';

const CUSTOM_API_CALL = 'Custom API Call';
const RESOURCE_AND_OPERATION: Field[] = [
	['resource', 'Resource'],
	['operation', 'Operation'],
];
const POLL_TIMES_AND_EVENT: Field[] = [
	['pollTimes', 'Poll Times'],
	['event', 'Event'],
];

const labelsOf = (all: Array<{ label: string }>) => all.map(({ label }) => label);

describe("the form in n8n's editor", () => {
	let editor: Editor;
	let n8n: RealN8n;
	let workflow: StoredWorkflow;

	useEditor((all) => ({ editor, n8n } = all));

	beforeAll(async () => {
		workflow = await n8n.importWorkflow(workflowOf([audiencePage({}), audiencePageTrigger({})], []));
	});

	/** Expects the form to show these fields, after n8n's own, and to offer these in its collections. */
	async function expectForm(node: NodeView, before: Field[], { fields, collections }: Form): Promise<void> {
		await expect.poll(() => node.fields()).toEqual([...before, ...fields]);
		for (const [name, offered] of Object.entries(collections)) {
			await expect.poll(async () => (await node.fieldsOf(name)).sort()).toEqual([...offered].sort());
		}
	}

	describe('of the node', () => {
		let node: NodeView;

		beforeAll(async () => {
			node = await editor.openNode(workflow, NODE);
		});

		it("offers the description's resources and n8n's own call", async () => {
			expect(await node.choicesOf('resource')).toEqual([...labelsOf(resources), CUSTOM_API_CALL]);
		});

		it.each(resources)("shows exactly the description's fields: $label", async ({ label, operations }) => {
			await node.choose('resource', label);
			await expect
				.poll(() => node.choicesOf('operation'))
				.toEqual([...labelsOf(operations), CUSTOM_API_CALL]);

			for (const operation of operations) {
				await node.choose('operation', operation.label);
				await expectForm(node, RESOURCE_AND_OPERATION, operation);
			}
		});

		it('asks for both dates of a period of its own', async () => {
			await node.choose('resource', 'Analytics');
			await node.choose('operation', 'Get Page Summary');
			await node.choose('period', 'Custom');
			await expect
				.poll(async () => (await node.fields()).map(([name]) => name))
				.toEqual(['resource', 'operation', 'pageId', 'period', 'startDate', 'endDate', 'options']);
		});

		it('asks whether to simplify a conversation, but not messages', async () => {
			await node.choose('resource', 'Audience Message');
			await node.choose('operation', 'Get Many');
			await node.choose('output', 'Conversation');
			await expect
				.poll(async () => (await node.fields()).map(([name]) => name))
				.toEqual(['resource', 'operation', 'pageId', 'audienceId', 'output', 'simplify', 'options']);
		});

		it("leaves n8n's own call to the HTTP Request node", async () => {
			await node.choose('resource', 'Person');
			await node.choose('operation', CUSTOM_API_CALL);
			await expect.poll(() => node.fields()).toEqual(RESOURCE_AND_OPERATION);
			expect(await node.notice()).toContain(
				"Use the HTTP Request node to make a custom API call. We'll take care of the Audience Page auth for you.",
			);
		});
	});

	describe('of the trigger', () => {
		let node: NodeView;

		beforeAll(async () => {
			node = await editor.openNode(workflow, TRIGGER);
		});

		it("offers the description's events", async () => {
			expect(await node.choicesOf('event')).toEqual(labelsOf(eventForms));
		});

		it.each(eventForms)("shows exactly the description's fields: $label", async (form) => {
			await node.choose('event', form.label);
			await expectForm(node, POLL_TIMES_AND_EVENT, form);
		});
	});
});
