import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { contentHash, contentHashInTurns, sha256 } from '../shared/hash';
import { forEachInTurns, isTurnOver, nextTurn } from '../shared/turns';
import type { RetryAdvice } from '../transport/errors';
import type { KeptData, NodeExecution } from './nodeExecution';

interface KeysData extends KeptData {
	/** In which runs of the node the execution has had which contents. */
	occurrences?: {
		lastRun: number;
		/** By the short hash of a content: the index of a run, for each item of the run that has it. */
		runs: Record<string, number[]>;
	};
}

/**
 * Without the number of a row that n8n reads from Google Sheets, and of a call that its AI Agent
 * makes.
 */
export const contentOf = (json: IDataObject) => ({
	...json,
	row_number: undefined,
	toolCallId: undefined,
});

/** The idempotency keys of one run of the node. */
export class IdempotencyKeys {
	private counted?: ReturnType<IdempotencyKeys['countItems']>;
	/** The keys that only this tool call can have made. */
	private readonly keysOfCall = new Set<unknown>();

	constructor(private readonly execution: NodeExecution) {}

	/**
	 * One key for one intended entry: the same each time that it is tried, another in every other
	 * execution, node, workflow and n8n, and with other parameters of the node. The position of the
	 * item plays no part, for a retry may find other items before it; nor does what its expressions
	 * evaluate to, for `$now` may change from attempt to attempt. Of equal items, each has its own
	 * key. A tool call has no item: equal entries of one execution have one key.
	 */
	async forItem(item: number, entry: IDataObject): Promise<string> {
		const { execution } = this;
		if (!execution.isToolCall) {
			const { scope, counts } = await (this.counted ??= this.countItems());
			return sha256(...scope.concat(counts[item]));
		}
		const key = sha256(...execution.scope, contentHash(entry));
		if (execution.id === undefined) this.keysOfCall.add(key);
		return key;
	}

	/**
	 * What sends the key of a request again, if its outcome is not known; `isContinued`: the
	 * execution does not fail.
	 */
	retryAdvice({ body }: IHttpRequestOptions, isContinued = false): RetryAdvice {
		if (!this.execution.isToolCall) return isContinued ? 'nothing' : 'execution';
		return this.keysOfCall.has((body as IDataObject | undefined)?.idempotencyKey)
			? 'nothing'
			: 'call';
	}

	/**
	 * Counts all items, whatever will become of them. `scope` is what all keys of the run have in
	 * common.
	 */
	private async countItems() {
		const { items, kept, parametersHash, runIndex, scope } = this.execution;
		const data: KeysData = kept;
		const { lastRun, runs } = (data.occurrences ??= { lastRun: 0, runs: {} });
		data.occurrences.lastRun = runIndex;
		// What an earlier attempt at this run has counted is counted again.
		await forEachInTurns(lastRun >= runIndex ? Object.entries(runs) : [], ([hash, indexes]) => {
			runs[hash] = indexes.filter((index) => index < runIndex);
		});
		const counts: Array<[hash: string, countBefore: number]> = [];
		for (const { json } of items) {
			if (isTurnOver()) await nextTurn();
			const hash = await contentHashInTurns(contentOf(json));
			// An execution keeps one for each item: 64 bits tell those of an execution apart.
			const indexes = (runs[hash.slice(0, 16)] ??= []);
			counts.push([hash, indexes.length]);
			indexes.push(runIndex);
		}
		return { scope: [...scope, parametersHash], counts };
	}
}
