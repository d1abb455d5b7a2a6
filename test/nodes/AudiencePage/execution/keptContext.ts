import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeParameters,
} from 'n8n-workflow';
import { NodeExecution } from '../../../../nodes/AudiencePage/execution/nodeExecution';

const usual = () => ({
	/**
	 * What n8n keeps for the node with the execution; `false` if n8n keeps nothing of the run, and
	 * says so.
	 */
	kept: {} as IDataObject | false,
	executionId: undefined as string | undefined,
	/** What newer n8n gives an execution and its retries. */
	resumeToken: undefined as string | undefined,
	run: 0,
	item: 0,
	/** The JSON of the input items. */
	jsons: Array.from({ length: 8 }, (_, row): IDataObject => ({ row })),
	instanceId: 'instance-1',
	workflowId: 'workflow-1',
	nodeId: 'node-1',
	isTool: false,
	calledBy: undefined as string | undefined,
	nodeType: 'n8n-nodes-audience-page.audiencePage',
	parameters: { resource: 'accountLog', operation: 'create' } as INodeParameters,
});

export type Circumstances = Partial<ReturnType<typeof usual>>;

/** n8n's context as far as it tells one run, item and call from another. */
export function contextWith(
	circumstances: Circumstances,
): IExecuteFunctions & IExecuteSingleFunctions {
	const is = { ...usual(), ...circumstances };
	const query = is.resumeToken === undefined ? '' : `?signature=${is.resumeToken}`;
	const resumeUrl = `http://localhost:5678/webhook-waiting/${is.executionId}${query}`;
	const context = {
		getContext: (type: string) => {
			if (is.kept === false || type !== 'node')
				throw new Error('`executionData` is not initialized');
			return is.kept;
		},
		getExecutionId: () => is.executionId,
		getInputData: () => is.jsons.map((json) => ({ json })),
		getInstanceId: () => is.instanceId,
		getItemIndex: () => is.item,
		getNode: () => ({ id: is.nodeId, type: is.nodeType, parameters: is.parameters }),
		getWorkflow: () => ({ id: is.workflowId }),
		getWorkflowDataProxy: () => ({ $runIndex: is.run, $execution: { resumeUrl } }),
		isToolExecution: () => is.isTool,
		parentNode: is.calledBy && { type: is.calledBy },
	};
	return context as unknown as IExecuteFunctions & IExecuteSingleFunctions;
}

/** The execution of a run of the node, as `contextWith` tells it. */
export const executionWith = (circumstances: Circumstances): NodeExecution =>
	new NodeExecution(contextWith(circumstances));
