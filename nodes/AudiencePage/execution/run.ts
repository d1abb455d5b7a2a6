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

import { mannerOf, type Manner } from '../fields/manner';
import { Delivery, Halted, isUnknownOutcome } from '../transport/delivery';
import { hint } from '../transport/hint';
import { hasKey } from '../transport/request';
import { Executor, type Prepared } from './executor';
import { giveHints } from './hints';
import { endCall } from './identity';
import { Memory, outcomeOf, type Outcome } from './memory';
import { Order, type RecordsOf } from './order';
import { isRefusal, Results } from './results';
import { Turns } from './turns';

/** Items that are evaluated ahead of their requests, for each request that may be in flight. */
const AHEAD = 4;
/** Items that are checked after one that was refused, so that the error can name what else is to be corrected. */
const CHECKED = 250;

/** An item that is ready to be sent. */
interface Ready extends Prepared {
	context: IExecutePaginationFunctions;
	manner: Manner;
	/** See `RecordsOf`. */
	records: string[];
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
	recordsOf: RecordsOf,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const outputs = async () =>
		items.length === 0
			? []
			: await new Run(context, new Executor(context, description), items, recordsOf).execute();
	return await outputs().catch((error: ExecutionBaseError) => {
		if (!context.continueOnFail()) throw error;
		// Where a node that continues throws, n8n takes its inputs for its outputs.
		const results = new Results();
		results.failRest(items.length, error);
		return results.outputs(items, context.getNode());
	});
}

class Run {
	private readonly node: INode;
	/** Those of the items that were asked for before their turn. */
	private readonly contexts: IExecutePaginationFunctions[] = [];
	/** Aborted when the run ends before its time: no request begins after that. */
	private readonly halt = new AbortController();
	private readonly order = new Order();
	private readonly results = new Results();
	private memory?: Memory;
	private delivery?: Delivery;
	/** As the first item says whose options can be read. */
	private maxConcurrentRequests?: number;
	/** Records of an earlier try's writes that this one writes again, so that what came after them does too. */
	private readonly writtenAgain = new Set<string>();
	/** The first error, if errors end the run. */
	private failure?: ExecutionBaseError;
	/** Items that an earlier try has done. */
	private remembered = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly executor: Executor,
		private readonly items: INodeExecutionData[],
		private readonly recordsOf: RecordsOf,
	) {
		this.node = context.getNode();
	}

	async execute(): Promise<INodeExecutionData[]> {
		if (!this.executor.isRead) {
			this.memory = new Memory(this.context, this.items.length);
			const contextOf = (item: number) => (this.contexts[item] = this.executor.contextOf(item));
			await this.memory.begin(this.executor.isRepeatable, contextOf);
		}
		const cancel = this.context.getExecutionCancelSignal();
		const stop = () => this.halt.abort();
		cancel?.addEventListener('abort', stop);
		if (cancel?.aborted) stop();
		try {
			await this.sendAll();
		} finally {
			cancel?.removeEventListener('abort', stop);
		}
		// By this word, so spelt, n8n tells an execution that was cancelled from one that failed.
		if (cancel?.aborted) this.failure = new NodeOperationError(this.node, 'The execution was canceled');
		return this.end();
	}

	private async sendAll(): Promise<void> {
		const { signal } = this.halt;
		const turns = new Turns();
		const tasks: Array<Promise<void>> = [];
		for (let item = 0; item < this.items.length; item++) {
			if (this.isKnown(item, this.memory?.ofItem(item))) continue;
			await turns.next(AHEAD * (this.maxConcurrentRequests ?? 1));
			if (signal.aborted) {
				await this.check(item, turns);
				break;
			}
			const ready = await this.prepare(item);
			if (!ready) continue;
			for (const record of ready.records) this.writtenAgain.add(record);
			// What waits for its record takes no room: input is often sorted by account.
			const task = this.order.run(ready.records, async () => {
				turns.begin();
				await this.perform(item, ready);
				turns.end();
			});
			tasks.push(task);
			// One at a time means in the order of the items, repetitions included.
			if (this.maxConcurrentRequests === 1) await task;
		}
		await Promise.all(tasks);
	}

	/** After an item that was refused: finds out which of the next ones cannot be sent either. */
	private async check(from: number, turns: Turns): Promise<void> {
		if (this.failure === undefined || !isRefusal(this.failure)) return;
		for (let item = from; item < Math.min(from + CHECKED, this.items.length); item++) {
			if (this.memory?.ofItem(item)) continue;
			await turns.next(Infinity);
			await this.prepare(item);
		}
	}

	private async prepare(item: number): Promise<Ready | undefined> {
		const context = this.contexts[item] ?? this.executor.contextOf(item);
		try {
			const manner = mannerOf(context);
			this.maxConcurrentRequests ??= manner.maxConcurrentRequests;
			const prepared = await this.executor.prepare(context);
			const records = this.executor.isRead ? [] : this.recordsOf(prepared.request, context);
			return { ...prepared, context, manner, records };
		} catch (error) {
			this.fail(item, error as Error);
			return undefined;
		}
	}

	private async perform(item: number, ready: Ready): Promise<void> {
		const { context, request, manner, records } = ready;
		if (this.halt.signal.aborted) return;
		const delivery = (this.delivery ??= this.openDelivery());
		let tenant: string | undefined;
		try {
			tenant = await this.memory?.tenantOf(context);
			const earlier = this.memory?.ofItem(item) ?? this.memory?.ofCall(request, tenant);
			if (this.isKnown(item, earlier)) return;
			const how = { ...manner, isSecondTry: earlier !== undefined };
			const outputs = await ready.perform(async (one) => await delivery.send(context, one, how));
			this.results.done(item, outputs);
			// What adds a record changes none that another write has to follow.
			const writtenTo = this.executor.isRepeatable ? records : [];
			this.memory?.note(item, request, { records: outputs.map(({ json }) => json), writtenTo }, tenant);
		} catch (error) {
			if (!(error instanceof Halted)) this.fail(item, error as Error, request, tenant);
			else if (error.mayBeDone) this.leaveOpen(item, request, tenant);
		} finally {
			endCall(this.context, request, this.results.isDone(item));
		}
	}

	private openDelivery(): Delivery {
		const { maxConcurrentRequests = 1, halt } = this;
		return new Delivery({ maxConcurrentRequests, halt: halt.signal });
	}

	private leaveOpen(item: number, request: IHttpRequestOptions, tenant?: string): void {
		this.results.leftOpen++;
		if (hasKey(request)) this.memory?.note(item, request, { mayBeWritten: true }, tenant);
	}

	private fail(item: number, error: Error, request?: IHttpRequestOptions, tenant?: string): void {
		const told =
			error instanceof ExecutionBaseError
				? error
				: new NodeOperationError(this.node, error, { itemIndex: item });
		told.context.itemIndex ??= item;
		this.results.failed(item, told, isUnknownOutcome(error));
		const outcome = request && outcomeOf(error, request);
		if (outcome) this.memory?.note(item, request, outcome, tenant);
		if (this.context.continueOnFail()) return;
		this.failure ??= told;
		this.halt.abort();
	}

	/** Takes an item's outcome from an earlier try, if there is one that still holds. */
	private isKnown(item: number, outcome: Outcome | undefined): boolean {
		if (outcome === undefined || 'mayBeWritten' in outcome) return false;
		if ('unknown' in outcome) {
			// This does not halt the run: what can still be sent is sent first.
			const error = new NodeOperationError(this.node, outcome.unknown, {
				itemIndex: item,
				description: 'A previous attempt sent this item, so it was not sent again.',
			});
			this.results.failed(item, error, true);
			return true;
		}
		if (outcome.writtenTo?.some((record) => this.writtenAgain.has(record))) return false;
		const outputs = outcome.records.map((json) => ({ json, pairedItem: { item } }));
		this.results.done(item, outputs);
		this.remembered++;
		return true;
	}

	/**
	 * @returns the outputs, and what there is to tell beside them
	 * @throws the error that ends the run, if there is one
	 */
	private end(): INodeExecutionData[] {
		const { results, items, executor } = this;
		const isContinued = this.context.continueOnFail();
		if (!isContinued) this.failure ??= results.firstError;
		else if (this.failure) results.failRest(items.length, this.failure);

		const outputs = results.outputs(items, this.node);
		// By this n8n decides whether Retry On Fail runs a node again that has not thrown.
		const isRunAgain = this.node.retryOnFail === true && Boolean(outputs[0]?.json.error);
		this.memory?.end(this.failure !== undefined || isRunAgain);
		if (this.failure && !isContinued) {
			if (this.memory && items.length > 1) results.describe(this.failure, items.length);
			throw this.failure;
		}
		for (const message of executor.hints) hint(this.context, message);
		giveHints(this.context, results, executor.isRead, this.remembered, this.delivery?.limitedAnswers ?? 0);
		return outputs;
	}
}
