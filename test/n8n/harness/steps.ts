/** Workflows for tests: a few items, then nodes one after the other. */
import type { IDataObject, INode, NodeConnectionType } from 'n8n-workflow';
import type { WorkflowFile } from './client';

/** A node, but for what is the same in all tests. */
export type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/**
 * From one node to another, such as `['Input', 'Audience Page']`: through the first output for items, another one of
 * these, or one of this type, such as `ai_tool`; into the first input, or another one.
 */
export type Link = [from: string, to: string, output?: number | NodeConnectionType, input?: number];

export const START = 'Start';
/** The node that gives the items. */
export const INPUT = 'Input';
/** The node that is tested, unless it has a name of its own. */
export const NODE = 'Audience Page';
export const TRIGGER = 'Audience Page Trigger';

/** The trigger that `RealN8n.run` starts. */
export const start: Step = {
	name: START,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	parameters: {},
};

/** A node that gives an item for each element of a list in its own. */
export const splitOut = (name: string, fieldToSplitOut: string): Step => ({
	name,
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut, options: {} },
});

/** Our node with these parameters, and with settings such as `retryOnFail`. */
export function audiencePage(parameters: INode['parameters'], settings: Partial<INode> = {}): Step {
	const type = 'n8n-nodes-audience-page.audiencePage';
	return { name: NODE, type, typeVersion: 1, parameters, ...settings };
}

/** A setting: two more tries, at once. n8n takes a wait of 0 for its default of a second. */
export const RETRY_ON_FAIL: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 20 };

/** n8n takes no poll time of several seconds a minute, but many poll times of one. */
const EVERY_2_SECONDS = Array.from({ length: 30 }, (_, n) => ({
	mode: 'custom',
	cronExpression: `${2 * n} * * * * *`,
}));

/** Our trigger with these parameters, polled every 2 seconds. */
export function audiencePageTrigger(parameters: INode['parameters']): Step {
	const type = 'n8n-nodes-audience-page.audiencePageTrigger';
	const polled = { pollTimes: { item: EVERY_2_SECONDS }, ...parameters };
	return { name: TRIGGER, type, typeVersion: 1, parameters: polled };
}

/** A node that gives `value`, an expression, for each of its items. */
export function valueOf(value: string, name: string): Step {
	const assignments = [{ id: 'value', name: 'value', value, type: 'any' }];
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { assignments: { assignments }, options: {} },
	};
}

export function workflowOf(steps: Step[], links: Link[]): WorkflowFile {
	const nodes = steps.map(
		(step, index): INode => ({ id: `node-${index}`, position: [index * 224, 0], ...step }),
	);
	const connections: WorkflowFile['connections'] = {};
	for (const [from, to, output = 0, input = 0] of links) {
		const [type, index] = typeof output === 'number' ? (['main', output] as const) : [output, 0];
		const outputs = ((connections[from] ??= {})[type] ??= []);
		while (outputs.length <= index) outputs.push([]);
		outputs[index]!.push({ node: to, type, index: input });
	}
	return { name: 'Test', nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A workflow with these items at its beginning, and links from there on: `INPUT` is the first to link from. */
export function workflowWith(items: IDataObject[], steps: Step[], links: Link[]): WorkflowFile {
	const list: Step = {
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} },
	};
	const before = [start, list, splitOut(INPUT, 'items')];
	return workflowOf([...before, ...steps], [[START, 'List'], ['List', INPUT], ...links]);
}

export const itemsInto = (items: IDataObject[], step: Step): WorkflowFile =>
	workflowWith(items, [step], [[INPUT, step.name]]);

export const WEBHOOK = 'Webhook';

/** A webhook that answers at once, a node that gives items, called as `INPUT` says, then one node for them. */
export function postedInto(path: string, input: Step, step: Step): WorkflowFile {
	const webhook: Step = {
		name: WEBHOOK,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	};
	const links: Link[] = [
		[WEBHOOK, INPUT],
		[INPUT, step.name],
	];
	return workflowOf([webhook, input, step], links);
}
