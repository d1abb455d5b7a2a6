import { NodeOperationError, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { forEachInTurns, isTurnOver, nextTurn } from '../shared/turns';
import { RequestAbortedError } from '../transport/apiClient';
import { RetryableOutcomeError, UnknownOutcomeError } from '../transport/errors';
import { hasIdempotencyKey } from '../transport/request';
import type { KeptData, NodeExecution } from './nodeExecution';

/**
 * What came of a write: records; what was sent, if its outcome is unknown; or that it can be sent
 * again, the same if its key may depend on the time.
 */
export type SavedResult =
	| { records: IDataObject[]; changed?: string[] }
	| { unknown: string; sent: IDataObject }
	| { mayBeWritten: true; sent?: IDataObject };

type TenantOf = (item: number) => Promise<string>;

/**
 * With the item that a result is of: a hash of its JSON, and whose records it concerns (see
 * `RunScope.tenantOf`).
 */
type Results = Record<string, SavedResult & { content?: string; tenant?: string }>;

/** What is saved with the execution when a run fails. */
interface RetryData extends KeptData {
	failed?: {
		run: number;
		operation: string;
		parameters: string;
		items: number;
		/** By the index of the item; of tool calls, by a hash of what they send. */
		results: Results;
	};
}

/** What a previous attempt at a run has left for one tenant. */
export interface PreviousAttempt {
	/** Records; of one that is there twice, the last is the newest. */
	written: IDataObject[];
	/** Bodies that it has sent and that may have been written. */
	unknown: IDataObject[];
}

const NOT_SENT_AGAIN =
	'Not sent again, because an earlier call may have written it. Check in Audience Page whether it was done. Only if it was not, send it again, in another execution';

const NOTHING_WAS_SENT =
	'Nothing was sent, because these items could be written twice. To write only the rest, undo the change of the workflow or credential, and retry with the currently saved workflow. To write all items as they are now, run the workflow again.';

/**
 * What the previous attempt at a run has written, which Retry On Fail or Retry does not send again.
 * If the parameters, the number of items, or the JSON or the tenant of an item that was sent differ
 * by then, nothing is known of any item. Tool calls are identified by what they send, and kept only
 * while their outcome is in doubt.
 */
export class RetryState {
	private readonly data: RetryData;
	private readonly operation: string;
	private previous: Results = {};
	/** Those of the previous attempt, and what this attempt adds. */
	private results: Results = {};
	/**
	 * Ordering keys of what this attempt writes again: what was written after it has to be written
	 * again too.
	 */
	private readonly sentAgain = new Set<string>();

	constructor(
		private readonly execution: NodeExecution,
		private readonly rules: { addsRecord: boolean; looksFirst: boolean },
	) {
		const { resource, operation } = execution.node.parameters;
		this.operation = JSON.stringify([resource, operation]);
		this.data = execution.kept;
		// Calls that run at the same time share one object.
		if (execution.isToolCall) this.previous = this.results = this.data.failed?.results ?? {};
	}

	/**
	 * @throws NodeOperationError if the previous attempt had other settings, and wrote what could be
	 * written twice
	 */
	async load(tenantOf: TenantOf): Promise<void> {
		const { failed } = this.data;
		const { execution } = this;
		if (execution.isToolCall || failed?.run !== execution.runIndex) return;
		const { results, items, parameters } = failed;
		const hasSameForm = parameters === execution.parametersHash && items === execution.items.length;
		if (hasSameForm && (await this.areOfTheseItems(results, tenantOf))) {
			this.previous = results;
			this.results = { ...results };
		} else if (this.rules.addsRecord || failed.operation !== this.operation) {
			const message = `${Object.keys(results).length} of ${items} items were written, or may have been, by a previous attempt with other settings, credential or items. Undo the change and retry. Another execution can write them a second time`;
			throw new NodeOperationError(execution.node, message, { description: NOTHING_WAS_SENT });
		}
	}

	async previousAttempt(tenant: string): Promise<PreviousAttempt> {
		const [written, unknown]: [IDataObject[], IDataObject[]] = [[], []];
		await forEachInTurns(Object.values(this.previous), (result) => {
			if (result.tenant !== tenant) return;
			// One at a time: a call takes only so many arguments.
			if ('records' in result) for (const record of result.records) written.push(record);
			else if ('unknown' in result) unknown.push(result.sent);
		});
		return { written, unknown };
	}

	/**
	 * To be called in the order of the items: an update that follows one which is sent again is sent
	 * again too.
	 */
	resultOfItem(item: number): SavedResult | undefined {
		const result = this.execution.isToolCall ? undefined : this.results[item];
		if (result && 'records' in result && result.changed?.some((key) => this.sentAgain.has(key))) {
			// Deleted now: if this attempt ends first, the next one sends it.
			delete this.results[item];
			return undefined;
		}
		return result && 'unknown' in result && this.rules.looksFirst ? { mayBeWritten: true } : result;
	}

	willSend(orderingKeys: string[]): void {
		for (const key of orderingKeys) this.sentAgain.add(key);
	}

	/** Of an earlier tool call. An unknown outcome counts only for what would add a second record. */
	resultOfCall(request: IHttpRequestOptions, tenant?: string): SavedResult | undefined {
		const result = this.execution.isToolCall
			? this.results[this.keyOf(0, request, tenant)]
			: undefined;
		if (result === undefined || !('unknown' in result)) return result;
		if (this.rules.looksFirst) return undefined;
		// A model sees nothing of it but the message.
		return { ...result, unknown: `${NOT_SENT_AGAIN}. The earlier error: ${result.unknown}` };
	}

	record(item: number, request: IHttpRequestOptions, result: SavedResult, tenant?: string): void {
		const key = this.keyOf(item, request, tenant);
		if (this.execution.isToolCall && 'records' in result) delete this.results[key];
		else this.results[key] = { ...result, tenant };
	}

	/** To be called when the attempt has ended. */
	async save(mayBeRetried: boolean): Promise<void> {
		const { data, execution, operation } = this;
		const { isToolCall, items } = execution;
		// Tool calls that run at the same time save in the same place.
		const results = isToolCall ? { ...data.failed?.results, ...this.results } : this.results;
		if (Object.keys(results).length > 0 && (isToolCall || mayBeRetried)) {
			await forEachInTurns(Object.entries(results), ([item, result]) => {
				result.content ??= this.contentOf(item);
			});
			const { parametersHash: parameters, runIndex: run } = execution;
			data.failed = { run, operation, parameters, items: items.length, results };
		} else if (isToolCall || !mayBeRetried) {
			// What the previous attempt has left stays as long as there may be another one.
			delete data.failed;
		}
	}

	private async areOfTheseItems(results: Results, tenantOf: TenantOf): Promise<boolean> {
		for (const [item, { content, tenant }] of Object.entries(results)) {
			if (isTurnOver()) await nextTurn();
			if (content !== this.contentOf(item)) return false;
			// A credential that cannot be read is another one.
			if (tenant !== (await tenantOf(Number(item)).catch(() => undefined))) return false;
		}
		return true;
	}

	private contentOf(item: string): string {
		return contentHash(this.execution.items[Number(item)]?.json ?? {});
	}

	private keyOf(item: number, { method, url, body }: IHttpRequestOptions, tenant?: string): string {
		return this.execution.isToolCall ? contentHash({ method, url, body, tenant }) : String(item);
	}
}

/** What the next attempt has to know of a write that failed, if anything. */
export function resultOfError(error: Error, request: IHttpRequestOptions): SavedResult | undefined {
	if (error instanceof UnknownOutcomeError)
		return { unknown: error.message, sent: request.body as IDataObject };
	const hasKey = hasIdempotencyKey(request);
	const isAborted = error instanceof RequestAbortedError && error.mayHaveSucceeded && hasKey;
	if (!isAborted && !(error instanceof RetryableOutcomeError)) return undefined;
	return { mayBeWritten: true, ...(hasKey && { sent: request.body as IDataObject }) };
}
