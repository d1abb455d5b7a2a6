/** The part of a workflow that is measured: one way to the service. */
import type { INodeParameters } from 'n8n-workflow';
import { splitOut, workflowOf, type Link, type Step } from '../../n8n/harness/steps';
import type { WorkflowFile } from '../../n8n/harness/client';

/** Nodes: the first takes the items, the last gives the records. */
export interface Flow {
	steps: Step[];
	links: Link[];
}

/** Nodes one after the other. */
export const chain = (...steps: Step[]): Flow => ({
	steps,
	links: steps.slice(1).map(({ name }, index): Link => [steps[index]!.name, name]),
});

/** The name of the node that gives the items. */
export const ITEMS = 'Items';

const webhook: Step = {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	// It answers when the run has ended, and with nothing.
	parameters: { httpMethod: 'POST', path: 'bench', responseMode: 'lastNode', responseData: 'noData' },
	webhookId: 'bench',
};

/** A webhook, then the flow: once for each element of the list `items` that is posted, or else once. */
export function postedInto({ steps, links }: Flow, hasItems: boolean): WorkflowFile {
	const before = chain(webhook, ...(hasItems ? [splitOut(ITEMS, 'body.items')] : []), steps[0]!);
	return workflowOf([...before.steps, ...steps.slice(1)], [...before.links, ...links]);
}

/** n8n's HTTP Request node with our credential. */
export const httpRequest = (parameters: INodeParameters, name = 'HTTP Request'): Step => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.5,
	parameters: {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'audiencePageApi',
		...parameters,
	},
});

/** The parameters of an HTTP Request node that sends these fields as JSON. */
export const sendFields = (fields: Record<string, string>): INodeParameters => ({
	sendBody: true,
	contentType: 'json',
	specifyBody: 'keypair',
	bodyParameters: { parameters: Object.entries(fields).map(([name, value]) => ({ name, value })) },
});
