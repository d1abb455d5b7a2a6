import { LoadOptionsContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type IDataObject,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type IRunExecutionData,
	type ITaskData,
} from 'n8n-workflow';
import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node';
import { NODE, testWorkflow, type Service, type WorkflowOptions } from './workflow';

export interface NodeRun {
	/** The items of the main output. */
	items: INodeExecutionData[];
	/** Their json alone. */
	json: IDataObject[];
	/** The items of the error output. */
	errorItems: INodeExecutionData[];
	/** What stopped the workflow. */
	error?: ExecutionError;
	/** What the node told the user beside its output. */
	hints: string[];
	/** What the node has left in its context, which n8n keeps with the execution. */
	kept: IDataObject;
}

/**
 * Runs the node in n8n-core, over HTTP. WorkflowHasIssuesError if a required field is empty: write
 * `={{ "" }}`.
 */
export async function runNode(
	service: Service,
	parameters: INodeParameters,
	options: WorkflowOptions = {},
): Promise<NodeRun> {
	const { data } = await runExecution(service, parameters, options);
	const { runData, error } = data.resultData;
	const task = runData[NODE]?.[0];
	const items = itemsOf(task, 0);
	const run = {
		items,
		json: items.map(({ json }) => json),
		errorItems: itemsOf(task, 1),
		hints: (task?.hints ?? []).map(({ message }) => message),
		kept: (data.executionData?.contextData[`node:${NODE}`] ?? {}) as IDataObject,
	};
	return error ? { ...run, error } : run;
}

/** What a run of the node has put out through an output. */
const itemsOf = (task: ITaskData | undefined, output: number): INodeExecutionData[] =>
	task?.data?.main?.[output] ?? [];

/** An execution in which the node runs once for each of `batches`. */
export interface ExecutionRun {
	/** What each run has put out, in their order. */
	outputs: IDataObject[][];
	/** What stopped the workflow. */
	error?: ExecutionError;
	data: IRunExecutionData;
}

const ended = ({ data }: { data: IRunExecutionData }): ExecutionRun => {
	const { runData, error } = data.resultData;
	const outputs = (runData[NODE] ?? []).map((task) => itemsOf(task, 0).map(({ json }) => json));
	return { outputs, data, ...(error && { error }) };
};

/** Runs the node as `runNode` does, for each of `options.batches`. */
export async function runExecution(
	service: Service,
	parameters: INodeParameters,
	options: WorkflowOptions,
): Promise<ExecutionRun> {
	const { workflow, input, additionalData } = testWorkflow(service, parameters, options);
	// Runs of one execution have one token too, as an execution and its retries have in n8n.
	const begun = createRunExecutionData({ resumeToken: options.executionId });
	return ended(
		await new WorkflowExecute(additionalData, 'manual', begun).run({ workflow, startNode: input }),
	);
}

/**
 * Runs a failed execution again as Retry in the list of executions does: from the run that failed,
 * with the node as it is now.
 */
export async function retryExecution(
	service: Service,
	parameters: INodeParameters,
	options: WorkflowOptions,
	{ data }: ExecutionRun,
): Promise<ExecutionRun> {
	const { workflow, node, additionalData } = testWorkflow(service, parameters, options);
	const saved = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
	delete saved.resultData.error;
	saved.resultData.runData[NODE]?.pop();
	for (const next of saved.executionData?.nodeExecutionStack ?? [])
		if (next.node.name === NODE) next.node = node;
	return ended(
		await new WorkflowExecute(additionalData, 'retry', saved).processRunExecutionData(workflow),
	);
}

export type Picker = keyof AudiencePage['methods']['listSearch'];

/** What a picker is opened with, beside its own field. */
interface Opened {
	/** What the user typed. */
	typed?: string;
	/** Where the entries go on, as the last ones said. */
	paginationToken?: string;
	/** What the other fields of the form hold. */
	parameters?: INodeParameters;
}

/** Opens a picker of the node, as the editor does. */
export async function openPicker(
	service: Service,
	picker: Picker,
	{ typed, paginationToken, parameters = {} }: Opened = {},
): Promise<INodeListSearchResult> {
	const { workflow, node, additionalData } = testWorkflow(service, parameters, {});
	additionalData.currentNodeParameters = parameters;
	const context = new LoadOptionsContext(workflow, node, additionalData, '/parameters');
	return await new AudiencePage().methods.listSearch[picker].call(context, typed, paginationToken);
}
