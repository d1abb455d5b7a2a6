import { hash } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IExecutePaginationFunctions } from 'n8n-workflow';

import { canonicalJson } from '../shared/canonicalJson';
import { CREDENTIAL } from '../transport/apiClient';
import type { RequestData } from '../transport/request';

const withoutVersion = (address: string): string => address.replace(/\/(v0\/?)?$/, '');

/**
 * A hash of what a trigger watches: event, path with its IDs, filters, credential, and origin of the service.
 * When it changes, the trigger starts over. A new API key does not change it: it reads the same lists.
 *
 * @returns the watch key; then the one that version 1.1.0 made of the Base URL as it was typed, if that is another
 */
export async function watchKeysOf(
	context: IExecutePaginationFunctions,
	{ options: { url, qs } }: RequestData,
): Promise<[watchKey: string, ...former: string[]]> {
	const { baseUrl } = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
	const typed = String(baseUrl as string).trim();
	const address = URL.canParse(typed) ? new URL(typed).href : typed;
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	const event = context.getNodeParameter('event');
	const keyOf = (origin: string): string =>
		hash('sha256', canonicalJson({ event, url, qs, origin, credential }), 'base64');
	const watchKey = keyOf(withoutVersion(address));
	const former = keyOf(withoutVersion(typed));
	return former === watchKey ? [watchKey] : [watchKey, former];
}
