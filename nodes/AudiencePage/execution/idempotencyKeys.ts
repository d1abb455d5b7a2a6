import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { contentHash, contentHashInTurns, sha256 } from '../shared/hash';
import { forEachInTurns, isTurnOver, nextTurn } from '../shared/turns';
import type { RetryAdvice } from '../transport/errors';
import type { KeptData, NodeExecution } from './nodeExecution';

/** In which runs of the node an execution has had which contents. It is kept with the execution. */
interface Occurrences {
	lastRun: number;
	/** By the short hash of a content: the index of a run, for each item of the run that has it. */
	runs: Record<string, number[]>;
}

interface KeysData extends KeptData {
	occurrences?: Occurrences;
}

/** The idempotency keys of one run of the node. */
export class IdempotencyKeys {
	private begun?: ReturnType<IdempotencyKeys['begin']>;
	/** Of each item so far: the hash of its JSON, and how many equal items came before it in the execution. */
	private readonly counted: Array<[hash: string, countBefore: number]> = [];
	/** The keys that only this tool call can have made. */
	private readonly keysOfCall = new Set<unknown>();

	constructor(private readonly execution: NodeExecution) {}

	/**
	 * One key for one intended entry: the same each time that it is tried, another in every other execution, node,
	 * workflow and n8n, and with other parameters of the node. The position of the item plays no part, for a retry may
	 * find other items before it; nor does what its expressions evaluate to, for `$now` may change from attempt to attempt.
	 * Of equal items, each has its own key. A tool call has no item: equal entries of one execution have one key.
	 */
	async forItem(item: number, entry: IDataObject): Promise<string> {
		const { execution } = this;
		if (!execution.isToolCall) {
			const scope = await this.countUpTo(item);
			return sha256(...scope, ...(this.counted[item] ?? []));
		}
		const key = sha256(...execution.scope, contentHash(entry));
		if (execution.id === undefined) this.keysOfCall.add(key);
		return key;
	}

	/**
	 * To be called when the run ends: counts the items behind the last one that has a key. A later run of the node counts
	 * them too, whether this attempt had to make their keys or not.
	 */
	async end(): Promise<void> {
		if (this.begun) await this.countUpTo(this.execution.items.length - 1);
	}

	/** What sends the key of a request again, if its outcome is not known. */
	retryAdvice({ body }: IHttpRequestOptions): RetryAdvice {
		if (!this.execution.isToolCall) return 'execution';
		return this.keysOfCall.has((body as IDataObject | undefined)?.idempotencyKey) ? 'nothing' : 'call';
	}

	/**
	 * Counts items the same way whatever became of those before them: they were restored, refused or written.
	 *
	 * @returns what all keys of the run have in common
	 */
	private async countUpTo(item: number): Promise<unknown[]> {
		const { counted, execution } = this;
		const { scope, runIndex, runs } = await (this.begun ??= this.begin());
		while (counted.length <= item) {
			if (isTurnOver()) await nextTurn();
			const next = counted.length;
			const hash = await contentHashInTurns(execution.items[next]?.json ?? {});
			// Another item may have counted it meanwhile.
			if (counted.length > next) continue;
			// An execution keeps one for each item: 64 bits tell those of an execution apart.
			const indexes = (runs[hash.slice(0, 16)] ??= []);
			counted.push([hash, indexes.length]);
			indexes.push(runIndex);
		}
		return scope;
	}

	/** Removes what an earlier attempt at this run has left. */
	private async begin() {
		const { kept, parametersHash, runIndex, scope } = this.execution;
		const data: KeysData = kept;
		const occurrences = (data.occurrences ??= { lastRun: 0, runs: {} });
		const { lastRun, runs } = occurrences;
		occurrences.lastRun = runIndex;
		await forEachInTurns(lastRun >= runIndex ? Object.entries(runs) : [], ([hash, indexes]) => {
			runs[hash] = indexes.filter((index) => index < runIndex);
		});
		return { scope: [...scope, parametersHash], runIndex, runs };
	}
}
