import { IdempotencyKeys, type NodeContext } from './idempotencyKeys';
import type { ItemContents } from './itemContents';
import type { PreviousAttempt, RetryState } from './retryState';

/** What the items of one run of the node share; gone with the run. */
export class RunScope {
	readonly idempotencyKeys: IdempotencyKeys;
	/** Columns that fit no field, of items whose columns fill the fields by themselves. */
	readonly unmappedColumns = new Set<string>();
	/** The columns that the user leaves out, and whether any item so far has them. */
	readonly ignoredInputs = new Map<string, boolean>();
	private readonly shared = new Map<symbol, unknown>();

	/** @param retryState of a run that writes */
	constructor(
		context: NodeContext,
		readonly retryState?: RetryState,
		contents?: ItemContents,
	) {
		this.idempotencyKeys = new IdempotencyKeys(context, contents);
	}

	/** What the first item to ask for it has made, such as a list that is read once for all of them. */
	share<T>(key: symbol, make: () => T): T {
		if (!this.shared.has(key)) this.shared.set(key, make());
		return this.shared.get(key) as T;
	}

	/** What a previous attempt at this run has written for a tenant. */
	async previousAttempt(tenantId: string): Promise<PreviousAttempt> {
		return (await this.retryState?.previousAttempt(tenantId)) ?? { written: [], unknown: [] };
	}
}

/** The run that the item of a hook's context belongs to. In n8n's declarative engine, each item has one of its own. */
export function runScopeOf(context: NodeContext): RunScope {
	const { getRunScope } = context as { getRunScope?: () => RunScope };
	return getRunScope?.() ?? new RunScope(context);
}
