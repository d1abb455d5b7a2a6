import { hash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { canonicalJson } from '../shared/hash';
import { CREDENTIAL } from '../transport/apiClient';
import type { RequestData } from '../transport/request';

const withoutVersion = (address: string): string => address.replace(/\/(v0\/?)?$/, '');

/**
 * A hash of what a trigger watches: event, path with its IDs, filters, credential, and origin of the service.
 * When it changes, the trigger starts over. A new API key does not change it: it reads the same lists.
 */
export async function watchKeyOf(
	context: IExecutePaginationFunctions,
	{ options: { url, qs } }: RequestData,
): Promise<string> {
	const { baseUrl } = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const typed = String(baseUrl as string).trim();
	const address = URL.canParse(typed) ? new URL(typed).href : typed;
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	const event = context.getNodeParameter('event');
	const origin = withoutVersion(address);
	return hash('sha256', canonicalJson({ event, url, qs, origin, credential }), 'base64');
}
