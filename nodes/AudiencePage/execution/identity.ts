import type { INodeExecutionData } from 'n8n-workflow';

import { contentHash } from '../shared/hash';

/**
 * What tells each item of a run from the others, wherever it stands: the hash of its JSON, and how
 * many equal items come before it.
 */
export class Identities {
	private readonly countOf = new Map<string, number>();
	private readonly known: string[] = [];

	constructor(private readonly items: INodeExecutionData[]) {}

	of(item: number): string {
		while (this.known.length <= item) this.known.push(this.next());
		return this.known[item] ?? '';
	}

	private next(): string {
		const hash = contentHash(this.items[this.known.length]?.json);
		const equalBefore = this.countOf.get(hash) ?? 0;
		this.countOf.set(hash, equalBefore + 1);
		return `${hash}-${equalBefore}`;
	}
}
