/** What n8n shows of both nodes outside their forms: on the canvas and in the panel. */
import { Workflow, type INodeParameters, type INodeType } from 'n8n-workflow';

import { AudiencePage } from '../../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../../nodes/AudiencePage/AudiencePageTrigger.node';
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

test('The subtitle on the canvas is the action in title case, the name of the event, or what else was chosen', () => {
	for (const { resource, operation, option } of operations) {
		const subtitle = subtitleOf(node, { resource, operation });
		expect(subtitle.toLowerCase()).toBe(option.action?.toLowerCase());
		expect(subtitle.replace(/\b(?:an?|and|of|or|the|to) /g, '')).not.toMatch(/(?<!\S)[a-z]/);
	}
	for (const { event, option } of events) expect(subtitleOf(trigger, { event })).toBe(option.name);
	expect(subtitleOf(node, { resource: 'person', operation: 'unknown' })).toBe('person.unknown');
});

test('Both nodes have the description that the panel shows for both', () => {
	expect(node.description.description).toBe(trigger.description.description);
});
