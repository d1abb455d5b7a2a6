import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeParameters,
} from 'n8n-workflow';
import { NodeExecution } from '../../../../nodes/AudiencePage/execution/nodeExecution';

const usual = () => ({
	/** What n8n keeps for the node with the execution. */
	kept: {} as IDataObject,
	executionId: 'execution-1' as string | undefined,
	/** What newer n8n gives an execution and its retries. */
	resumeToken: undefined as string | undefined,
	run: 0,
	items: [{}] as object[],
	instanceId: 'instance-1',
	workflowId: 'workflow-1',
	nodeId: 'node-1',
	credentialId: 'credential-1',
	isTool: false,
	nodeType: 'n8n-nodes-audience-page.audiencePage',
	parameters: { resource: 'accountLog', operation: 'create' } as INodeParameters,
});

export type Circumstances = Partial<ReturnType<typeof usual>>;

/** The execution of a run of the node, with n8n's context as far as it tells one from another. */
export function executionWith(circumstances: Circumstances): NodeExecution {
	const is = { ...usual(), ...circumstances };
	const query = is.resumeToken === undefined ? '' : `?signature=${is.resumeToken}`;
	const resumeUrl = `http://localhost:5678/webhook-waiting/${is.executionId}${query}`;
	const context = {
		getContext: () => is.kept,
		getExecutionId: () => is.executionId,
		getInputData: () => is.items.map((json) => ({ json })),
		getInstanceId: () => is.instanceId,
		getNode: () => ({
			id: is.nodeId,
			type: is.nodeType,
			parameters: is.parameters,
			credentials: { audiencePageApi: { id: is.credentialId } },
		}),
		getWorkflow: () => ({ id: is.workflowId }),
		getWorkflowDataProxy: () => ({ $runIndex: is.run, $execution: { resumeUrl } }),
		isToolExecution: () => is.isTool,
	};
	return new NodeExecution(context as unknown as IExecuteFunctions & IExecuteSingleFunctions);
}
