import { randomUUID } from 'node:crypto';

import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { contentHash, sha256 } from '../shared/hash';

export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/**
 * What n8n keeps for the node with an execution's data, through Retry On Fail and Retry. Each part
 * has an owner, which adds it.
 */
export interface KeptData {
	/** Names the execution in its retries, too. */
	execution?: string;
}

/** A run of the node in an execution of n8n, and what n8n keeps with that execution. */
export class NodeExecution {
	readonly node: INode;
	readonly items: INodeExecutionData[];
	/** Whether an agent or an MCP client calls the node as a tool: then nothing is kept. */
	readonly isToolCall: boolean;
	/** What n8n keeps for the node; its own Agents keep nothing. */
	readonly kept: KeptData;
	private hash?: string;

	constructor(private readonly context: NodeContext) {
		// n8n gives a copy each time it is asked.
		this.node = context.getNode();
		this.items = [context.getInputData()].flat();
		const isTool = 'isToolExecution' in context && context.isToolExecution();
		// n8n gives a node that can be a tool another type for that; MCP calls may have no execution.
		this.isToolCall = isTool || this.node.type.endsWith('Tool') || this.executionId === undefined;
		this.kept = this.isToolCall ? {} : context.getContext('node');
	}

	/** How often the node has run before in this execution. */
	get runIndex(): number {
		return this.context.getWorkflowDataProxy(0).$runIndex as number;
	}

	/** What tells this run, in all its retries, from the runs of every other node and execution. */
	get identity(): string {
		return (this.hash ??= this.identityHash());
	}

	/** Of what says what is created and where: the fields above Options, and which credential. */
	get parametersHash(): string {
		const { credentials, parameters } = this.node;
		return contentHash({ ...parameters, options: undefined, credentials });
	}

	private identityHash(): string {
		const { context, kept, node, parametersHash, runIndex } = this;
		kept.execution ??= this.isToolCall ? randomUUID() : (this.resumeTokenHash ?? this.executionId);
		const nodeInN8n = [context.getInstanceId(), context.getWorkflow().id, node.id];
		return sha256(...nodeInN8n, kept.execution, parametersHash, runIndex);
	}

	private get executionId(): string | undefined {
		return this.context.getExecutionId() as string | undefined;
	}

	/**
	 * A retry has another ID, but the same token, even after a crash. An older n8n has none. The
	 * token itself is a secret.
	 */
	private get resumeTokenHash(): string | undefined {
		const { $execution } = this.context.getWorkflowDataProxy(0);
		const { resumeUrl } = Object($execution) as { resumeUrl?: string };
		const token = /[?&]signature=([^&]+)/.exec(String(resumeUrl))?.[1];
		return token && sha256(token);
	}
}
