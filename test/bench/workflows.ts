/** The workflows that are measured: a webhook brings the items, one way to the service follows. */
import type { INodeParameters } from 'n8n-workflow';
import type { WorkflowFile } from '../n8n/harness/client';
import { audiencePage, splitOut, workflowOf, type Link, type Step } from '../n8n/harness/steps';
import type { Job } from './works';

export const PAGE_SIZE = 100;
/** The five fields of an entry, each by an expression. */
const FIELDS = ['accountId', 'source', 'type', 'payload', 'name'];
const fromItem = (field: string): string => `={{ $json.${field} }}`;

const webhook: Step = {
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2.1,
	// It answers when the run has ended, and with nothing.
	parameters: { httpMethod: 'POST', path: 'bench', responseMode: 'lastNode', responseData: 'noData' },
	webhookId: 'bench',
};

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
	const all = [webhook, ...(job === 'create' ? [splitOut('Items', 'body.items')] : []), ...steps];
	const links = all.slice(1).map(({ name }, index): Link => [all[index]!.name, name]);
	return { workflow: workflowOf(all, links), measured: steps.map(({ name }) => name) };
}
