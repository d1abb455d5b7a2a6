import {
	ExecutionBaseError,
	NodeOperationError,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { requestOptionsOf, type RequestOptions } from '../fields/requestOptions';
import { ApiClient, RequestAbortedError, isUnknownOutcome } from '../transport/apiClient';
import { addHint } from '../shared/hint';
import { hasIdempotencyKey } from '../transport/request';
import { Executor, type PreparedItem } from './executor';
import { addRunHints } from './hints';
import { releaseKey } from './idempotencyKeys';
import { RetryState, outcomeOfError, type ItemOutcome } from './retryState';
import { KeyedQueue, type OrderingKeys } from './keyedQueue';
import { isPermanentError, ItemResults } from './itemResults';
import { ItemScheduler } from './itemScheduler';

/** Items that are evaluated ahead of their requests, for each request that may be in flight. */
const PREPARED_PER_REQUEST = 4;
/** Items that are checked after one that was refused, so that the error can name what else is to be corrected. */
const MAX_CHECKED_ITEMS = 250;

/** An item that is ready to be sent. */
interface ReadyItem extends PreparedItem {
	context: IExecutePaginationFunctions;
	options: RequestOptions;
	/** See `RecordsOf`. */
	orderingKeys: string[];
}

/**
 * Runs the node once, for all its items: each when its turn comes, what writes to the same record in
 * the order of the items, everything else at once. What it writes is written once, however the run
 * ends and however often n8n runs it again.
 *
 * @param recordsOf which records a request writes to
 * @returns the outputs in the order of the items; where the node continues on errors, an error item
 * for each item that failed
 * @throws the first error otherwise, with what was written and what was not
 */
export async function run(
	context: IExecuteFunctions,
	description: INodeTypeDescription,
	recordsOf: OrderingKeys,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const outputs = async () =>
		items.length === 0
			? []
			: await new Run(context, new Executor(context, description), items, recordsOf).execute();
	return await outputs().catch((error: ExecutionBaseError) => {
		if (!context.continueOnFail()) throw error;
		// Where a node that continues throws, n8n takes its inputs for its outputs.
		const results = new ItemResults();
		results.failRest(items.length, error);
		return results.outputs(items, context.getNode());
	});
}

class Run {
	private readonly node: INode;
	/** Those of the items that were asked for before their turn. */
	private readonly contexts: IExecutePaginationFunctions[] = [];
	/** Aborted when the run ends before its time: no request begins after that. */
	private readonly abortController = new AbortController();
	private readonly queue = new KeyedQueue();
	private readonly results = new ItemResults();
	private retryState?: RetryState;
	private client?: ApiClient;
	/** As the first item says whose options can be read. */
	private maxConcurrentRequests?: number;
	/** Records of an earlier try's writes that this one writes again, so that what came after them does too. */
	private readonly rewrittenKeys = new Set<string>();
	/** The first error, if errors end the run. */
	private failure?: ExecutionBaseError;
	/** Items that an earlier try has done. */
	private restoredCount = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly executor: Executor,
		private readonly items: INodeExecutionData[],
		private readonly recordsOf: OrderingKeys,
	) {
		this.node = context.getNode();
	}

	async execute(): Promise<INodeExecutionData[]> {
		if (!this.executor.isRead) {
			this.retryState = new RetryState(this.context, this.items.length);
			const contextOf = (item: number) => (this.contexts[item] = this.executor.contextOf(item));
			await this.retryState.restore(this.executor.isIdempotent, contextOf);
		}
		const cancel = this.context.getExecutionCancelSignal();
		const stop = () => this.abortController.abort();
		cancel?.addEventListener('abort', stop);
		if (cancel?.aborted) stop();
		try {
			await this.processItems();
		} finally {
			cancel?.removeEventListener('abort', stop);
		}
		// By this word, so spelt, n8n tells an execution that was cancelled from one that failed.
		if (cancel?.aborted) this.failure = new NodeOperationError(this.node, 'The execution was canceled');
		return this.finish();
	}

	private async processItems(): Promise<void> {
		const { signal } = this.abortController;
		const turns = new ItemScheduler();
		const tasks: Array<Promise<void>> = [];
		for (let item = 0; item < this.items.length; item++) {
			if (this.restoreOutcome(item, this.retryState?.forItem(item))) continue;
			await turns.next(PREPARED_PER_REQUEST * (this.maxConcurrentRequests ?? 1));
			if (signal.aborted) {
				await this.checkRest(item, turns);
				break;
			}
			const ready = await this.prepareItem(item);
			if (!ready) continue;
			for (const record of ready.orderingKeys) this.rewrittenKeys.add(record);
			// What waits for its record takes no room: input is often sorted by account.
			const task = this.queue.run(ready.orderingKeys, async () => {
				turns.begin();
				await this.sendItem(item, ready);
				turns.end();
			});
			tasks.push(task);
			// One at a time means in the order of the items, repetitions included.
			if (this.maxConcurrentRequests === 1) await task;
		}
		await Promise.all(tasks);
	}

	/** After an item that was refused: finds out which of the next ones cannot be sent either. */
	private async checkRest(from: number, turns: ItemScheduler): Promise<void> {
		if (this.failure === undefined || !isPermanentError(this.failure)) return;
		for (let item = from; item < Math.min(from + MAX_CHECKED_ITEMS, this.items.length); item++) {
			if (this.retryState?.forItem(item)) continue;
			await turns.next(Infinity);
			await this.prepareItem(item);
		}
	}

	private async prepareItem(item: number): Promise<ReadyItem | undefined> {
		const context = this.contexts[item] ?? this.executor.contextOf(item);
		try {
			const options = requestOptionsOf(context);
			this.maxConcurrentRequests ??= options.maxConcurrentRequests;
			const prepared = await this.executor.prepare(context);
			const orderingKeys = this.executor.isRead ? [] : this.recordsOf(prepared.request, context);
			return { ...prepared, context, options, orderingKeys };
		} catch (error) {
			this.fail(item, error as Error);
			return undefined;
		}
	}

	private async sendItem(item: number, ready: ReadyItem): Promise<void> {
		const { context, request, options, orderingKeys } = ready;
		if (this.abortController.signal.aborted) return;
		const delivery = (this.client ??= this.createClient());
		let tenant: string | undefined;
		try {
			tenant = await this.retryState?.tenantOf(context);
			const earlier = this.retryState?.forItem(item) ?? this.retryState?.forToolCall(request, tenant);
			if (this.restoreOutcome(item, earlier)) return;
			const how = { ...options, isSecondTry: earlier !== undefined };
			const outputs = await ready.send(async (one) => await delivery.send(context, one, how));
			this.results.addOutputs(item, outputs);
			// What adds a record changes none that another write has to follow.
			const writtenTo = this.executor.isIdempotent ? orderingKeys : [];
			this.retryState?.record(item, request, { records: outputs.map(({ json }) => json), writtenTo }, tenant);
		} catch (error) {
			if (!(error instanceof RequestAbortedError)) this.fail(item, error as Error, request, tenant);
			else if (error.mayHaveSucceeded) this.recordAbandonedWrite(item, request, tenant);
		} finally {
			releaseKey(this.context, request, this.results.isDone(item));
		}
	}

	private createClient(): ApiClient {
		const { maxConcurrentRequests = 1, abortController } = this;
		return new ApiClient({ maxConcurrentRequests, abortSignal: abortController.signal });
	}

	private recordAbandonedWrite(item: number, request: IHttpRequestOptions, tenant?: string): void {
		this.results.abandonedWrites++;
		if (hasIdempotencyKey(request)) this.retryState?.record(item, request, { mayBeWritten: true }, tenant);
	}

	private fail(item: number, error: Error, request?: IHttpRequestOptions, tenant?: string): void {
		const told =
			error instanceof ExecutionBaseError
				? error
				: new NodeOperationError(this.node, error, { itemIndex: item });
		told.context.itemIndex ??= item;
		this.results.addError(item, told, isUnknownOutcome(error));
		const outcome = request && outcomeOfError(error, request);
		if (outcome) this.retryState?.record(item, request, outcome, tenant);
		if (this.context.continueOnFail()) return;
		this.failure ??= told;
		this.abortController.abort();
	}

	/** Takes an item's outcome from an earlier try, if there is one that still holds. */
	private restoreOutcome(item: number, outcome: ItemOutcome | undefined): boolean {
		if (outcome === undefined || 'mayBeWritten' in outcome) return false;
		if ('unknown' in outcome) {
			// This does not halt the run: what can still be sent is sent first.
			const error = new NodeOperationError(this.node, outcome.unknown, {
				itemIndex: item,
				description: 'A previous attempt sent this item, so it was not sent again.',
			});
			this.results.addError(item, error, true);
			return true;
		}
		if (outcome.writtenTo?.some((record) => this.rewrittenKeys.has(record))) return false;
		const outputs = outcome.records.map((json) => ({ json, pairedItem: { item } }));
		this.results.addOutputs(item, outputs);
		this.restoredCount++;
		return true;
	}

	/**
	 * @returns the outputs, and what there is to tell beside them
	 * @throws the error that ends the run, if there is one
	 */
	private finish(): INodeExecutionData[] {
		const { results, items, executor } = this;
		const isContinued = this.context.continueOnFail();
		if (!isContinued) this.failure ??= results.firstError;
		else if (this.failure) results.failRest(items.length, this.failure);

		const outputs = results.outputs(items, this.node);
		// By this n8n decides whether Retry On Fail runs a node again that has not thrown.
		const isRunAgain = this.node.retryOnFail === true && Boolean(outputs[0]?.json.error);
		this.retryState?.save(this.failure !== undefined || isRunAgain);
		if (this.failure && !isContinued) {
			if (this.retryState && items.length > 1) results.addSummaryTo(this.failure, items.length);
			throw this.failure;
		}
		for (const message of executor.hints) addHint(this.context, message);
		addRunHints(
			this.context,
			results,
			executor.isRead,
			this.restoredCount,
			this.client?.rateLimitedCount ?? 0,
		);
		return outputs;
	}
}
