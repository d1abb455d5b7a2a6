import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ExecutionError,
	type IDataObject,
	type INodeParameters,
	type IRunExecutionData,
} from 'n8n-workflow';

import { NODE, testWorkflow, type Service, type WorkflowOptions } from './workflow';

/** An execution in which the node runs once for each of `batches`. */
export interface ExecutionRun {
	/** What each run has put out, in their order. */
	outputs: IDataObject[][];
	/** What stopped the workflow. */
	error?: ExecutionError;
	data: IRunExecutionData;
}

function ended({ resultData: { runData, error }, ...data }: IRunExecutionData): ExecutionRun {
	const outputs = (runData[NODE] ?? []).map(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));
	const run = { outputs, data: { ...data, resultData: { runData, error } } as IRunExecutionData };
	return error ? { ...run, error } : run;
}

/** Runs the node in a workflow of n8n-core, as `runNode` does, for each of `options.batches`. */
export async function runExecution(
	service: Service,
	parameters: INodeParameters,
	options: WorkflowOptions,
): Promise<ExecutionRun> {
	const { workflow, input, additionalData } = testWorkflow(service, parameters, options);
	const begun = createRunExecutionData({ resumeToken: options.executionId });
	const { data } = await new WorkflowExecute(additionalData, 'manual', begun).run({
		workflow,
		startNode: input,
	});
	return ended(data);
}

/** Runs a failed execution again as Retry in the list of executions does: from the run that failed, with what n8n has saved. */
export async function retryExecution(
	service: Service,
	parameters: INodeParameters,
	options: WorkflowOptions,
	{ data }: ExecutionRun,
): Promise<ExecutionRun> {
	const { workflow, additionalData } = testWorkflow(service, parameters, options);
	const saved = JSON.parse(JSON.stringify(data)) as IRunExecutionData;
	delete saved.resultData.error;
	saved.resultData.runData[NODE]?.pop();
	return ended(
		(await new WorkflowExecute(additionalData, 'retry', saved).processRunExecutionData(workflow)).data,
	);
}
