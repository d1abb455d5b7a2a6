import { NodeHelpers, type INodeParameters, type INodeProperties, type INodeType } from 'n8n-workflow';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import {
	eventProperty,
	events,
	offeredBy,
	operations,
	optionsOf,
	resourceProperty,
} from '../../support/description';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { audiencePage, audiencePageTrigger, NODE, TRIGGER, workflowOf } from '../harness/steps';
import type { Editor } from './Editor';
import { expectSoon } from './expectSoon';
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

/** Of these fields, those that a form shows at first, in their order, by n8n's own rules for the description. */
function shownOf(
	fields: INodeProperties[],
	{ description }: INodeType,
	chosen: INodeParameters,
): INodeProperties[] {
	const { properties } = description;
	const version = { typeVersion: 1 };
	const shown = NodeHelpers.getNodeParameters(properties, chosen, true, false, version, description);
	return Object.keys(shown ?? {}).flatMap((name) => fields.find((field) => field.name === name) ?? []);
}

describe("the form in n8n's editor", () => {
	let editor: Editor;
	let n8n: RealN8n;
	let workflow: StoredWorkflow;

	useEditor((all) => ({ editor, n8n } = all));

	beforeAll(async () => {
		workflow = await n8n.importWorkflow(workflowOf([audiencePage({}), audiencePageTrigger({})], []));
	});

	/** Expects the form to show these fields, after n8n's own, and to offer in its collections what they hold. */
	async function expectForm(node: NodeView, before: Field[], shown: INodeProperties[]): Promise<void> {
		const fields = shown.map(({ name, displayName }): Field => [name, displayName]);
		await expectSoon(() => node.fields()).toEqual([...before, ...fields]);
		for (const list of shown.filter(({ type }) => type === 'multiOptions')) {
			await expectSoon(() => node.choicesOf(list.name)).toEqual(offeredBy(list));
		}
		for (const collection of shown.filter(({ type }) => type === 'collection')) {
			const offered = async () => (await node.fieldsOf(collection.name)).sort();
			await expectSoon(offered).toEqual(offeredBy(collection).sort());
		}
	}

	describe('of the node', () => {
		let node: NodeView;

		beforeAll(async () => {
			node = await editor.openNode(workflow, NODE);
		});

		it("offers the description's resources and n8n's own call", async () => {
			expect(await node.choicesOf('resource')).toEqual([...offeredBy(resourceProperty), CUSTOM_API_CALL]);
		});

		it.each(optionsOf(resourceProperty))(
			"shows exactly the description's fields: $name",
			async (resource) => {
				const all = operations.filter((one) => one.resource === resource.value);
				await node.choose('resource', resource.name);
				await expectSoon(() => node.choicesOf('operation'))
					.toEqual([...all.map(({ option }) => option.name), CUSTOM_API_CALL]);

				for (const { option, operation, fields } of all) {
					await node.choose('operation', option.name);
					const shown = shownOf(fields, new AudiencePage(), { resource: resource.value, operation });
					await expectForm(node, RESOURCE_AND_OPERATION, shown);
				}
			},
		);

		it('asks for both dates of a period of its own', async () => {
			await node.choose('resource', 'Analytics');
			await node.choose('operation', 'Get Page Summary');
			await node.choose('period', 'Custom');
			await expectSoon(async () => (await node.fields()).map(([name]) => name))
				.toEqual(['resource', 'operation', 'pageId', 'period', 'startDate', 'endDate', 'splitBy', 'options']);
		});
	});

	describe('of the trigger', () => {
		let node: NodeView;

		beforeAll(async () => {
			node = await editor.openNode(workflow, TRIGGER);
		});

		it("offers the description's events", async () => {
			expect(await node.choicesOf('event')).toEqual(offeredBy(eventProperty));
		});

		it.each(events)("shows exactly the description's fields: $event", async ({ event, option, fields }) => {
			await node.choose('event', option.name);
			await expectForm(node, POLL_TIMES_AND_EVENT, shownOf(fields, new AudiencePageTrigger(), { event }));
		});
	});
});
