import type {
	ExecutionStatus,
	INode,
	INodeExecutionData,
	IRunExecutionData,
	ITaskData,
} from 'n8n-workflow';

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'unknown', 'waiting'];

export const hasEnded = (status: ExecutionStatus): boolean => !UNFINISHED.includes(status);

export interface NodeRun {
	/** What left through the first output. */
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	error?: RunError;
	/** By n8n's own clock: when the node began, in epoch milliseconds; NaN if it did not run. */
	startedAt: number;
	/** By n8n's own clock, in milliseconds. */
	executionTime: number;
}

interface RunError {
	message: string;
	description?: string | null;
}

export interface Run {
	id: string;
	status: ExecutionStatus;
	error?: RunError;
	/** What the node of this name did at last; throws if the workflow has no such node. */
	node(name: string): NodeRun;
}

function nodeRunOf(task: ITaskData | undefined): NodeRun {
	const outputs = (task?.data?.main ?? []).map((items) => items ?? []);
	return {
		items: outputs[0] ?? [],
		outputs,
		error: task?.error,
		startedAt: task?.startTime ?? NaN,
		executionTime: task?.executionTime ?? NaN,
	};
}

export const runOf = (
	id: string,
	status: ExecutionStatus,
	{ error, runData }: IRunExecutionData['resultData'],
	nodes: INode[],
): Run => ({
	id,
	status,
	error,
	node(name) {
		if (!nodes.some((node) => node.name === name))
			throw new Error(`The workflow has no node "${name}"`);
		return nodeRunOf(runData[name]?.at(-1));
	},
});
