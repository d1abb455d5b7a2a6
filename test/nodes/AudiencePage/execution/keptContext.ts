import type { IDataObject, IExecuteFunctions, IExecuteSingleFunctions, INodeParameters } from 'n8n-workflow';

import { NodeExecution } from '../../../../nodes/AudiencePage/execution/nodeExecution';

export interface Circumstances {
	/** What n8n keeps for the node with the execution; `false` if n8n keeps nothing of the run, and says so. */
	kept?: IDataObject | false;
	executionId?: string;
	/** What newer n8n gives an execution and its retries. */
	resumeToken?: string;
	run?: number;
	item?: number;
	/** The JSON of the input items. */
	jsons?: IDataObject[];
	instanceId?: string;
	workflowId?: string;
	nodeId?: string;
	isTool?: boolean;
	nodeType?: string;
	parameters?: INodeParameters;
	/** What the credential holds; `false` if it cannot be read. */
	credential?: { baseUrl: string; apiKey: string } | false;
}

export const CREDENTIAL_A = { baseUrl: 'https://api.example.com', apiKey: 'key-a' };

/** n8n's context as far as it tells one run, item and call from another. */
export function contextWith({
	kept = {},
	executionId,
	resumeToken,
	run = 0,
	item = 0,
	jsons = Array.from({ length: 8 }, (_, row) => ({ row })),
	instanceId = 'instance-1',
	workflowId = 'workflow-1',
	nodeId = 'node-1',
	isTool = false,
	nodeType = 'n8n-nodes-audience-page.audiencePage',
	parameters = { resource: 'accountLog', operation: 'create' },
	credential = CREDENTIAL_A,
}: Circumstances): IExecuteFunctions & IExecuteSingleFunctions {
	const query = resumeToken === undefined ? '' : `?signature=${resumeToken}`;
	const resumeUrl = `http://localhost:5678/webhook-waiting/${executionId}${query}`;
	const context = {
		getContext: () => {
			if (kept === false) throw new Error('`executionData` is not initialized');
			return kept;
		},
		getCredentials: async () => {
			if (credential === false) throw new Error('The credential cannot be read');
			return await Promise.resolve(credential);
		},
		getExecutionId: () => executionId,
		getInputData: () => jsons.map((json) => ({ json })),
		getInstanceId: () => instanceId,
		getItemIndex: () => item,
		getNode: () => ({ id: nodeId, type: nodeType, parameters }),
		getWorkflow: () => ({ id: workflowId }),
		getWorkflowDataProxy: () => ({ $runIndex: run, $execution: { resumeUrl } }),
		isToolExecution: () => isTool,
	};
	return context as unknown as IExecuteFunctions & IExecuteSingleFunctions;
}

/** The execution of a run of the node, as `contextWith` tells it. */
export const executionWith = (circumstances: Circumstances): NodeExecution =>
	new NodeExecution(contextWith(circumstances));
