import { randomUUID } from 'node:crypto';

import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

import { CREDENTIAL } from '../transport/apiClient';
import { connectionId } from '../transport/connection';

export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What n8n keeps for the node with an execution's data, through Retry On Fail and Retry. Each part has an owner, which adds it. */
export interface KeptData {
	/** What all keys of an execution are made from, in its retries too. */
	seed?: string;
}

/** n8n gives a node that can be a tool another type for that, whose name ends so. */
const TOOL = 'Tool';

/** One run of the node in an execution of n8n: which one it is, and what n8n keeps of it. */
export class NodeExecution {
	/** Of a run of which n8n keeps nothing: those that n8n's own Agents ask for. It is gone with the run. */
	private readonly notKept: KeptData = {};

	constructor(private readonly context: NodeContext) {}

	/** n8n's types promise an ID; a call from an MCP server has none. */
	get id(): string | undefined {
		return this.context.getExecutionId() as string | undefined;
	}

	/** How often the node has run before in this execution. */
	get runIndex(): number {
		return this.dataProxy.$runIndex as number;
	}

	/**
	 * Whether the node is called as a tool, rather than run in a workflow: by an agent, which may run its tools as nodes of
	 * the workflow or within itself, and whose retries may have run indices of their own; or by whoever has no execution at
	 * all, as an MCP server. So run and item index do not tell two tool calls apart.
	 */
	get isToolCall(): boolean {
		const { context } = this;
		const isTool = 'isToolExecution' in context && context.isToolExecution();
		return this.id === undefined || isTool || context.getNode().type.endsWith(TOOL);
	}

	/** What n8n keeps for the node; for a run without execution, what only that run knows. */
	get kept(): KeptData {
		try {
			return this.context.getContext('node');
		} catch (error) {
			if (this.id !== undefined) throw error;
			return this.notKept;
		}
	}

	/** What tells the node in this execution, and in its retries, from all others. */
	get scope(): unknown[] {
		const { context, kept } = this;
		kept.seed ??= this.newSeed();
		return [context.getInstanceId(), context.getWorkflow().id, context.getNode().id, kept.seed];
	}

	/**
	 * Identifies whose records an item's credential leads to: a hash, salted with the node.
	 *
	 * @throws NodeOperationError if the credential cannot be read
	 */
	async tenantOf(context: Pick<NodeContext, 'getCredentials'>): Promise<string> {
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
		const { id, credentials } = this.context.getNode();
		return connectionId(credential, this.context.getWorkflow().id, id, credentials?.[CREDENTIAL]?.id);
	}

	/** Without execution, nothing tells an equal call of another day from this one. */
	private newSeed(): string {
		return this.id === undefined ? randomUUID() : (this.resumeToken ?? this.id);
	}

	/**
	 * What newer n8n gives an execution when it is created, and its retries in the executions list have too: even
	 * after a crash, when n8n has saved nothing of the node.
	 */
	private get resumeToken(): string | undefined {
		const execution = this.dataProxy.$execution as { resumeUrl?: string } | undefined;
		return /[?&]signature=([^&]+)/.exec(String(execution?.resumeUrl))?.[1];
	}

	private get dataProxy() {
		return this.context.getWorkflowDataProxy(0);
	}
}
