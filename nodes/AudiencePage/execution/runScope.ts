import type {
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { getOrMake } from '../shared/values';
import type { RequestData } from '../transport/request';
import { ColumnUse } from './columnUse';
import { Identities } from './identity';
import { NodeExecution, type NodeContext } from './nodeExecution';
import type { Preview } from './preview';

/** What a hook throws for an item that has nothing to write: it gives no output, and no error. */
export class SkippedItem extends Error {}

/**
 * What the items of one run of the node share; gone with the run. In n8n's declarative engine, each
 * item has one of its own.
 */
export class RunScope {
	/** Of items whose columns fill the fields by themselves. */
	readonly columns = new ColumnUse();
	/** By the index of an item: the fields whose values a rule refuses, and why. */
	readonly leftOut = new Map<number, Record<string, string>>();
	/** The paths of parameters that any item so far has a value for. */
	readonly filled = new Set<string>();
	/** Items that are about a record which an earlier item was about. */
	readonly repeated: number[] = [];
	private readonly identities: Identities;

	/** @param isPreview whether the run only shows what it would write */
	constructor(
		readonly execution: NodeExecution,
		readonly isPreview = false,
	) {
		this.identities = new Identities(execution.items);
	}

	static of(context: NodeContext): RunScope {
		return new RunScope(new NodeExecution(context));
	}

	/** What tells an item from all others of its run. */
	identityOf(item: number): string {
		return this.identities.of(item);
	}

	/** Keeps for the output why a field of the item is not sent. */
	leaveOut(item: number, field: string, why: string): void {
		this.leftOut.set(item, { ...this.leftOut.get(item), [field]: why });
	}
}

/** What `make` gives, once for each run. */
export function perRun<T>(make: () => T): (context: NodeContext, run?: RunScope) => T {
	const valueOf = new WeakMap<RunScope, T>();
	return (context, run = RunScope.of(context)) => getOrMake(valueOf, run, make);
}

/** A hook (n8n's `preSend`) that also gets the run. n8n's own engine does not give it. */
export type OperationHook = (
	this: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
	run?: RunScope,
) => Promise<IHttpRequestOptions>;

/** A `RequestFlow` that also gets the run, and the preview if its item is only shown. */
export type OperationFlow = (
	this: IExecutePaginationFunctions,
	requestData: RequestData,
	run?: RunScope,
	preview?: Preview,
) => Promise<INodeExecutionData[]>;
