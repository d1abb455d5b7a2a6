import {
	NodeApiError,
	NodeOperationError,
	type ExecutionBaseError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { isPreviewOnly, maxConcurrentRequestsOf } from '../fields/collections';
import { fieldSelection } from '../fields/outputFields';
import { addHint } from '../shared/hint';
import { yieldToEventLoop } from '../shared/eventLoop';
import { log } from '../shared/log';
import { withMessage, sentences } from '../shared/words';
import { ApiClient, RequestAbortedError } from '../transport/apiClient';
import { RetryableOutcomeError, UnknownOutcomeError } from '../transport/errors';
import { credentialOfRun } from './credential';
import { creationAfter, Creations } from './creations';
import { Executor, ItemExecutor } from './executor';
import { ItemResults } from './itemResults';
import { NodeExecution } from './nodeExecution';
import { addSummary, runHints } from './report';
import { planFor, type OperationRules, type RequestPlan } from './requestPlan';
import { RunScope, SkippedItem } from './runScope';
import { Scheduler } from './scheduler';

/**
 * Items evaluated ahead, for each request that may be in flight: with fewer, a run takes longer
 * (see `npm run bench`).
 */
const ITEMS_AHEAD = 16;

/** For a tool that gives nothing, n8n hands the model an empty text, and it invents something. */
const NOTHING_FOUND = { message: 'Nothing found' };

/** Settings concern no item. */
const NO_ITEM = { getItemIndex: () => 0, getNodeParameter: () => undefined };

/**
 * Runs the node once, for all its items: writes with an ordering key in common go in the order of
 * their items, everything else at the same time. A retry of this execution by n8n creates nothing
 * twice (see `Creations`, and the keys of log entries).
 * @returns the outputs in the order of the items; where the node continues on errors, an error item
 * for each that failed
 * @throws the first error otherwise, with what was written and what was not
 */
export async function run(
	context: IExecuteFunctions,
	description: INodeTypeDescription,
	rules: OperationRules,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	if (items.length === 0) return [];
	const execute = async () => {
		const plan = planFor(context.getNode(), description, rules);
		const credential = await credentialOfRun(context, items.length);
		return await new Run(context, plan, credential).execute();
	};
	return await execute().catch((error: ExecutionBaseError) => {
		if (!context.continueOnFail()) throw error;
		// If a node that continues on errors throws, n8n passes its inputs on as its outputs.
		const results = new ItemResults(items, context.getNode());
		results.failRest(error);
		return results.outputs();
	});
}

class Run {
	private readonly execution: NodeExecution;
	private readonly isContinued: boolean;
	private readonly maxConcurrentRequests: number;
	private readonly scope: RunScope;
	/** Of an operation whose items must not run again. */
	private readonly creations?: Creations;
	private readonly executor: Executor;
	private readonly client: ApiClient;
	private readonly results: ItemResults;
	private readonly scheduler = new Scheduler();
	/** Ends the run early: no request begins after that. */
	private readonly abortController = new AbortController();
	/** What the run ends with: its first error, unless the node continues on errors. */
	private failure?: ExecutionBaseError;
	/** Items that the failed run has created. */
	private restoredCount = 0;

	/** @throws NodeOperationError if a setting is wrong, or the node was edited before a retry */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly plan: RequestPlan,
		credential: Executor['credential'],
	) {
		const { write } = plan;
		this.execution = new NodeExecution(context);
		this.isContinued = context.continueOnFail();
		const { items, node, isToolCall } = this.execution;
		const settings = { ...NO_ITEM, getNode: () => node };
		this.maxConcurrentRequests = maxConcurrentRequestsOf(settings);
		const isPreview = write !== undefined && isPreviewOnly(settings);
		this.scope = new RunScope(this.execution, isPreview);
		const isCreation = write?.isRepeatable === false;
		if (isCreation && !isToolCall) this.creations = new Creations(this.execution, isPreview);
		this.executor = new Executor(context, plan, credential, this.scope);
		this.results = new ItemResults(items, node);
		const { maxConcurrentRequests } = this;
		const abortSignal = this.abortController.signal;
		this.client = new ApiClient({ maxConcurrentRequests, abortSignal });
	}

	async execute(): Promise<INodeExecutionData[]> {
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
		return this.finish();
	}

	private get isAborted(): boolean {
		return this.abortController.signal.aborted;
	}

	private async processItems(): Promise<void> {
		const { maxConcurrentRequests } = this;
		const tasks: Array<Promise<void>> = [];
		for (const item of this.execution.items.keys()) {
			await yieldToEventLoop();
			await this.scheduler.next(ITEMS_AHEAD * maxConcurrentRequests);
			if (this.isAborted) break;
			const executor = new ItemExecutor(this.executor, item);
			const isReady = await this.prepareItem(executor);
			if (!isReady) continue;
			const send = async () => await this.sendItem(executor);
			const task = this.scheduler.run(executor.orderingKeys, send);
			tasks.push(task);
			// One request at a time also means: in the order of the items, retries included.
			if (maxConcurrentRequests === 1) await task;
		}
		await Promise.all(tasks);
	}

	/** @returns whether it has something to send */
	private async prepareItem(executor: ItemExecutor): Promise<boolean> {
		try {
			await executor.prepare();
			return true;
		} catch (error) {
			if (!(error instanceof SkippedItem)) this.fail(executor.item, error as Error);
			return false;
		}
	}

	private async sendItem(executor: ItemExecutor): Promise<void> {
		if (this.isAborted) return;
		const { item } = executor;
		const earlier = this.creations?.of(item);
		try {
			if (earlier && 'records' in earlier) this.restore(executor, earlier.records);
			else if (earlier && 'mayExist' in earlier) this.reportDoubt(item, earlier.mayExist);
			else if (this.scope.isPreview) await this.previewItem(executor);
			else await this.writeOrRead(executor, earlier !== undefined);
		} catch (error) {
			this.fail(item, error as Error);
		}
	}

	/** @param mayHaveSucceeded whether the failed run has sent the request, with the same key */
	private async writeOrRead(executor: ItemExecutor, mayHaveSucceeded: boolean): Promise<void> {
		const { client, creations } = this;
		const { item } = executor;
		const outputs = await executor.send(client, mayHaveSucceeded).catch((error: Error) => {
			const creation = creationAfter(error);
			if (creation) creations?.add(item, creation);
			throw error;
		});
		const records = outputs.map(({ json }) => json);
		creations?.add(item, { records });
		this.addRecords(executor, records);
	}

	private async previewItem(executor: ItemExecutor): Promise<void> {
		this.results.addOutputs(executor.item, [await executor.preview(this.client)]);
	}

	/** Of an item that the failed run has created: it is not sent again. */
	private restore(executor: ItemExecutor, records: IDataObject[]): void {
		this.restoredCount++;
		this.addRecords(executor, records);
	}

	/** Of an item that the failed run may have created: the run fails when all others are sent. */
	private reportDoubt(item: number, reason: string): void {
		const message =
			'The failed run may have created this item: check in Audience Page before you send it again';
		const description = `It was not sent again. The error was: ${sentences(reason)}`;
		const error = new NodeOperationError(this.execution.node, message, { description });
		const shown = this.results.addError(item, withMessage(error, message), true);
		if (!this.isContinued) this.failure ??= shown;
	}

	/** Of each record, the fields that the item's options choose. */
	private addRecords({ context, item }: ItemExecutor, records: IDataObject[]): void {
		const { record } = this.plan;
		const select = record && fieldSelection(context, record);
		this.results.addOutputs(item, select ? records.map(select) : records);
	}

	private fail(item: number, error: Error): void {
		if (error instanceof RequestAbortedError) {
			if (error.mayHaveSucceeded) this.results.addError(item, error, true);
			return;
		}
		// A rule refuses the item, or nobody can be found: the others are shown all the same.
		if (this.scope.isPreview && !(error instanceof NodeApiError))
			return this.results.addRefused(item, error);
		const shown = this.results.addError(item, error, this.isInDoubt(item, error));
		if (this.isContinued || this.isAborted) return;
		this.failure = shown;
		this.abortController.abort();
	}

	/** Whether the item may be written nevertheless: then the log says so. */
	private isInDoubt(item: number, error: Error): boolean {
		const hasKey = error instanceof RetryableOutcomeError;
		if (!hasKey && !(error instanceof UnknownOutcomeError)) return false;
		const isRetrySafe = hasKey || this.plan.write?.isRepeatable === true;
		log(this.context, 'outcomeUnknown', { item, status: error.httpCode, isRetrySafe });
		return true;
	}

	private finish(): INodeExecutionData[] {
		const { context, isContinued, results } = this;
		this.failure ??= this.columnsError;
		if (this.failure && isContinued) results.failRest(this.failure);
		if (this.restoredCount > 0) log(context, 'tookOver', { items: this.restoredCount });
		const outputs = results.outputs();
		this.creations?.keep(this.failure !== undefined || this.willBeRetried(outputs));
		if (this.failure && !isContinued) throw this.withSummary(this.failure);
		this.addHints(outputs);
		return outputs.length > 0 ? outputs : this.emptyOutput;
	}

	private get columnsError(): ExecutionBaseError | undefined {
		const { refusal } = this.scope.columns;
		if (refusal === undefined) return undefined;
		return new NodeOperationError(this.execution.node, refusal);
	}

	/** This is how n8n decides whether Retry On Fail applies to a node that has not thrown. */
	private willBeRetried([first]: INodeExecutionData[]): boolean {
		return this.execution.node.retryOnFail === true && first?.json.error !== undefined;
	}

	private get emptyOutput(): INodeExecutionData[] {
		if (!this.execution.isToolCall) return [];
		return [{ json: NOTHING_FOUND, pairedItem: { item: 0 } }];
	}

	private withSummary(failure: ExecutionBaseError): ExecutionBaseError {
		const { items } = this.execution;
		const { write } = this.plan;
		if (write === undefined || this.scope.isPreview || items.length === 1) return failure;
		return addSummary(failure, {
			items: items.length,
			counts: this.results.counts(),
			skipped: this.scope.columns.skipped.length,
			isRepeatable: write.isRepeatable,
			isCanceled: this.context.getExecutionCancelSignal()?.aborted === true,
		});
	}

	private addHints(outputs: INodeExecutionData[]): void {
		const hints = runHints({
			isRead: this.plan.write === undefined,
			scope: this.scope,
			outputs,
			counts: this.results.counts(),
			restoredCount: this.restoredCount,
			rateLimitedCount: this.client.rateLimitedCount,
			emptyFields: this.executor.emptyFields,
		});
		for (const hint of [...this.executor.hints, ...hints]) addHint(this.context, hint);
	}
}
