import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

const trimmed = (value: unknown): string => String(value).trim();

function originOf(baseUrl: unknown): string {
	const text = trimmed(baseUrl);
	return URL.canParse(text) ? new URL(text).origin : text;
}

/** The origin that requests go to and the key that they carry, the same however the user typed them. */
export const connectionOf = ({ baseUrl, apiKey }: ICredentialDataDecryptedObject) => ({
	origin: originOf(baseUrl),
	key: trimmed(apiKey),
});
