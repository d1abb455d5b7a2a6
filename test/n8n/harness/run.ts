import type { ExecutionStatus, INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

const UNFINISHED: ExecutionStatus[] = ['new', 'running', 'unknown', 'waiting'];

export const hasEnded = (status: ExecutionStatus): boolean => !UNFINISHED.includes(status);

export interface NodeRun {
	/** What left through the first output. */
	items: INodeExecutionData[];
	outputs: INodeExecutionData[][];
	error?: RunError;
	/** By n8n's own clock: when the first turn began, in epoch milliseconds; 0 if there was none. */
	startedAt: number;
	/** By n8n's own clock: how long all turns took, in milliseconds. */
	executionTime: number;
}

export interface RunError {
	message: string;
	description?: string | null;
}

export interface Run {
	id: string;
	status: ExecutionStatus;
	error?: RunError;
	/**
	 * What the node of this name did, all its turns together; throws if the workflow has no such
	 * node.
	 */
	node(name: string): NodeRun;
}

export const runOf = (
	id: string,
	status: ExecutionStatus,
	{ error, runData }: IRunExecutionData['resultData'],
	nodes: INode[],
): Run => ({
	...{ id, status, error },
	node(name) {
		if (!nodes.some((node) => node.name === name))
			throw new Error(`The workflow has no node "${name}"`);
		const turns = runData[name] ?? [];
		const outputs: INodeExecutionData[][] = [];
		for (const { data } of turns)
			for (const [index, items] of (data?.main ?? []).entries())
				outputs[index] = [...(outputs[index] ?? []), ...(items ?? [])];
		return {
			items: outputs[0] ?? [],
			outputs,
			error: turns.at(-1)?.error,
			startedAt: turns[0]?.startTime ?? 0,
			executionTime: turns.reduce((sum, turn) => sum + turn.executionTime, 0),
		};
	},
});
