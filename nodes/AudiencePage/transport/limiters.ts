import { createHash } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Limiter } from './limiter';
import { MAX_STALL } from './waiting';

/** By a hash of origin and key: the key itself is kept nowhere. */
const limiters = new Map<string, Limiter>();

const trimmed = (value: unknown): string => String(value).trim();

function originOf(baseUrl: unknown): string {
	const text = trimmed(baseUrl);
	return URL.canParse(text) ? new URL(text).origin : text;
}

/** The origin and the key that requests are sent to and with, however they were typed. */
export const connectionOf = ({ baseUrl, apiKey }: ICredentialDataDecryptedObject) => ({
	origin: originOf(baseUrl),
	key: trimmed(apiKey),
});

/**
 * The limiter of all that this process sends to one origin with one key: to the service, that is one
 * client. What was not used for five minutes is forgotten.
 */
export function limiterFor(credential: ICredentialDataDecryptedObject): Limiter {
	const { origin, key } = connectionOf(credential);
	const id = createHash('sha256')
		.update(JSON.stringify([origin, key]))
		.digest('base64');
	const known = limiters.get(id);
	if (known && !known.isIdleFor(MAX_STALL)) return known;
	// Now and not at each request: a run may have as many credentials as items.
	for (const [other, limiter] of limiters) if (limiter.isIdleFor(MAX_STALL)) limiters.delete(other);
	const limiter = new Limiter();
	limiters.set(id, limiter);
	return limiter;
}
