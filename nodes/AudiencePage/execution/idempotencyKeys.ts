import { createHash, randomUUID } from 'node:crypto';

import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import { requestOptionFields } from '../fields/requestOptions';
import { canonicalJson } from '../shared/canonicalJson';

export type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** What n8n keeps for the node with an execution's data, through Retry On Fail and Retry. */
export interface NodeContextData {
	/** What all keys of an execution begin with: the first try's, whichever try asks. */
	seed?: string;
	/** The index of the latest run. */
	run?: number;
	/** The keys of the calls that ended well, where calls are counted (see `isCall`). */
	calls?: string[];
}

export const nodeContextData = (context: Context): NodeContextData =>
	context.getContext('node') as NodeContextData;

/**
 * Whether the node is called as a tool, rather than run in a workflow: by an agent, whose tries have
 * run indices of their own, or behind an MCP server, where there is no execution at all. Run and item
 * do not tell two such calls apart.
 */
export const isToolCall = (context: Context): boolean =>
	executionIdOf(context) === undefined || ('isToolExecution' in context && context.isToolExecution());

/** n8n's types promise an ID; behind an MCP server there is none. */
const executionIdOf = (context: Context) => context.getExecutionId() as string | undefined;

/**
 * What newer n8n gives an execution when it is created, and its retries in the executions list have too: also where
 * n8n was killed, and kept nothing of the node.
 */
function resumeTokenOf(context: Context): string | undefined {
	const execution = context.getWorkflowDataProxy(0).$execution as { resumeUrl?: string } | undefined;
	return /[?&]signature=([^&]+)/.exec(execution?.resumeUrl ?? '')?.[1];
}

/** What all keys of an execution begin with, whichever try asks. */
function newSeed(context: Context): string {
	const executionId = executionIdOf(context);
	return executionId === undefined ? randomUUID() : (resumeTokenOf(context) ?? executionId);
}

/** A hash of these parts, in hexadecimal digits. */
export const sha256 = (...parts: unknown[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The same for the same content, whatever the order of its keys. */
export const contentKey = (content: IDataObject): string => sha256(canonicalJson(content));

/** The parameters but for the options that only say how requests are sent. */
function contentParameters({ parameters: { options, ...others } }: INode): IDataObject {
	const hows = requestOptionFields.map(({ name }) => name);
	const whats = Object.entries(Object(options) as IDataObject).filter(([name]) => !hows.includes(name));
	return { ...others, options: Object.fromEntries(whats) } as IDataObject;
}

const parametersHashes = new WeakMap<INode, string>();

/** A hash of a node's parameters as they stand in the workflow: of all that decides what is written. */
export function parametersHash(node: INode): string {
	const known = parametersHashes.get(node) ?? contentKey(contentParameters(node));
	parametersHashes.set(node, known);
	return known;
}

/** The keys of calls that are under way, by the data that they share: two equal calls are two. */
const keysInUse = new WeakMap<NodeContextData, Set<string>>();

function toolCallKey(kept: NodeContextData, origin: unknown[], content: IDataObject): string {
	const busy = keysInUse.get(kept) ?? new Set();
	keysInUse.set(kept, busy);
	const called = contentKey(content);
	for (let call = 0; ; call++) {
		const key = sha256(...origin, called, call);
		if (busy.has(key) || kept.calls?.includes(key)) continue;
		busy.add(key);
		return key;
	}
}

/**
 * One key for one intended entry: the same for each try of this item in this run, another for every
 * other item, run, execution, node, workflow and n8n, and other parameters of the node. The content plays no part, for
 * `$now` may change it from try to try; but where calls are counted, it does.
 */
export function itemKey(context: IExecuteSingleFunctions, content: IDataObject): string {
	const kept = nodeContextData(context);
	kept.seed ??= newSeed(context);
	const origin = [context.getInstanceId(), context.getWorkflow().id, context.getNode().id, kept.seed];
	if (isToolCall(context)) return toolCallKey(kept, origin, content);

	const item = context.getItemIndex();
	const run = kept.run ?? (context.getWorkflowDataProxy(item).$runIndex as number);
	return sha256(...origin, parametersHash(context.getNode()), run, item);
}

/** A call has ended; one that ended well gives its key to no later call. */
export function releaseKey(context: IExecuteFunctions, { body }: IHttpRequestOptions, hasEndedWell: boolean) {
	const kept = nodeContextData(context);
	const key = (body as IDataObject | undefined)?.idempotencyKey;
	if (typeof key !== 'string' || keysInUse.get(kept)?.delete(key) !== true) return;
	if (hasEndedWell) kept.calls = [...(kept.calls ?? []), key];
}
