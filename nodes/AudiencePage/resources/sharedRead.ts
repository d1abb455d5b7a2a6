import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { RunScope } from '../execution/runScope';
import { isTurnOver, nextTurn } from '../shared/turns';
import { getOrMake } from '../shared/values';
import { delay } from '../transport/delay';
import type { RequestData } from '../transport/request';

/**
 * Shared by a run's items of one tenant: each item can have its own credential. NodeOperationError
 * if it has none.
 */
export function perTenant<T>(
	make: (run: RunScope, tenantId: string) => T,
): (context: IExecutePaginationFunctions, run?: RunScope) => Promise<T> {
	const tenantsOf = new WeakMap<RunScope, Map<string, T>>();
	return async (context, run = RunScope.of(context)) => {
		const id = await run.tenantOf(context);
		const tenants = getOrMake(tenantsOf, run, () => new Map<string, T>());
		return getOrMake(tenants, id, () => make(run, id));
	};
}

/**
 * Least milliseconds from the end of one read to the start of the next: the service may be in
 * trouble.
 */
const MIN_PAUSE = 2000;

/**
 * A list that a run's items read together: one read at a time, shared by those that ask during it,
 * then a pause.
 */
export class SharedRead<List> {
	/** How many reads have begun: the number of the latest one, from 1. */
	begun = 0;

	private ended = -Infinity;
	private latest?: Promise<List>;
	private next?: Promise<List>;

	constructor(
		private readonly read: (
			context: IExecutePaginationFunctions,
			requestData: RequestData,
		) => Promise<List>,
	) {}

	/**
	 * The result of the latest read after number `after`. An error is not kept: later items read
	 * again.
	 */
	async get(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
		after = 0,
	): Promise<List> {
		const latest = this.begun > after ? this.latest : undefined;
		const list = await (latest ?? (this.next ??= this.readNext(context, requestData)));
		// All items that wait for it would go on in one turn.
		if (isTurnOver()) await nextTurn();
		return list;
	}

	private async readNext(
		context: IExecutePaginationFunctions,
		requestData: RequestData,
	): Promise<List> {
		await this.latest?.catch(() => undefined);
		const pause = this.ended + MIN_PAUSE - performance.now();
		if (pause > 0) await delay(pause, context.getExecutionCancelSignal());

		this.next = undefined;
		this.begun++;
		const latest = (this.latest = this.read(context, requestData));
		const forget = (error: Error): never => {
			this.latest = undefined;
			throw error;
		};
		return await latest.catch(forget).finally(() => (this.ended = performance.now()));
	}
}
