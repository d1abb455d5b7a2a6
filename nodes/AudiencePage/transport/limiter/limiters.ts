import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { connectionId } from '../connection';
import { Limiter } from './limiter';

/** A limiter that was idle for this long is dropped, in milliseconds. */
const MAX_IDLE = 300_000;

/** By a hash of origin, key and endpoint: the key itself is kept nowhere. */
const limiters = new Map<string, Limiter>();

/** The limiter of all that this process sends to one endpoint with one key: to the service, that is one client. */
export function limiterFor(credential: ICredentialDataDecryptedObject, endpoint: string): Limiter {
	const id = connectionId(credential, endpoint);
	const known = limiters.get(id);
	if (known && !known.isIdleFor(MAX_IDLE)) return known;
	// Here and not with each request: a run may have as many credentials as items.
	for (const [other, limiter] of limiters) if (limiter.isIdleFor(MAX_IDLE)) limiters.delete(other);
	const limiter = new Limiter();
	limiters.set(id, limiter);
	return limiter;
}
