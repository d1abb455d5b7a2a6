import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	Workflow,
	type ExecutionError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node';
import { CREDENTIAL } from '../../nodes/AudiencePage/transport/request';
import { CredentialsHelper } from './credentialsHelper';

const NODE = 'Audience Page';

/** Where a node under test finds the service. A sandbox is one. */
export interface Service {
	url: string;
	apiKey: string;
}

export interface RunOptions {
	/** The input items; one empty item unless told. */
	items?: IDataObject[];
	onError?: INode['onError'];
	timezone?: string;
	/** `false` for a node without credential. */
	credentials?: { baseUrl: string; apiKey: string } | false;
}

export interface NodeRun {
	/** The items of the main output. */
	items: INodeExecutionData[];
	/** Their json alone. */
	json: IDataObject[];
	/** The items of the error output, where the node has one. */
	errorItems: INodeExecutionData[];
	/** What stopped the workflow. */
	error?: ExecutionError;
}

const asNodeTypes = (types: Record<string, INodeType>): INodeTypes => {
	const find = (name: string) => {
		const type = types[name];
		if (type === undefined) throw new Error(`The test workflow has no node type ${name}`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
};

/** A node that gives the input items. */
const itemsSource = (items: IDataObject[]): INodeType => ({
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['input'],
		version: 1,
		description: 'Gives the input items of a test',
		defaults: { name: 'Input' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	},
	execute: async () => [items.map((json) => ({ json }))],
});

function additionalDataFor(credentials: CredentialsHelper, workflow: IWorkflowBase) {
	const additionalData: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentials,
		hooks: new ExecutionLifecycleHooks('manual', 'execution-1', workflow),
		executionId: 'execution-1',
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
	};
	return additionalData as IWorkflowExecuteAdditionalData;
}

/**
 * Runs the node with these parameters in a workflow of n8n-core, over real HTTP to `service`.
 *
 * Parameters that are not given have the form's defaults, as in a saved workflow.
 */
export async function runNode(
	service: Service,
	parameters: INodeParameters,
	{ items = [{}], onError, timezone = 'UTC', credentials }: RunOptions = {},
): Promise<NodeRun> {
	const at = { typeVersion: 1, position: [0, 0] as [number, number] };
	const credential = { [CREDENTIAL]: { id: 'credential-1', name: 'Audience Page' } };
	const nodes: INode[] = [
		{ id: 'node-1', name: 'Input', type: 'input', parameters: {}, ...at },
		{
			id: 'node-2',
			name: NODE,
			type: 'audiencePage',
			parameters,
			...at,
			...(onError && { onError }),
			...(credentials !== false && { credentials: credential }),
		},
	];
	const connections = { Input: { main: [[{ node: NODE, type: 'main' as const, index: 0 }]] } };
	const settings = { timezone, executionOrder: 'v1' as const };
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes,
		connections,
		active: false,
		nodeTypes: asNodeTypes({ input: itemsSource(items), audiencePage: new AudiencePage() }),
		settings,
	});
	const saved: IWorkflowBase = {
		...{ id: 'workflow-1', name: 'Test', active: false, isArchived: false, activeVersionId: null },
		...{ createdAt: new Date(0), updatedAt: new Date(0), nodes, connections, settings },
	};
	const helper = new CredentialsHelper(credentials || { baseUrl: service.url, apiKey: service.apiKey });

	const execution = new WorkflowExecute(additionalDataFor(helper, saved), 'manual');
	const { data } = await execution.run({ workflow, startNode: workflow.getNode('Input') ?? undefined });

	const { runData, error } = data.resultData;
	const outputs = runData[NODE]?.[0]?.data?.main ?? [];
	const [main, errors] = outputs.map((output) => output ?? []);
	const run: NodeRun = {
		items: main ?? [],
		json: (main ?? []).map(({ json }) => json),
		errorItems: errors ?? [],
	};
	return error ? { ...run, error } : run;
}
