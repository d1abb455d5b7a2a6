import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { runScopeOf } from '../execution/runScope';
import { tenantOf } from '../execution/tenant';

/**
 * What the items of one run share that go to the same tenant: a credential whose fields are expressions
 * can be another one for each item.
 *
 * @returns a function that gives an item what it shares; it rejects with NodeOperationError if the node
 * has no credential
 */
export function perTenant<T>(
	make: (context: IExecutePaginationFunctions, tenantId: string) => T,
): (context: IExecutePaginationFunctions) => Promise<T> {
	const key = Symbol('per tenant');
	return async (context) => {
		const { id } = await tenantOf(context);
		const tenants = runScopeOf(context).share(key, () => new Map<string, T>());
		const shared = tenants.get(id) ?? make(context, id);
		tenants.set(id, shared);
		return shared;
	};
}
