import { createHash } from 'node:crypto';

import { canonicalPieces } from './canonicalJson';
import { isTurnOver, nextTurn } from './turns';

/** As `contentHash`, for content of any size: n8n gets its turns meanwhile. */
export async function hashInTurns(content: unknown): Promise<string> {
	// The hash is that of the JSON of a list with the canonical JSON in it, as a text.
	const hash = createHash('sha256').update('["');
	for (const piece of canonicalPieces(content)) {
		hash.update(JSON.stringify(piece).slice(1, -1));
		if (isTurnOver()) await nextTurn();
	}
	return hash.update('"]').digest('hex');
}
