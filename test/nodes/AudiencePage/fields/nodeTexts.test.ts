/** What n8n shows of both nodes outside their forms: on the canvas and in the panel. */
import { Workflow, type INodeParameters, type INodeType } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import codex from '../../../../nodes/AudiencePage/AudiencePage.node.json';
import { AudiencePageTrigger } from '../../../../nodes/AudiencePage/AudiencePageTrigger.node';
import triggerCodex from '../../../../nodes/AudiencePage/AudiencePageTrigger.node.json';
import { events, operations } from '../../../support/description';
import { aNode } from '../../../support/node';

const node = new AudiencePage();
const trigger = new AudiencePageTrigger();

/** The subtitle of a node with these parameters, evaluated as n8n's editor does. */
function subtitleOf(nodeType: INodeType, parameters: INodeParameters): string {
	const shown = { ...aNode, type: nodeType.description.name, parameters };
	const nodeTypes = {
		...{ getByName: () => nodeType, getByNameAndVersion: () => nodeType, getKnownTypes: () => ({}) },
	};
	const workflow = new Workflow({ nodes: [shown], connections: {}, active: false, nodeTypes });
	const { subtitle } = nodeType.description;
	return String(workflow.expression.getSimpleParameterValue(shown, subtitle, 'internal', {}));
}

describe('The subtitle on the canvas', () => {
	test.each(operations)('of $name is its action in title case', ({ resource, operation, option }) => {
		const subtitle = subtitleOf(node, { resource, operation });
		expect(subtitle.toLowerCase()).toBe(option.action?.toLowerCase());
		const inLowerCase = subtitle.match(/(?<!\S)[a-z]\S*/g) ?? [];
		expect(inLowerCase.filter((word) => !/^(?:an?|and|of|or|the|to)$/.test(word))).toEqual([]);
	});

	test.each(events)('of $event is its name', ({ event, option }) => {
		expect(subtitleOf(trigger, { event })).toBe(option.name);
	});

	test('says what was chosen, if that is no operation of the node', () => {
		expect(subtitleOf(node, { resource: 'person', operation: 'unknown' })).toBe('person.unknown');
	});
});

test('Both nodes have the description that the panel shows for both', () => {
	expect(node.description.description).toBe(trigger.description.description);
	expect(node.description.description).toMatch(/^Work with .* or start a workflow when/);
});

// n8n's search takes the best of all words: these alone tell the two nodes apart.
test('Words for what starts a workflow find the trigger alone', () => {
	const events = ['Changed', 'Created', 'Published', 'Trashed', 'Updated'];
	expect(triggerCodex.alias).toEqual(expect.arrayContaining(events));
	expect(codex.alias.filter((alias) => events.includes(alias))).toEqual([]);
});
