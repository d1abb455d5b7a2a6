import { ExecutionLifecycleHooks, PollContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node';
import { CREDENTIAL } from '../../nodes/AudiencePage/transport/connection';
import { CredentialsHelper } from './credentialsHelper';
import { logger } from './log';
import { aNode } from './node';

/** In each context that n8n gives a node. */
Object.defineProperty(Object.getPrototypeOf(PollContext.prototype), 'logger', {
	get: () => logger,
});

/** The name of the node under test. */
export const NODE = 'Audience Page';

/** Where a node under test finds the service. A sandbox is such a service. */
export interface Service {
	url: string;
	apiKey: string;
}

export interface WorkflowOptions {
	/** The input items; one empty item unless told. */
	items?: IDataObject[];
	/** The input items of several runs of the node in one execution, instead of `items`. */
	batches?: IDataObject[][];
	/** Settings of the node, beside its parameters. */
	onError?: INode['onError'];
	retryOnFail?: INode['retryOnFail'];
	maxTries?: INode['maxTries'];
	alwaysOutputData?: boolean;
	/** A new execution each time unless told: the keys of log entries are made of it. */
	executionId?: string;
	timezone?: string;
	/** What is run as the node's type, instead of the node as it is. */
	nodeType?: INodeType;
	/** The credential that the node has; another one is another credential of the same type. */
	credentialId?: string;
	/**
	 * What the credential holds instead of the service's own; `false` for a node without credential.
	 */
	credentials?: { baseUrl: string; apiKey: string } | false;
}

/** These types as n8n looks them up, by their names; it throws for one that is not among them. */
export const asNodeTypes = (types: Record<string, INodeType>): INodeTypes => {
	const find = (name: string) => {
		const type = types[name];
		if (type === undefined) throw new Error(`The test workflow has no node type ${name}`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
};

/**
 * A node that gives the input items of each run of the next one by an output of its own: n8n takes
 * the last output first.
 */
const itemsSource = (batches: IDataObject[][]): INodeType => ({
	description: {
		displayName: 'Input',
		name: 'input',
		group: ['input'],
		version: 1,
		description: 'Gives the input items of a test',
		defaults: { name: 'Input' },
		inputs: ['main'],
		outputs: batches.map(() => 'main' as const),
		properties: [],
	},
	execute: async () => batches.map((items) => items.map((json) => ({ json }))).reverse(),
});

/** A workflow without nodes, as n8n has it in its database. */
export const savedWorkflow: IWorkflowBase = {
	id: 'workflow-1',
	name: 'Test',
	active: true,
	isArchived: false,
	activeVersionId: null,
	createdAt: new Date(0),
	updatedAt: new Date(0),
	nodes: [],
	connections: {},
	settings: { timezone: 'UTC' },
};

/** One for all runs, as in n8n. */
const usualNodeType = new AudiencePage();

/** What `$vars` gives, for all workflows of an n8n. */
export const VARIABLES: Record<string, string> = { pageId: 'page_of_a_variable' };

let executions = 0;

/** What n8n gives an execution beside its workflow: here, the credential and an execution ID. */
export function additionalDataFor(
	credentialsHelper: CredentialsHelper,
	workflow: IWorkflowBase,
	executionId = `execution-${++executions}`,
) {
	const additionalData = {
		credentialsHelper: credentialsHelper as Partial<ICredentialsHelper> as ICredentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', executionId, workflow),
		executionId,
		currentNodeExecutionIndex: 0,
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: VARIABLES,
	} satisfies Partial<IWorkflowExecuteAdditionalData>;
	return additionalData as IWorkflowExecuteAdditionalData;
}

/** The node under test, with settings that n8n leaves out where they are not set. */
function nodeUnderTest(parameters: INodeParameters, options: WorkflowOptions): INode {
	const { onError, retryOnFail, maxTries, alwaysOutputData } = options;
	const { credentialId = 'credential-1', credentials } = options;
	const credential = { [CREDENTIAL]: { id: credentialId, name: 'Audience Page' } };
	return {
		id: 'node-2',
		name: NODE,
		type: 'audiencePage',
		typeVersion: 1,
		position: [0, 0],
		parameters,
		...(onError && { onError }),
		...(alwaysOutputData && { alwaysOutputData }),
		...(retryOnFail && { retryOnFail, maxTries, waitBetweenTries: 1 }),
		...(credentials !== false && { credentials: credential }),
	};
}

/**
 * A workflow of n8n-core: items, then the node. Parameters that are not given have the defaults of
 * the form.
 */
export function testWorkflow(
	service: Service,
	parameters: INodeParameters,
	options: WorkflowOptions,
) {
	const { items = [{}], batches = [items], timezone = 'UTC', executionId } = options;
	const { credentials, nodeType = usualNodeType } = options;
	const node = nodeUnderTest(parameters, options);
	const input: INode = { ...aNode, id: 'node-1', name: 'Input', type: 'input' };
	const saved: IWorkflowBase = {
		...savedWorkflow,
		active: false,
		nodes: [input, node],
		connections: { Input: { main: batches.map(() => [{ node: NODE, type: 'main', index: 0 }]) } },
		settings: { timezone, executionOrder: 'v1' },
	};
	const nodeTypes = asNodeTypes({ input: itemsSource(batches), audiencePage: nodeType });
	const workflow = new Workflow({ ...saved, nodeTypes });
	const { url: baseUrl, apiKey } = service;
	const helper = new CredentialsHelper(credentials || { baseUrl, apiKey });
	return { workflow, input, node, additionalData: additionalDataFor(helper, saved, executionId) };
}
