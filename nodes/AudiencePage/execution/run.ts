import {
	ExecutionBaseError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { mannerOf } from '../fields/manner';
import { Delivery, Halted, isUnknownOutcome } from '../transport/delivery';
import { hint } from '../transport/hint';
import { Executor, type Prepared, type Send } from './executor';
import { giveHints } from './hints';
import { endCall } from './identity';
import { Memory, type Outcome } from './memory';
import { Order, type RecordsOf } from './order';
import { Results } from './results';
import { Turns } from './turns';

/** Items that are evaluated ahead of their requests, for each request that may be in flight. */
const AHEAD = 4;

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
	const executor = new Executor(context, description);
	return items.length === 0 ? [] : await new Run(context, executor, items, recordsOf).toItsEnd();
}

class Run {
	private readonly node: INode;
	/** Aborted when the run ends before its time: no request begins after that. */
	private readonly halt = new AbortController();
	private readonly order = new Order();
	private readonly results = new Results();
	private readonly memory?: Memory;
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
		if (!executor.isRead) this.memory = new Memory(context, items.length);
	}

	async toItsEnd(): Promise<INodeExecutionData[]> {
		const cancel = this.context.getExecutionCancelSignal();
		const stop = () => this.halt.abort();
		cancel?.addEventListener('abort', stop);
		if (cancel?.aborted) stop();

		let delivery: Delivery;
		try {
			delivery = await this.sendAll();
		} finally {
			cancel?.removeEventListener('abort', stop);
		}
		// By this word, so spelt, n8n tells an execution that was cancelled from one that failed.
		if (cancel?.aborted) this.failure = new NodeOperationError(this.node, 'The execution was canceled');
		this.end();
		const outputs = this.results.outputs(this.items, this.node);
		for (const message of this.executor.hints) hint(this.context, message);
		giveHints(this.context, outputs, this.remembered, delivery.limitedAnswers, this.executor.isRead);
		return outputs;
	}

	private async sendAll(): Promise<Delivery> {
		const first = this.executor.contextOf(0);
		const manner = mannerOf(first);
		const most = manner.maxConcurrentRequests;
		const { signal } = this.halt;
		const delivery = new Delivery({ maxConcurrentRequests: most, halt: signal });
		const settings = { ...manner, isSecondTry: this.memory?.isSecondTry };

		const turns = new Turns(AHEAD * most);
		const tasks: Array<Promise<void>> = [];
		for (let item = 0; item < this.items.length; item++) {
			if (this.isKnown(item, this.memory?.ofItem(item))) continue;
			await turns.next();
			if (signal.aborted) break;

			const context = item === 0 ? first : this.executor.contextOf(item);
			const prepared = await this.prepare(item, context);
			if (!prepared || this.isKnown(item, this.memory?.ofCall(prepared.request))) continue;
			turns.begin();
			// One at a time means in the order of the items, repetitions included.
			const records = most === 1 ? ['any'] : this.recordsOf(prepared.request, context);
			const send = async (one: IHttpRequestOptions) => await delivery.send(context, one, settings);
			const task = this.order.run(records, async () => await this.perform(item, prepared, send));
			tasks.push(task.then(() => turns.end()));
		}
		await Promise.all(tasks);
		return delivery;
	}

	private async prepare(item: number, context: IExecutePaginationFunctions): Promise<Prepared | undefined> {
		try {
			return await this.executor.prepare(context);
		} catch (error) {
			this.fail(item, error as Error);
			return undefined;
		}
	}

	private async perform(item: number, { request, perform }: Prepared, send: Send): Promise<void> {
		try {
			if (this.halt.signal.aborted) return;
			const outputs = await perform(send);
			this.results.done(item, outputs);
			this.memory?.note(item, request, { records: outputs.map(({ json }) => json) });
		} catch (error) {
			if (error instanceof Halted) this.results.leftOpen += error.mayBeDone ? 1 : 0;
			else this.fail(item, error as Error, request);
		} finally {
			endCall(this.context, request, this.results.isDone(item));
		}
	}

	private fail(item: number, error: Error, request?: IHttpRequestOptions): void {
		const told =
			error instanceof ExecutionBaseError
				? error
				: new NodeOperationError(this.node, error, { itemIndex: item });
		told.context.itemIndex ??= item;
		const isUnknown = isUnknownOutcome(error);
		this.results.failed(item, told, isUnknown);
		if (isUnknown && request) {
			this.memory?.note(item, request, { unknown: told.message, sent: request.body as IDataObject });
		}
		if (this.context.continueOnFail()) return;
		this.failure ??= told;
		this.halt.abort();
	}

	/** Takes an item's outcome from an earlier try, if there is one. */
	private isKnown(item: number, outcome: Outcome | undefined): boolean {
		if (outcome === undefined) return false;
		if ('records' in outcome) {
			const outputs = outcome.records.map((json) => ({ json, pairedItem: { item } }));
			this.results.done(item, outputs);
			this.remembered++;
		} else {
			// This does not halt the run: what can still be sent is sent first.
			const error = new NodeOperationError(this.node, outcome.unknown, {
				itemIndex: item,
				description: 'It was sent at an earlier try and is not sent again: look whether the record is there.',
			});
			this.results.failed(item, error, true);
		}
		return true;
	}

	/** @throws the error that ends the run, if there is one */
	private end(): void {
		const { firstError } = this.results;
		if (!this.context.continueOnFail()) this.failure ??= firstError;
		const isToBeRepeated = this.failure !== undefined || (firstError && this.node.retryOnFail === true);
		this.memory?.end(isToBeRepeated === true);
		if (this.failure === undefined) return;

		if (this.memory && this.items.length > 1) {
			const { description } = this.failure;
			const counts = `Of ${this.items.length} items: ${this.results.counts(this.items.length)}.`;
			const next = 'A second try (Retry On Fail, or Retry in the list of executions) sends only the rest.';
			this.failure.description = [description, counts, next].filter(Boolean).join(' ');
		}
		throw this.failure;
	}
}
