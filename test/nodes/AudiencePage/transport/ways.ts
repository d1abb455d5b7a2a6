import { inspect } from 'node:util';

import type { INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Sandbox } from '../../../service/sandbox';
import { byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { runNode } from '../../../support/runNode';
import type { Service } from '../../../support/workflow';

/** The kinds of requests that the table of retries tells apart. */
export type Way = 'GET' | 'PATCH' | 'POST with a key' | 'POST';
export const WAYS: Way[] = ['GET', 'PATCH', 'POST with a key', 'POST'];

/** One operation for each. */
const parametersOf = (way: Way, { store }: Sandbox): INodeParameters => {
	const { accountId, accountLogId, personId } = firstIds(store);
	return {
		GET: { resource: 'accountLog', operation: 'get', accountId, accountLogId },
		PATCH: {
			resource: 'person',
			operation: 'update',
			personId: byId(personId),
			updateFields: { name: 'Nathan' },
		},
		'POST with a key': { resource: 'accountLog', operation: 'create', domain: 'acme.com', source: 'crm' },
		POST: { resource: 'person', operation: 'create', name: 'Nathan' },
	}[way] as INodeParameters;
};

/** Sends one request to the sandbox, or to another service; whatever comes of it, the key is in none of it. */
export const sender =
	(sandbox: () => Sandbox) =>
	async (way: Way, service: Service = sandbox(), options: INodeParameters = {}) => {
		const { error, json } = await runNode(service, { ...parametersOf(way, sandbox()), options });
		expect(inspect(error, { depth: 20 }) + JSON.stringify(error ?? {})).not.toContain(service.apiKey);
		return { error, json };
	};

/** How many of the requests were carried out. */
export const applied = (requests: RecordedRequest[]) => requests.filter((request) => request.applied).length;
