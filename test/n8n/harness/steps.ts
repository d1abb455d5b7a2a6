/** Workflows for tests: a few items, then nodes one after the other. */
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from './client';

/** A node, but for what is the same in all tests. */
export type Step = Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> & Partial<INode>;

/** From an output of a node, the first if not given, to another node. */
export type Link = [from: string, to: string, output?: number];

export const START = 'Start';
/** The node that gives the items. */
export const INPUT = 'Input';
/** The node that is tested, unless it has a name of its own. */
export const NODE = 'Audience Page';
export const TRIGGER = 'Audience Page Trigger';
export const WEBHOOK = 'Webhook';

/** One of n8n's own nodes. */
export const builtIn = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: INodeParameters = {},
): Step => ({ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters });

export const start = builtIn(START, 'manualTrigger', 1);

export const splitOut = (name: string, fieldToSplitOut: string): Step =>
	builtIn(name, 'splitOut', 1, { fieldToSplitOut, options: {} });

/** Our node with these parameters, and with settings such as `retryOnFail`. */
export const audiencePage = (
	parameters: INode['parameters'],
	settings: Partial<INode> = {},
): Step => ({
	name: NODE,
	type: 'n8n-nodes-audience-page.audiencePage',
	typeVersion: 1,
	parameters,
	...settings,
});

/** A setting: two more tries, at once. n8n takes a wait of 0 for its default of a second. */
export const RETRY_ON_FAIL: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 20,
};

/** n8n takes no poll time of several seconds a minute, but many poll times of one. */
export const pollTimesEvery = (seconds: number): INodeParameters => ({
	item: Array.from({ length: 60 / seconds }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${seconds * n} * * * * *`,
	})),
});

/** Our trigger with these parameters, polled every 2 seconds unless they say otherwise. */
export const audiencePageTrigger = (parameters: INode['parameters']): Step => ({
	name: TRIGGER,
	type: 'n8n-nodes-audience-page.audiencePageTrigger',
	typeVersion: 1,
	parameters: { pollTimes: pollTimesEvery(2), ...parameters },
});

export const oneAfterTheOther = (steps: Step[]): Link[] =>
	steps.slice(1).map(({ name }, index) => [steps[index]!.name, name]);

/** Nodes with links between them; one after the other, if no links are given. */
export function workflowOf(steps: Step[], links = oneAfterTheOther(steps)): WorkflowFile {
	const nodes = steps.map(
		(step, index): INode => ({ id: `node-${index}`, position: [index * 224, 0], ...step }),
	);
	const connections: WorkflowFile['connections'] = {};
	for (const [from, to, output = 0] of links) {
		const { main = [] } = connections[from] ?? {};
		while (main.length <= output) main.push([]);
		main[output]!.push({ node: to, type: 'main', index: 0 });
		connections[from] = { main };
	}
	return { name: 'Test', nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A workflow with these items at its beginning, each given to each of the steps. */
export function itemsInto(items: IDataObject[], ...steps: Step[]): WorkflowFile {
	const jsonOutput = JSON.stringify({ items });
	const list = builtIn('List', 'set', 3.4, { mode: 'raw', jsonOutput, options: {} });
	const before = [start, list, splitOut(INPUT, 'items')];
	const links = steps.map(({ name }): Link => [INPUT, name]);
	return workflowOf([...before, ...steps], [...oneAfterTheOther(before), ...links]);
}

/** A webhook that answers at once, a node that gives items, then one node for them. */
export function postedInto(path: string, input: Step, step: Step): WorkflowFile {
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const webhook = { ...builtIn(WEBHOOK, 'webhook', 2, parameters), webhookId: path };
	return workflowOf([webhook, input, step]);
}
