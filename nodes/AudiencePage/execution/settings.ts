import type { ICredentialDataDecryptedObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../transport/delivery';
import { parametersHash, sha256 } from './identity';

/** What decides, beside its items, which records a run writes and where: hashes. */
export interface Settings {
	/** Of the node's parameters, as they stand in the workflow. */
	parameters: string;
	/** Of its credential, and of the service that it leads to. */
	credential: string;
}

/** A hash of whom an item's credential leads to, salted with the node so that it is of no use elsewhere. */
export async function tenantOf(context: IExecuteSingleFunctions): Promise<string> {
	const { baseUrl, apiKey } = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	return sha256(context.getWorkflow().id, context.getNode().id, baseUrl, apiKey);
}

/** The settings of a run, by the context of its first item. */
export async function settingsOf(first: IExecuteSingleFunctions): Promise<Settings> {
	const node = first.getNode();
	// A credential that cannot be read fails item by item.
	const service = await first
		.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL)
		.catch((): ICredentialDataDecryptedObject => ({}));
	return {
		parameters: parametersHash(node),
		// The API key plays no part: a new one of the same service has the same records.
		credential: sha256(node.credentials?.[CREDENTIAL]?.id, service.baseUrl),
	};
}
