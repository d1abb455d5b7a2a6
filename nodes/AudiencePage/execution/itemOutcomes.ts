import {
	ExecutionBaseError,
	NodeOperationError,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { mapInTurns } from '../shared/turns';
import { hasRetryableOutcome, hasUnknownOutcome } from '../transport/apiClient';
import { hasIdempotencyKey } from '../transport/request';
import { ItemResults } from './itemResults';
import { outcomeOfError, type ItemOutcome, type RetryState } from './retryState';

/** What an item gives of each of its records. */
export type SelectFields = (item: number) => (record: IDataObject) => IDataObject;

/** What came of each item: in the results of this run, and in what the next attempt needs to know. */
export class ItemOutcomes {
	readonly results = new ItemResults();
	/** How many items a previous attempt has done, so that they were not sent again. */
	restoredCount = 0;
	/** How many items were only shown. */
	previewCount = 0;
	/** Ordering keys of what this attempt writes again: what was written after it has to be written again too. */
	private readonly rewrittenKeys = new Set<string>();

	/**
	 * @param selectFields for what is put out; the next attempt gets the records whole
	 * @param retryState of a run that writes
	 */
	constructor(
		private readonly node: INode,
		private readonly selectFields: SelectFields,
		private readonly retryState?: RetryState,
	) {}

	/** A request with these ordering keys is going to be sent. */
	willWrite(orderingKeys: string[]): void {
		for (const key of orderingKeys) this.rewrittenKeys.add(key);
	}

	/** @param orderingKeys of the records that were changed; none if one was added */
	async succeed(
		item: number,
		outputs: INodeExecutionData[],
		request: IHttpRequestOptions,
		orderingKeys: string[],
		tenantId?: string,
	): Promise<void> {
		await this.results.addOutputs(item, outputs, this.selectFields(item));
		if (!this.retryState) return;
		const records = await mapInTurns(outputs, ({ json }) => json);
		this.retryState.record(item, request, { records, writtenTo: orderingKeys }, tenantId);
	}

	/** The item was not written: the next attempt need not know of it. */
	async preview(item: number, output: IDataObject): Promise<void> {
		await this.results.addOutputs(item, [{ json: output }]);
		this.previewCount++;
	}

	/**
	 * @param request unless the item failed before there was one
	 * @returns the error as n8n shows it, with the index of the item
	 */
	fail(item: number, error: Error, request?: IHttpRequestOptions, tenantId?: string): ExecutionBaseError {
		const executionError =
			error instanceof ExecutionBaseError
				? error
				: new NodeOperationError(this.node, error, { itemIndex: item });
		executionError.context.itemIndex ??= item;
		const isUnknown = hasUnknownOutcome(error) || hasRetryableOutcome(error);
		this.results.addError(item, executionError, isUnknown);
		const outcome = request && outcomeOfError(error, request);
		if (outcome) this.retryState?.record(item, request, outcome, tenantId);
		return executionError;
	}

	/** The run ended before a response came, and before the request could be sent again. */
	abandon(item: number, request: IHttpRequestOptions, tenantId?: string): void {
		this.results.addPossibleWrite(item);
		if (hasIdempotencyKey(request)) this.retryState?.record(item, request, { mayBeWritten: true }, tenantId);
	}

	/**
	 * Takes over what a previous attempt knows of an item.
	 *
	 * @returns whether the item is finished with that; otherwise it is sent
	 */
	async restore(item: number, outcome: ItemOutcome | undefined): Promise<boolean> {
		if (outcome === undefined) return false;
		if ('mayBeWritten' in outcome) {
			this.results.addPossibleWrite(item);
			return false;
		}
		if ('unknown' in outcome) {
			// It does not abort the run: the other items are sent first.
			const error = new NodeOperationError(this.node, outcome.unknown, {
				itemIndex: item,
				description: 'A previous attempt sent this item, so it was not sent again.',
			});
			this.results.addError(item, error, true);
			return true;
		}
		if (outcome.isOutdated || outcome.writtenTo?.some((key) => this.rewrittenKeys.has(key))) {
			// For the next attempt too, should this one not get to write it. It keeps the records, which may be new people.
			outcome.isOutdated = true;
			return false;
		}
		const outputs = await mapInTurns(outcome.records, (json) => ({ json }));
		await this.results.addOutputs(item, outputs, this.selectFields(item));
		this.restoredCount++;
		return true;
	}
}
