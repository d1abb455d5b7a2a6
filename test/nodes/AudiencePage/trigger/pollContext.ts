import type { IDataObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { aNode } from '../../../support/node';

export interface Circumstances {
	staticData?: IDataObject;
	workflowId?: string;
	nodeName?: string;
	event?: string;
	baseUrl?: string;
	apiKey?: string;
	/** Its credentials; undefined for a node that has none at all. */
	credentials?: object;
}

let workflows = 0;
/** A workflow that this process has not polled yet. */
export const aWorkflow = () => `workflow ${++workflows}`;

/** n8n's context of a poll as far as it tells what is watched, and by whom. */
export const contextWith = ({
	staticData = {},
	workflowId = 'w1',
	nodeName = 'n1',
	event = 'personCreated',
	baseUrl = 'https://api.example.com',
	apiKey = 'key',
	...node
}: Circumstances): IExecutePaginationFunctions =>
	({
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ ...aNode, name: nodeName, credentials: { audiencePageApi: { id: 'c1' } }, ...node }),
		getNodeParameter: (name: string) => ({ event })[name],
		getCredentials: async (name: string) => ({ audiencePageApi: { baseUrl, apiKey } })[name],
		getWorkflowStaticData: (of: string) => (of === 'node' ? staticData : {}),
		logger: { warn: () => {} },
	}) as unknown as IExecutePaginationFunctions;
