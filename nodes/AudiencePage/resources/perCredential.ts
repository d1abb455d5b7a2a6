import type { IExecutePaginationFunctions } from 'n8n-workflow';

import { perRun } from '../execution/perRun';
import { CREDENTIAL } from '../transport/delivery';

/**
 * What the items of one run share that go to the same tenant: a credential whose fields are expressions
 * can be another one for each item.
 *
 * @returns a function that gives an item what it shares; it rejects with NodeOperationError if the node
 * has no credential
 */
export function perCredential<T>(
	make: (context: IExecutePaginationFunctions) => T,
): (context: IExecutePaginationFunctions) => Promise<T> {
	const byCredential = perRun(() => new Map<string, T>());
	return async (context) => {
		const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl: string; apiKey: string }>(CREDENTIAL);
		const tenants = byCredential(context);
		const tenant = JSON.stringify([baseUrl, apiKey]);
		const shared = tenants.get(tenant) ?? make(context);
		tenants.set(tenant, shared);
		return shared;
	};
}
