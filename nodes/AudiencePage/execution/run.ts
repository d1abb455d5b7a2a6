import {
	NodeOperationError,
	type ExecutionBaseError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { fieldSelection } from '../fields/outputFields';
import { isTurnOver, nextTurn } from '../shared/turns';
import { ApiClient, RequestAbortedError, type RequestSettings } from '../transport/apiClient';
import { Executor } from './executor';
import { addRunHints } from './hints';
import { ItemOutcomes, type SelectFields } from './itemOutcomes';
import { ItemContents } from './itemContents';
import { ItemPreparer, type ReadyItem } from './itemPreparer';
import { isPermanentError, ItemResults } from './itemResults';
import type { OperationRules } from './operationRules';
import { RetryState } from './retryState';
import { Preview, RunScope } from './runScope';
import { ItemScheduler, KeyedQueue } from './scheduler';

/** Items that are evaluated ahead of their requests, for each request that may be in flight. */
const PREPARED_PER_REQUEST = 4;
/** Items that are checked after one that was refused, so that the error can say how many others are wrong. */
const MAX_CHECKED_ITEMS = 250;

/**
 * Runs the node once, for all its items: writes with an ordering key in common go in the order of their
 * items, everything else at the same time. Nothing is written twice, however the run ends and however
 * often n8n retries it.
 *
 * @param rules of the operations, by `resource.operation`
 * @returns the outputs in the order of the items; where the node continues on errors, an error item
 * for each item that failed
 * @throws the first error otherwise, with what was written and what was not
 */
export async function run(
	context: IExecuteFunctions,
	description: INodeTypeDescription,
	rules: Record<string, OperationRules>,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const { resource, operation } = context.getNode().parameters;
	const ownRules = rules[`${resource as string}.${operation as string}`];
	const outputs = async () =>
		items.length === 0 ? [] : await new Run(context, description, items, ownRules).execute();
	return await outputs().catch(async (error: ExecutionBaseError) => {
		if (!context.continueOnFail()) throw error;
		// If a node that continues on errors throws, n8n passes its inputs on as its outputs.
		const results = new ItemResults();
		await results.failRest(items.length, error);
		return await results.outputs(items, context.getNode());
	});
}

class Run {
	private readonly node: INode;
	private readonly isIdempotent: boolean;
	private readonly contents: ItemContents;
	private readonly retryState?: RetryState;
	private readonly scope: RunScope;
	private readonly executor: Executor;
	private readonly preparer: ItemPreparer;
	private readonly outcomes: ItemOutcomes;
	private readonly scheduler = new ItemScheduler();
	private readonly queue = new KeyedQueue();
	/** Aborted when the run ends early: no request begins after that. */
	private readonly abortController = new AbortController();
	private client?: ApiClient;
	/** From the first item that is valid. */
	private maxConcurrentRequests?: number;
	/** The first error, if errors end the run. */
	private failure?: ExecutionBaseError;

	constructor(
		private readonly context: IExecuteFunctions,
		description: INodeTypeDescription,
		private readonly items: INodeExecutionData[],
		{ record, write }: OperationRules = {},
	) {
		this.node = context.getNode();
		this.isIdempotent = write?.isIdempotent === true;
		this.contents = new ItemContents(items);
		this.scope = new RunScope(context, this.contents);
		const { execution } = this.scope;
		if (write) this.retryState = new RetryState(context, this.contents, write.looksFirst, execution);
		this.scope.retryState = this.retryState;
		this.executor = new Executor(context, description, this.scope);
		this.preparer = new ItemPreparer(this.executor, write);
		const select: SelectFields = (item) =>
			record ? fieldSelection(this.preparer.contextOf(item), record) : (one) => one;
		this.outcomes = new ItemOutcomes(this.node, select, this.retryState);
	}

	async execute(): Promise<INodeExecutionData[]> {
		await this.retryState?.load(this.isIdempotent, (item) => this.preparer.contextOf(item));
		const cancelSignal = this.context.getExecutionCancelSignal();
		const abort = () => this.abortController.abort();
		cancelSignal?.addEventListener('abort', abort);
		if (cancelSignal?.aborted) abort();
		try {
			await this.processItems();
		} finally {
			cancelSignal?.removeEventListener('abort', abort);
			// What no item waits for any more does not outlive the run.
			abort();
			await this.scope.idempotencyKeys.end();
		}
		if (cancelSignal?.aborted) {
			// n8n looks for "canceled", in this spelling, to tell such an execution from one that failed.
			this.failure = new NodeOperationError(this.node, 'The execution was canceled');
		}
		return await this.finish();
	}

	private async processItems(): Promise<void> {
		const { scheduler } = this;
		const tasks: Array<Promise<void>> = [];
		for (let item = 0; item < this.items.length; item++) {
			if (isTurnOver()) await nextTurn();
			if (await this.restore(item)) continue;
			await scheduler.next(PREPARED_PER_REQUEST * (this.maxConcurrentRequests ?? 1));
			if (this.abortController.signal.aborted) {
				await this.checkRest(item);
				break;
			}
			const ready = await this.prepareItem(item);
			if (!ready) continue;
			if (!ready.isPreview) this.outcomes.willWrite(ready.orderingKeys);
			// An item that waits for its keys is not in flight: in a list that is sorted by account, most of them wait.
			const task = this.queue.run(ready.orderingKeys, async () => {
				scheduler.begin();
				await this.sendItem(item, ready);
				scheduler.end();
			});
			tasks.push(task);
			// One request at a time also means: in the order of the items, retries included.
			if (this.maxConcurrentRequests === 1) await task;
		}
		await Promise.all(tasks);
	}

	/**
	 * The run ends early: takes over what a previous attempt knows of the items that are left. After an item that
	 * was refused, finds out which of them cannot be sent either.
	 */
	private async checkRest(from: number): Promise<void> {
		for (let item = from; item < this.items.length; item++) {
			if (isTurnOver()) await nextTurn();
			await this.restore(item);
		}
		if (this.failure === undefined || !isPermanentError(this.failure)) return;
		for (let item = from; item < Math.min(from + MAX_CHECKED_ITEMS, this.items.length); item++) {
			if (this.retryState?.outcomeOfItem(item)) continue;
			await this.scheduler.next(Infinity);
			await this.prepareItem(item);
		}
	}

	/** @returns whether a previous attempt has finished the item */
	private async restore(item: number): Promise<boolean> {
		const isFinished = await this.outcomes.restore(item, this.retryState?.outcomeOfItem(item));
		if (isFinished) this.preparer.release(item);
		return isFinished;
	}

	private async prepareItem(item: number): Promise<ReadyItem | undefined> {
		try {
			const ready = await this.preparer.prepare(item);
			this.maxConcurrentRequests ??= ready.options.maxConcurrentRequests;
			return ready;
		} catch (error) {
			this.fail(item, error as Error);
			return undefined;
		}
	}

	private async sendItem(item: number, ready: ReadyItem): Promise<void> {
		const { request, execution, options, orderingKeys, isPreview } = ready;
		if (this.abortController.signal.aborted) return;
		const client = (this.client ??= this.createClient());
		let tenantId: string | undefined;
		try {
			tenantId = await this.retryState?.tenantIdOf(execution.context);
			const previous =
				this.retryState?.outcomeOfItem(item) ?? this.retryState?.outcomeOfToolCall(request, tenantId);
			if (await this.outcomes.restore(item, previous)) return;
			const mayHaveSucceeded = previous !== undefined && 'mayBeWritten' in previous;
			const retryAdvice = this.scope.idempotencyKeys.retryAdvice(request);
			const settings: RequestSettings = { ...options, mayHaveSucceeded, retryAdvice };
			if (isPreview) {
				const preview = new Preview();
				await execution.runFlow(request, client, settings, preview);
				await this.outcomes.preview(item, preview.output);
				return;
			}
			const outputs = await execution.runFlow(request, client, settings);
			const changedKeys = this.isIdempotent ? orderingKeys : [];
			await this.outcomes.succeed(item, outputs, request, changedKeys, tenantId);
		} catch (error) {
			const sent = isPreview ? undefined : request;
			if (!(error instanceof RequestAbortedError)) this.fail(item, error as Error, sent, tenantId);
			else if (error.mayHaveSucceeded) this.outcomes.abandon(item, request, tenantId);
		} finally {
			this.preparer.release(item);
		}
	}

	private createClient(): ApiClient {
		const { maxConcurrentRequests = 1, abortController } = this;
		return new ApiClient({ maxConcurrentRequests, abortSignal: abortController.signal });
	}

	private fail(item: number, error: Error, request?: IHttpRequestOptions, tenantId?: string): void {
		// If the service never accepts it again, each retry would end at this item, which may be written already.
		const isReportedLater = this.retryState?.isReportedLater(item, error) === true;
		const executionError = this.outcomes.fail(item, error, request, tenantId);
		if (this.context.continueOnFail() || isReportedLater) return;
		this.failure ??= executionError;
		this.abortController.abort();
	}

	/**
	 * @returns the outputs; hints are given beside them
	 * @throws the error that ends the run, if there is one
	 */
	private async finish(): Promise<INodeExecutionData[]> {
		const { items } = this;
		const { results, restoredCount, previewCount } = this.outcomes;
		const isContinued = this.context.continueOnFail();
		if (!isContinued) this.failure ??= await results.firstError();
		else if (this.failure) await results.failRest(items.length, this.failure);

		const outputs = await results.outputs(items, this.node);
		// This is how n8n decides whether Retry On Fail applies to a node that has not thrown.
		const isRetried = this.node.retryOnFail === true && Boolean(outputs[0]?.json.error);
		this.retryState?.save(this.failure !== undefined || isRetried);
		if (this.failure && !isContinued) {
			if (this.retryState && items.length > 1 && !this.preparer.hasPreviews)
				await results.addSummaryTo(this.failure, items.length);
			throw this.failure;
		}
		const isRead = this.retryState === undefined;
		const rateLimitedCount = this.client?.rateLimitedCount ?? 0;
		const counts = { restoredCount, previewCount, rateLimitedCount };
		const facts = { isRead, ...counts, scope: this.scope };
		await addRunHints(this.context, this.executor.hints, results, facts);
		return outputs;
	}
}
