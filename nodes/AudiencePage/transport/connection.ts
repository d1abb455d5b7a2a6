import type { DeclarativeRestApiSettings, ICredentialDataDecryptedObject } from 'n8n-workflow';

import { sha256 } from '../shared/hash';

export const CREDENTIAL = 'audiencePageApi';

/** n8n's `requestDefaults` of both nodes; the credential adds the key. */
export const REQUEST_DEFAULTS = {
	baseURL: '={{$credentials.baseUrl}}',
	disableFollowRedirect: true,
	json: true,
} satisfies DeclarativeRestApiSettings.HttpRequestOptions;

const trimmed = (value: unknown): string => String(value).trim();

/** The origin that requests go to, the same however the user typed it. */
export function originOf({ baseUrl }: ICredentialDataDecryptedObject): string {
	const text = trimmed(baseUrl);
	return URL.canParse(text) ? new URL(text).origin : text;
}

/** To the service, origin and API key are one client. The hash is nowhere stored. */
export const connectionId = (credential: ICredentialDataDecryptedObject): string =>
	sha256(originOf(credential), trimmed(credential.apiKey));

const MASK = '(API key)';
/** A shorter key is no secret, and without its characters a text would be hard to read. */
const MIN_KEY_LENGTH = 4;

/** Masks the key in a text: as it is, as a URL has it, and as the JSON of an answer has it. */
export function redactKey(text: string, { apiKey }: ICredentialDataDecryptedObject): string {
	const key = trimmed(apiKey);
	if (key.length < MIN_KEY_LENGTH) return text;
	const forms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
	return forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}
