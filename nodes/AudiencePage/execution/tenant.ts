import type { ICredentialDataDecryptedObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../transport/apiClient';
import { connectionOf } from '../transport/connection';
import { sha256 } from '../shared/hash';

/** Whose records an item's credential gives access to, as hashes: salted with the node, they are of no use elsewhere. */
export interface Tenant {
	/** Of the credential and the origin of the service. */
	service: string;
	/** Of these and the API key. */
	id: string;
}

/** By the credential, which all items of a run share if it has no expressions. */
const tenants = new WeakMap<ICredentialDataDecryptedObject, Tenant>();

/** @throws NodeOperationError if the credential cannot be read */
export async function tenantOf(context: IExecuteSingleFunctions): Promise<Tenant> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const known = tenants.get(data);
	if (known) return known;

	const { origin, key } = connectionOf(data);
	const { id, credentials } = context.getNode();
	const service = [context.getWorkflow().id, id, credentials?.[CREDENTIAL]?.id, origin];
	const tenant = { service: sha256(...service), id: sha256(...service, key) };
	tenants.set(data, tenant);
	return tenant;
}
