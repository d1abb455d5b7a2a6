import type { IDataObject } from 'n8n-workflow';

import { getOrMake } from '../shared/values';
import { ColumnUse } from './columnUse';
import { NodeExecution, type NodeContext } from './nodeExecution';

/** What a hook throws for an item that has nothing to write: it gives no output, and no error. */
export class SkippedItem extends Error {}

const scopeOfContext = new WeakMap<NodeContext, RunScope>();

/** What the items of one run of the node share; gone with the run. */
export class RunScope {
	/** Of items whose columns fill the fields by themselves. */
	readonly columns = new ColumnUse();
	/** By the index of an item: the fields whose values a rule refuses, and why. */
	readonly leftOut = new Map<number, Record<string, string>>();
	/** By the index of an item: what its preview shows beside the request. */
	readonly previewed = new Map<number, IDataObject>();
	/** Items that are about a record which an earlier item was about. */
	readonly repeated: number[] = [];

	/** @param isPreview whether the run only shows what it would write */
	constructor(
		readonly execution: NodeExecution,
		readonly isPreview = false,
	) {}

	/**
	 * The run that a hook or flow is called in. To n8n's own declarative engine, each context is a
	 * run of its own.
	 */
	static of(context: NodeContext): RunScope {
		return getOrMake(scopeOfContext, context, () => new RunScope(new NodeExecution(context)));
	}

	/** Makes it the run of an item's context. */
	include(context: NodeContext): void {
		scopeOfContext.set(context, this);
	}

	/** Keeps for the output why a field of the item is not sent. */
	leaveOut(item: number, field: string, why: string): void {
		this.leftOut.set(item, { ...this.leftOut.get(item), [field]: why });
	}

	/** Adds to what a preview of the item shows. A real run does not show it. */
	addToPreview(item: number, details: IDataObject): void {
		this.previewed.set(item, { ...this.previewed.get(item), ...details });
	}
}

/** What `make` gives, once for each run. */
export function perRun<T>(make: () => T): (context: NodeContext) => T {
	const valueOf = new WeakMap<RunScope, T>();
	return (context) => getOrMake(valueOf, RunScope.of(context), make);
}
