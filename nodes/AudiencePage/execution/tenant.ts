import type { ICredentialDataDecryptedObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../transport/apiClient';
import { connectionId, originOf } from '../transport/connection';
import { sha256 } from '../shared/hash';

/** Whose records an item's credential gives access to, as hashes: salted with the node, they are of no use elsewhere. */
export interface Tenant {
	/** Of the credential and the origin of the service. */
	service: string;
	/** Of these and the API key. */
	id: string;
}

/** @throws NodeOperationError if the credential cannot be read */
export async function tenantOf(context: IExecuteSingleFunctions): Promise<Tenant> {
	const data = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const { id, credentials } = context.getNode();
	const salt = [context.getWorkflow().id, id, credentials?.[CREDENTIAL]?.id];
	const service = sha256(...salt, originOf(data));
	return { service, id: connectionId(data, ...salt) };
}
