import type { INodeExecutionData } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { mapInTurns } from '../shared/turns';

/**
 * What tells each item of a run from the others, wherever it stands: the hash of its JSON, and how
 * many equal items come before it.
 */
export async function identitiesOf(items: INodeExecutionData[]): Promise<string[]> {
	const countOf = new Map<string, number>();
	return await mapInTurns(items, ({ json }) => {
		const hash = contentHash(json);
		const equalBefore = countOf.get(hash) ?? 0;
		countOf.set(hash, equalBefore + 1);
		return `${hash}-${equalBefore}`;
	});
}
