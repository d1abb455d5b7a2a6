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
 * What n8n keeps for the node with an execution's data, through Retry On Fail and Retry.
 * `creations.ts` adds to it.
 */
export interface ContextData {
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
	readonly contextData: ContextData;
	private hash?: string;
	/** Of the items from the first on, as far as they were asked for. */
	private readonly identities: string[] = [];
	/** How many of these items have the same JSON, by its hash. */
	private readonly equalItems = new Map<string, number>();

	constructor(private readonly context: NodeContext) {
		// n8n gives a copy each time it is asked.
		this.node = context.getNode();
		this.items = [context.getInputData()].flat();
		const isTool = 'isToolExecution' in context && context.isToolExecution();
		// n8n gives a node that can be a tool another type for that; MCP calls may have no execution.
		this.isToolCall = isTool || this.node.type.endsWith('Tool') || this.executionId === undefined;
		this.contextData = this.isToolCall ? {} : context.getContext('node');
	}

	/** How often the node has run before in this execution. */
	get runIndex(): number {
		return this.context.getWorkflowDataProxy(0).$runIndex as number;
	}

	/** Of what says what is created and where: the fields above Options, and which credential. */
	get parametersHash(): string {
		const { credentials, parameters } = this.node;
		return contentHash({ ...parameters, options: undefined, credentials });
	}

	/**
	 * What tells an item from all others of its run, wherever it stands: the hash of its JSON, and
	 * how many equal items come before it.
	 */
	identityOf(item: number): string {
		while (this.identities.length <= item) this.identities.push(this.nextIdentity());
		return this.identities[item] ?? '';
	}

	/**
	 * 64 hexadecimal digits, the same in all retries of this run: they tell the item from those of
	 * every other run, node and execution.
	 */
	keyOf(item: number): string {
		this.hash ??= this.identityHash();
		return sha256(this.hash, this.identityOf(item));
	}

	private nextIdentity(): string {
		const hash = contentHash(this.items[this.identities.length]?.json);
		const equalBefore = this.equalItems.get(hash) ?? 0;
		this.equalItems.set(hash, equalBefore + 1);
		return `${hash}-${equalBefore}`;
	}

	private identityHash(): string {
		const { context, contextData, node, parametersHash, runIndex } = this;
		contextData.execution ??= this.isToolCall
			? randomUUID()
			: (this.resumeTokenHash ?? this.executionId);
		const nodeInN8n = [context.getInstanceId(), context.getWorkflow().id, node.id];
		return sha256(...nodeInN8n, contextData.execution, parametersHash, runIndex);
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
