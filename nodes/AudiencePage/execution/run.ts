import {
	ExecutionBaseError,
	NodeOperationError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { fieldSelection } from '../fields/outputFields';
import { isPreviewOnly, requestOptionsOf, type RequestOptions } from '../fields/collections';
import { addHint } from '../shared/hint';
import { log } from '../shared/log';
import { isTurnOver, mapInTurns, nextTurn } from '../shared/turns';
import { saying } from '../shared/words';
import { ApiClient, RequestAbortedError } from '../transport/apiClient';
import { notCanceled, RetryableOutcomeError, UnknownOutcomeError } from '../transport/errors';
import { Executor, ItemExecutor } from './executor';
import { runHints } from './hints';
import { isPermanentError, ItemResults } from './itemResults';
import { NodeExecution } from './nodeExecution';
import { planFor, type OperationRules } from './requestPlan';
import { resultOfError, RetryState, type SavedResult } from './retryState';
import { ItemCredentials, Preview, RunScope, SkippedItem } from './runScope';
import { Scheduler } from './scheduler';

/**
 * Items evaluated ahead, for each request that may be in flight: with fewer, a run takes longer
 * (see `npm run bench`).
 */
const ITEMS_AHEAD = 16;
/**
 * Items that are checked after one that was refused, so that the error can say how many others are
 * wrong.
 */
const MAX_CHECKED_ITEMS = 250;

/** Settings concern no item. */
const NO_ITEM = { getItemIndex: () => 0, getNodeParameter: () => undefined };

interface ReadyItem {
	executor: ItemExecutor;
	request: IHttpRequestOptions;
	orderingKeys: string[];
	preview?: Preview;
	saved?: SavedResult;
}

/**
 * Runs the node once, for all its items: writes with an ordering key in common go in the order of
 * their items, everything else at the same time. A retry of this execution by n8n writes nothing
 * that is written, or may be.
 * @returns the outputs in the order of the items; where the node continues on errors, an error item
 * for each that failed
 * @throws the first error otherwise, with what was written and what was not
 */
export async function run(
	context: IExecuteFunctions,
	description: INodeTypeDescription,
	rules?: OperationRules,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	const outputs = async () => await new Run(context, description, rules).execute();
	return await outputs().catch(async (error: ExecutionBaseError) => {
		if (!context.continueOnFail()) throw error;
		// If a node that continues on errors throws, n8n passes its inputs on as its outputs.
		const results = new ItemResults(items, context.getNode());
		await results.failRest(error);
		return await results.outputs();
	});
}

class Run {
	private readonly execution: NodeExecution;
	/** Of a run that writes. */
	private readonly retryState?: RetryState;
	private readonly scope: RunScope;
	private readonly executor: Executor;
	private readonly results: ItemResults;
	private readonly scheduler = new Scheduler();
	/** Aborted when the run ends early: no request begins after that. */
	private readonly abortController = new AbortController();
	private client?: ApiClient;
	private readonly options: RequestOptions;
	/** The first error, if errors end the run. */
	private failure?: ExecutionBaseError;
	/** Items that a previous attempt has written. */
	private restoredCount = 0;

	/** @throws NodeOperationError if the parameters choose no operation, or a setting is wrong */
	constructor(
		private readonly context: IExecuteFunctions,
		description: INodeTypeDescription,
		private readonly rules: OperationRules = {},
	) {
		this.execution = new NodeExecution(context);
		const { items, node } = this.execution;
		const plan = planFor(node, description);
		const settings = { ...NO_ITEM, getNode: () => node };
		this.options = requestOptionsOf(settings);
		const { write } = rules;
		const isPreview = write !== undefined && isPreviewOnly(settings);
		if (write && !isPreview) this.retryState = new RetryState(this.execution, write);
		const credentials = new ItemCredentials(context);
		this.scope = new RunScope(this.execution, credentials, isPreview, this.retryState);
		this.executor = new Executor(context, plan, this.scope);
		this.results = new ItemResults(items, node);
	}

	async execute(): Promise<INodeExecutionData[]> {
		await this.retryState?.load(
			async (item) => await this.scope.tenantOf(new ItemExecutor(this.executor, item).context),
		);
		const cancelSignal = this.context.getExecutionCancelSignal();
		const abort = () => this.abortController.abort();
		cancelSignal?.addEventListener('abort', abort, { signal: this.abortController.signal });
		if (cancelSignal?.aborted) abort();
		// What no item waits for any more does not outlive the run.
		await this.processItems().finally(abort);
		if (cancelSignal?.aborted) {
			// n8n looks for "canceled", in this spelling, to tell such an execution from one that failed.
			this.failure = new NodeOperationError(this.execution.node, 'The execution was canceled');
		}
		return await this.finish();
	}

	private async processItems(): Promise<void> {
		const { signal } = this.abortController;
		const tasks: Array<Promise<void>> = [];
		let checkedCount = 0;
		for (const item of this.execution.items.keys()) {
			if (isTurnOver()) await nextTurn();
			const saved = this.retryState?.resultOfItem(item);
			if (saved && (await this.takeOver(item, saved))) continue;
			if (!signal.aborted)
				await this.scheduler.next(ITEMS_AHEAD * this.options.maxConcurrentRequests);
			const isRefused = this.failure !== undefined && isPermanentError(this.failure);
			if (signal.aborted && !(isRefused && checkedCount++ < MAX_CHECKED_ITEMS)) continue;
			const ready = await this.prepareItem(item, saved);
			if (!ready || signal.aborted) continue;
			const task = this.scheduler.run(ready.orderingKeys, async () => await this.sendItem(ready));
			tasks.push(task);
			// One request at a time also means: in the order of the items, retries included.
			if (this.options.maxConcurrentRequests === 1) await task;
		}
		await Promise.all(tasks);
	}

	/**
	 * @returns whether the item is finished with what a previous attempt has left of it; otherwise it
	 * is sent
	 */
	private async takeOver(item: number, saved: SavedResult): Promise<boolean> {
		if ('mayBeWritten' in saved) {
			this.results.addPossibleWrite(item);
			return false;
		}
		if ('unknown' in saved) {
			// It does not abort the run: the other items are sent first.
			const description = 'A previous attempt sent this item, so it was not sent again.';
			const about = { itemIndex: item, description };
			const error = new NodeOperationError(this.execution.node, saved.unknown, about);
			this.results.addError(item, saying(error, saved.unknown), true);
			return true;
		}
		const outputs = await mapInTurns(saved.records, (json) => ({ json }));
		await this.addOutputs(new ItemExecutor(this.executor, item), outputs);
		this.restoredCount++;
		return true;
	}

	private async prepareItem(item: number, saved?: SavedResult): Promise<ReadyItem | undefined> {
		const { write } = this.rules;
		const executor = new ItemExecutor(this.executor, item);
		const { context } = executor;
		try {
			const request = await executor.prepare();
			if (saved && 'mayBeWritten' in saved && saved.sent) request.body = saved.sent;
			const orderingKeys = write?.orderingKeys(request, context) ?? [];
			this.retryState?.willSend(orderingKeys);
			const preview = this.scope.isPreview ? new Preview() : undefined;
			return { executor, request, orderingKeys, preview, saved };
		} catch (error) {
			if (!(error instanceof SkippedItem)) this.fail(item, error as Error, saved);
			return undefined;
		}
	}

	private async sendItem({ executor, request, preview, ...ready }: ReadyItem): Promise<void> {
		if (this.abortController.signal.aborted) return;
		const { retryState, scope } = this;
		const { item } = executor;
		let tenant: string | undefined;
		try {
			tenant = retryState && (await scope.tenantOf(executor.context));
			const ofCall = retryState?.resultOfCall(request, tenant);
			if (ofCall && (await this.takeOver(item, ofCall))) return;
			const settings = {
				...this.options,
				record: this.rules.record,
				mayHaveSucceeded: 'mayBeWritten' in (ready.saved ?? ofCall ?? {}),
				retryAdvice: scope.idempotencyKeys.retryAdvice(request, this.context.continueOnFail()),
			};
			const { maxConcurrentRequests } = this.options;
			const abortSignal = this.abortController.signal;
			this.client ??= new ApiClient({ maxConcurrentRequests, abortSignal });
			const outputs = await executor.send(request, this.client, settings, preview);
			if (preview) return await this.results.addOutputs(item, [{ json: preview.output }]);
			await this.addOutputs(executor, outputs);
			const changed = this.rules.write?.addsRecord ? undefined : ready.orderingKeys;
			retryState?.record(
				item,
				request,
				{ records: outputs.map(({ json }) => json), changed },
				tenant,
			);
		} catch (error) {
			const result = preview ? undefined : resultOfError(error as Error, request);
			if (result) retryState?.record(item, request, result, tenant);
			if (!(error instanceof RequestAbortedError)) this.fail(item, error as Error, ready.saved);
			else if (error.mayHaveSucceeded) this.results.addPossibleWrite(item);
		}
	}

	/**
	 * Of each record, with the fields that the item's options choose. A next attempt gets the records
	 * whole.
	 */
	private async addOutputs(
		{ context, item }: ItemExecutor,
		outputs: INodeExecutionData[],
	): Promise<void> {
		const { record } = this.rules;
		await this.results.addOutputs(item, outputs, record && fieldSelection(context, record));
	}

	private fail(item: number, error: Error, saved?: SavedResult): void {
		const executionError =
			error instanceof ExecutionBaseError
				? error
				: new NodeOperationError(this.execution.node, error);
		executionError.context.itemIndex ??= item;
		executionError.message = notCanceled(executionError.message);
		const isRetryable = error instanceof RetryableOutcomeError;
		const isUnknown = isRetryable || error instanceof UnknownOutcomeError;
		if (isUnknown)
			log(this.context, 'outcomeUnknown', {
				item,
				status: error.httpCode,
				isRetrySafe: isRetryable,
			});
		this.results.addError(item, executionError, isUnknown);
		// What may be written and fails again does not end the run: if the service never accepts it,
		// each retry would end there.
		const isReportedLater =
			'mayBeWritten' in (saved ?? {}) && (isRetryable || this.rules.write?.looksFirst);
		if (isReportedLater || this.context.continueOnFail()) return;
		this.failure ??= executionError;
		this.abortController.abort();
	}

	private async finish(): Promise<INodeExecutionData[]> {
		const { context, results, retryState, scope } = this;
		const { items, node } = this.execution;
		const isContinued = context.continueOnFail();
		const errors = await results.errors();
		const { refusal } = scope.columns;
		if (refusal !== undefined) this.failure ??= new NodeOperationError(node, refusal);
		if (!isContinued) this.failure ??= errors[0]?.error;
		else if (this.failure) await results.failRest(this.failure);
		if (this.restoredCount > 0) log(context, 'tookOver', { items: this.restoredCount });
		const outputs = await results.outputs();
		// This is how n8n decides whether Retry On Fail applies to a node that has not thrown.
		const isRetried = node.retryOnFail === true && outputs[0]?.json.error !== undefined;
		await retryState?.save(this.failure !== undefined || isRetried);
		if (this.failure && !isContinued) {
			if (retryState && items.length > 1) {
				const isCanceled = context.getExecutionCancelSignal()?.aborted;
				await results.addSummaryTo(this.failure, scope.columns.skipped.length, isCanceled);
			}
			throw this.failure;
		}
		const isRead = this.rules.write === undefined;
		const hints = await runHints({
			isRead,
			isPreview: scope.isPreview,
			outputs: (await results.done()).flat(),
			isEmpty: isRead && outputs.length === 0 && node.alwaysOutputData !== true,
			restoredCount: this.restoredCount,
			rateLimitedCount: this.client?.rateLimitedCount ?? 0,
			columns: scope.columns,
			emptyFields: this.emptyFields,
		});
		for (const hint of [...this.executor.hints, ...hints]) addHint(context, hint);
		return outputs;
	}

	/** The fields of the body whose expressions gave nothing for any item. */
	private get emptyFields(): string[] {
		return this.executor.plan.sentParameters
			.filter(({ place, isExpression }) => place === 'body' && isExpression)
			.filter(({ path }) => !this.scope.filled.has(path))
			.map(({ displayName }) => displayName);
	}
}
