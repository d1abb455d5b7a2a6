import { randomUUID } from 'node:crypto';

import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { OUTPUT_FIELDS } from '../fields/outputFields';
import { PREVIEW_ONLY } from '../fields/previewOnly';
import { requestOptionFields } from '../fields/requestOptions';
import { contentHash, sha256 } from '../shared/hash';
import type { RetryAdvice } from '../transport/errors';
import { inputItemsOf, ItemContents, OccurrenceCounter, type Occurrences } from './itemContents';

export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What n8n keeps for the node with an execution's data, through Retry On Fail and Retry. */
export interface NodeContextData {
	/** What all keys of an execution are made from, in its retries too. */
	seed?: string;
	/** Of the items that have an idempotency key by their content. */
	occurrences?: Occurrences;
}

/** The same for runs of which n8n keeps nothing: those that n8n's own Agents ask for. It is gone with the run. */
const notKept = new WeakMap<NodeContext, NodeContextData>();

/** What n8n keeps for the node; for a run without execution, what only that run knows. */
export function nodeContextData(context: NodeContext): NodeContextData {
	if (executionIdOf(context) !== undefined) return context.getContext('node') as NodeContextData;
	try {
		return context.getContext('node') as NodeContextData;
	} catch {
		const data = notKept.get(context) ?? {};
		notKept.set(context, data);
		return data;
	}
}

/**
 * Whether the node is called as a tool, rather than run in a workflow: by an agent, which may run its tools as nodes of
 * the workflow or within itself, and whose retries may have run indices of their own; or by whoever has no execution at
 * all, as an MCP server. So run and item index do not tell two tool calls apart.
 */
export const isToolCall = (context: NodeContext): boolean =>
	executionIdOf(context) === undefined ||
	('isToolExecution' in context && context.isToolExecution()) ||
	context.getNode().type.endsWith(TOOL);

/** n8n gives a node that can be a tool another type for that, whose name ends so. */
const TOOL = 'Tool';

/** n8n's types promise an ID; a call from an MCP server has none. */
const executionIdOf = (context: NodeContext) => context.getExecutionId() as string | undefined;

/**
 * What newer n8n gives an execution when it is created, and its retries in the executions list have too: even
 * after a crash, when n8n has saved nothing of the node.
 */
function resumeTokenOf(context: NodeContext): string | undefined {
	const execution = context.getWorkflowDataProxy(0).$execution as { resumeUrl?: string } | undefined;
	return /[?&]signature=([^&]+)/.exec(String(execution?.resumeUrl))?.[1];
}

/** Without execution, nothing tells an equal call of another day from this one. */
function newSeed(context: NodeContext): string {
	const executionId = executionIdOf(context);
	return executionId === undefined ? randomUUID() : (resumeTokenOf(context) ?? executionId);
}

/** The options that do not decide what is written. */
const MANNERS = [...requestOptionFields.map(({ name }) => name), OUTPUT_FIELDS, PREVIEW_ONLY];

/** The parameters that decide what is written. */
function contentParameters({ parameters: { options, ...others } }: INode): IDataObject {
	const contentOptions = Object.entries(Object(options) as IDataObject).filter(
		([name]) => !MANNERS.includes(name),
	);
	return { ...others, options: Object.fromEntries(contentOptions) } as IDataObject;
}

/** A hash of a node's parameters as they stand in the workflow: of all that decides what is written. */
export const parametersHash = (node: INode): string => contentHash(contentParameters(node));

/** How often the node has run before in this execution. */
export const runIndexOf = (context: NodeContext): number =>
	context.getWorkflowDataProxy(0).$runIndex as number;

const keyOf = ({ body }: IHttpRequestOptions): string =>
	String((body as { idempotencyKey?: string } | undefined)?.idempotencyKey);

/** The idempotency keys of one run of the node. */
export class IdempotencyKeys {
	private scope?: unknown[];
	private counter?: OccurrenceCounter;
	/** The keys that only this tool call can have made. */
	private readonly keysOfCall = new Set<string>();

	constructor(
		private readonly context: NodeContext,
		private readonly contents = new ItemContents(inputItemsOf(context)),
	) {}

	/**
	 * One key for one intended entry: the same each time that it is tried, another in every other execution, node,
	 * workflow and n8n, and with other parameters of the node. The position of the item plays no part, for a retry may
	 * find other items before it; nor does what its expressions evaluate to, for `$now` may change from attempt to attempt.
	 * Of equal items, each has its own key. A tool call has no item: equal entries of one execution have one key.
	 *
	 * @param entry the evaluated entry
	 */
	async forItem(item: number, entry: IDataObject): Promise<string> {
		if (isToolCall(this.context)) return this.forToolCall(entry);
		const data = nodeContextData(this.context);
		this.scope ??= [...this.executionScope(data), parametersHash(this.context.getNode())];
		data.occurrences ??= { lastRun: 0, runs: {} };
		this.counter ??= new OccurrenceCounter(data.occurrences, runIndexOf(this.context), this.contents);
		const countBefore = await this.counter.countBefore(item);
		return sha256(...this.scope, this.contents.hashOf(item), countBefore);
	}

	/**
	 * To be called when the run ends: counts the items behind the last one that has a key. A later run of the node counts
	 * them too, whether this attempt had to make their keys or not.
	 */
	async end(): Promise<void> {
		if (this.contents.count > 0) await this.counter?.countBefore(this.contents.count - 1);
	}

	/** What sends the key of a request again, if its outcome is not known. */
	retryAdvice(request: IHttpRequestOptions): RetryAdvice {
		if (!isToolCall(this.context)) return 'execution';
		return this.keysOfCall.has(keyOf(request)) ? 'nothing' : 'call';
	}

	private forToolCall(entry: IDataObject): string {
		const scope = this.executionScope(nodeContextData(this.context));
		const key = sha256(...scope, contentHash(entry));
		if (executionIdOf(this.context) === undefined) this.keysOfCall.add(key);
		return key;
	}

	private executionScope(data: NodeContextData): unknown[] {
		const { context } = this;
		data.seed ??= newSeed(context);
		return [context.getInstanceId(), context.getWorkflow().id, context.getNode().id, data.seed];
	}
}
