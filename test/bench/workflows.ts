/** The workflows that are measured: a webhook brings the items, one way to the service follows. */
import type { INode, INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from '../n8n/harness/client';
import type { Job } from './works';

export const PAGE_SIZE = 100;
/** The five fields of an entry, each by an expression. */
const FIELDS = ['accountId', 'source', 'type', 'payload', 'name'];
const fromItem = (field: string): string => `={{ $json.${field} }}`;

interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: INodeParameters;
}

const webhook: Step = {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	// It answers when the run has ended, and with nothing.
	parameters: { httpMethod: 'POST', path: 'bench', responseMode: 'lastNode', responseData: 'noData' },
};

const splitOut = (name: string, fieldToSplitOut: string): Step => ({
	name,
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut, options: {} },
});

const ourNode: Record<Job, Step> = {
	create: audiencePage({
		resource: 'accountLog',
		operation: 'create',
		...Object.fromEntries(
			['accountId', 'source', 'type', 'payload'].map((field) => [field, fromItem(field)]),
		),
		additionalFields: { name: fromItem('name') },
		options: {},
	}),
	read: audiencePage({ resource: 'person', operation: 'getAll', returnAll: true, filters: {} }),
};

function audiencePage(parameters: INodeParameters): Step {
	return { name: 'Audience Page', type: 'n8n-nodes-audience-page.audiencePage', typeVersion: 1, parameters };
}

const httpRequest: Record<Job, (baseUrl: string) => Step[]> = {
	create: (baseUrl) => [
		httpStep({
			method: 'POST',
			url: `${baseUrl}/v0/account_logs`,
			sendBody: true,
			contentType: 'json',
			specifyBody: 'keypair',
			bodyParameters: { parameters: FIELDS.map((name) => ({ name, value: fromItem(name) })) },
			options: {},
		}),
	],
	read: (baseUrl) => [
		httpStep({
			method: 'GET',
			url: `${baseUrl}/v0/persons/search`,
			sendQuery: true,
			queryParameters: { parameters: [{ name: 'limit', value: String(PAGE_SIZE) }] },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body.nextCursor }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ !$response.body.hasMore }}',
					},
				},
			},
		}),
		splitOut('Persons', 'items'),
	],
};

function httpStep(parameters: INodeParameters): Step {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'audiencePageApi',
			...parameters,
		},
	};
}

/** A workflow, and the nodes in it whose time counts, in their order. */
export interface Measured {
	workflow: WorkflowFile;
	measured: string[];
}

export const ourNodeWorkflow = (job: Job): Measured => measure(job, [ourNode[job]]);

export const httpRequestWorkflow = (job: Job, baseUrl: string): Measured =>
	measure(job, httpRequest[job](baseUrl));

function measure(job: Job, steps: Step[]): Measured {
	const before = job === 'create' ? [webhook, splitOut('Items', 'body.items')] : [webhook];
	return { workflow: chain([...before, ...steps]), measured: steps.map(({ name }) => name) };
}

/** The steps one after the other. */
function chain(steps: Step[]): WorkflowFile {
	const nodes = steps.map((step, index): INode => {
		const node: INode = { ...step, id: `node-${index}`, position: [index * 224, 0] };
		return step === webhook ? { ...node, webhookId: 'bench' } : node;
	});
	const connections: WorkflowFile['connections'] = {};
	for (const [index, { name }] of steps.slice(0, -1).entries()) {
		connections[name] = { main: [[{ node: steps[index + 1]!.name, type: 'main', index: 0 }]] };
	}
	return { name: 'Benchmark', nodes, connections, settings: { executionOrder: 'v1' } };
}
