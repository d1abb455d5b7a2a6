import type { ICredentialDataDecryptedObject, IExecuteFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { CREDENTIAL } from './apiClient';
import { redactKey } from './redactKey';

/** As deep as n8n wraps an error. */
const DEPTH = 5;

/** Takes the key out of all that an error tells. It stays the same error: others know it by what it is. */
function redactError(error: Error, apiKey: unknown): void {
	const hidden = (told: unknown): unknown => {
		if (Array.isArray(told)) return told.map(hidden);
		return typeof told === 'string' ? redactKey(told, apiKey) : told;
	};
	for (let at: unknown = error, depth = 0; at instanceof Error && depth < DEPTH; at = at.cause, depth++) {
		for (const property of ['message', 'description', 'messages', 'stack']) {
			// Not every error lets its message be changed, and none has to fail for it.
			if (property in at) Reflect.set(at, property, hidden(Reflect.get(at, property)));
		}
	}
}

/**
 * For the errors of all that was asked with the credential of `context`: whatever of the service's answers is in one,
 * the key is not.
 *
 * @returns a function that throws the error it gets
 */
export const redactingKey =
	(context: Pick<IExecuteFunctions | ILoadOptionsFunctions, 'getCredentials'>) =>
	async (error: Error): Promise<never> => {
		const { apiKey } = await context
			.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL)
			// Without it nothing was asked.
			.catch((): ICredentialDataDecryptedObject => ({}));
		redactError(error, apiKey);
		throw error;
	};
