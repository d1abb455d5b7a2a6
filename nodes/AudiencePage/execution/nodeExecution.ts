import { randomUUID } from 'node:crypto';

import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { OUTPUT_FIELDS } from '../fields/outputFields';
import { previewOnly, requestOptionFields } from '../fields/collections';
import { contentHash } from '../shared/hash';

export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/**
 * What n8n keeps for the node with an execution's data, through Retry On Fail and Retry. Each part
 * has an owner, which adds it.
 */
export interface KeptData {
	/** What all keys of an execution are made from, in its retries too. */
	seed?: string;
}

const OPTIONS_THAT_DO_NOT_CHANGE_THE_RECORD = [
	...requestOptionFields.map(({ name }) => name),
	OUTPUT_FIELDS,
	previewOnly.name,
];

/**
 * A run of the node in an execution of n8n: which one it is, its input, and what n8n keeps with the
 * execution.
 */
export class NodeExecution {
	readonly node: INode;
	readonly items: INodeExecutionData[];
	/**
	 * n8n's types promise an ID; a call from an MCP server has none, or on a worker one that no other
	 * call has.
	 */
	readonly id: string | undefined;
	readonly workflowId: string | undefined;
	/**
	 * Whether an agent or an MCP server, which has no execution, calls it. Run and item index tell no
	 * calls apart.
	 */
	readonly isToolCall: boolean;
	/**
	 * Of a run of which n8n keeps nothing: those that n8n's own Agents ask for. It is gone with the
	 * run.
	 */
	private readonly notKept: KeptData = {};

	constructor(private readonly context: NodeContext) {
		// n8n gives a copy each time it is asked.
		this.node = context.getNode();
		const items = context.getInputData();
		// n8n's declarative engine gives a context one item, but also all that the run was given.
		this.items = Array.isArray(items)
			? items
			: (context.getExecuteData().data.main?.[0] ?? [items]);
		const isOfMcp = /mcpTrigger$/.test((context as { parentNode?: INode }).parentNode?.type ?? '');
		this.id = isOfMcp ? undefined : (context.getExecutionId() as string | undefined);
		this.workflowId = context.getWorkflow().id;
		const isTool = 'isToolExecution' in context && context.isToolExecution();
		// n8n gives a node that can be a tool another type for that.
		this.isToolCall = this.id === undefined || isTool || this.node.type.endsWith('Tool');
	}

	/** How often the node has run before in this execution. */
	get runIndex(): number {
		return this.context.getWorkflowDataProxy(0).$runIndex as number;
	}

	/** What n8n keeps for the node; for a run without execution, what only that run knows. */
	get kept(): KeptData {
		if (this.id !== undefined) return this.context.getContext('node');
		try {
			return this.context.getContext('node');
		} catch {
			return this.notKept;
		}
	}

	/** What tells the node in this execution, and in its retries, from all others. */
	get scope(): unknown[] {
		const { context, kept, node, workflowId } = this;
		// Without execution, nothing tells an equal call of another day from this one.
		kept.seed ??= this.id === undefined ? randomUUID() : (this.resumeToken ?? this.id);
		return [context.getInstanceId(), workflowId, node.id, kept.seed];
	}

	/**
	 * A hash of the node's parameters as they stand in the workflow: of all that decides what is
	 * written.
	 */
	get parametersHash(): string {
		const { options, ...others } = this.node.parameters;
		const contentOptions: IDataObject = { ...(options as IDataObject) };
		for (const name of OPTIONS_THAT_DO_NOT_CHANGE_THE_RECORD) delete contentOptions[name];
		return contentHash({ ...others, options: contentOptions });
	}

	/**
	 * What newer n8n gives an execution when it begins, and its retries: even after a crash that
	 * saved nothing.
	 */
	private get resumeToken(): string | undefined {
		const { resumeUrl } = Object(this.context.getWorkflowDataProxy(0).$execution) as {
			resumeUrl?: string;
		};
		return /[?&]signature=([^&]+)/.exec(String(resumeUrl))?.[1];
	}
}
