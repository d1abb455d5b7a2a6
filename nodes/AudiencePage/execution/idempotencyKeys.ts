import { createHash, randomUUID } from 'node:crypto';

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
import { canonicalJson } from '../shared/canonicalJson';
import type { SameKeyBy } from '../transport/errors';

export type NodeContext = IExecuteFunctions | IExecuteSingleFunctions;

/** What n8n keeps for the node with an execution's data, through Retry On Fail and Retry. */
export interface NodeContextData {
	/** What all keys of an execution are made from, in its retries too. */
	seed?: string;
	/** The keys of the tool calls that ended well (see `isToolCall`). */
	calls?: string[];
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

function newSeed(context: NodeContext): string {
	const executionId = executionIdOf(context);
	return executionId === undefined ? randomUUID() : (resumeTokenOf(context) ?? executionId);
}

/** A hash of these parts, in hexadecimal digits. */
export const sha256 = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The same for the same content, whatever the order of its keys. */
export const contentHash = (content: IDataObject): string => sha256(canonicalJson(content));

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

/** The keys of the tool calls in progress, by the data that n8n keeps for them: two equal calls get two keys. */
const keysInUse = new WeakMap<NodeContextData, Set<string>>();

const keyOf = ({ body }: IHttpRequestOptions): string =>
	String((body as { idempotencyKey?: string } | undefined)?.idempotencyKey);

/** The idempotency keys of one run of the node. */
export class IdempotencyKeys {
	private itemOrigin?: unknown[];

	constructor(private readonly context: NodeContext) {}

	/**
	 * One key for one intended entry: the same each time that this item of this run is tried, another for every
	 * other item, run, execution, node, workflow and n8n, and other parameters of the node. The content plays no
	 * part, for `$now` may change it from attempt to attempt; but it tells tool calls apart.
	 */
	forItem(item: number, content: IDataObject): string {
		if (isToolCall(this.context)) return this.forToolCall(content);
		this.itemOrigin ??= [
			...this.executionOrigin(),
			parametersHash(this.context.getNode()),
			runIndexOf(this.context),
		];
		return sha256(...this.itemOrigin, item);
	}

	/** What sends the key of a request again, if its outcome is not known. */
	sameKeyBy(request: IHttpRequestOptions): SameKeyBy {
		const { context } = this;
		if (!isToolCall(context)) return 'execution';
		const isOfCall = keysInUse.get(nodeContextData(context))?.has(keyOf(request)) === true;
		return isOfCall && executionIdOf(context) === undefined ? 'nothing' : 'call';
	}

	/** A tool call has ended. The key of one that ended well is not given to a later call. */
	release(request: IHttpRequestOptions, hasEndedWell: boolean): void {
		const data = nodeContextData(this.context);
		const key = keyOf(request);
		if (keysInUse.get(data)?.delete(key) !== true) return;
		if (hasEndedWell) data.calls = [...(data.calls ?? []), key];
	}

	private executionOrigin(): unknown[] {
		const { context } = this;
		const data = nodeContextData(context);
		data.seed ??= newSeed(context);
		return [context.getInstanceId(), context.getWorkflow().id, context.getNode().id, data.seed];
	}

	private forToolCall(content: IDataObject): string {
		const data = nodeContextData(this.context);
		const origin = this.executionOrigin();
		const inUse = keysInUse.get(data) ?? new Set();
		keysInUse.set(data, inUse);
		const hash = contentHash(content);
		for (let call = 0; ; call++) {
			const key = sha256(...origin, hash, call);
			if (inUse.has(key) || data.calls?.includes(key)) continue;
			inUse.add(key);
			return key;
		}
	}
}
