import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { CREDENTIAL } from './apiClient';
import { redactKey } from './redactKey';

/** How deep n8n nests the causes of an error. */
const MAX_DEPTH = 5;

/** Takes the key out of all texts of an error. It stays the same object: others may hold it. */
function redactError(error: Error, apiKey: unknown): void {
	const redacted = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(redacted);
		return typeof value === 'string' ? redactKey(value, apiKey) : value;
	};
	for (let at: unknown = error, depth = 0; at instanceof Error && depth < MAX_DEPTH; at = at.cause, depth++) {
		for (const property of ['message', 'description', 'messages', 'stack']) {
			// Some errors are read-only: `Reflect.set` does not throw for them.
			if (property in at) Reflect.set(at, property, redacted(Reflect.get(at, property)));
		}
	}
}

/**
 * For `catch`, around all that uses the credential of `context`: the service may repeat the API key in a
 * response, and with that it would be in the error.
 */
export const redactAndRethrow =
	(context: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'getCredentials'>) =>
	async (error: Error): Promise<never> => {
		const { apiKey } = await context
			.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL)
			// Without a credential, nothing was sent.
			.catch((): ICredentialDataDecryptedObject => ({}));
		redactError(error, apiKey);
		throw error;
	};
