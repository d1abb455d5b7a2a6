import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { RunScope } from '../execution/runScope';

/**
 * What the items of one run share that go to the same tenant: a credential whose fields are expressions can be another
 * one for each item.
 *
 * @returns a function that rejects with NodeOperationError if the node has no credential
 */
export function perTenant<T>(
	make: (run: RunScope, tenantId: string) => T,
): (context: IExecutePaginationFunctions, run?: RunScope) => Promise<T> {
	const sharedOf = new WeakMap<RunScope, Map<string, T>>();
	return async (context, run = RunScope.of(context)) => {
		const id = await run.tenantOf(context);
		const tenants = sharedOf.get(run) ?? new Map<string, T>();
		const shared = tenants.get(id) ?? make(run, id);
		sharedOf.set(run, tenants.set(id, shared));
		return shared;
	};
}
