import {
	ExecutionBaseError,
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { beginningWith } from '../shared/values';
import { sentences } from '../shared/words';
import { notCanceled } from '../transport/errors';

interface Failed {
	error: ExecutionBaseError;
	/** Whether the item may have been written nevertheless. */
	mayBeWritten: boolean;
}
type Result = { outputs: INodeExecutionData[] } | Failed;

/** How many items of a run came to what. */
export interface ItemCounts {
	written: number;
	failed: number;
	mayBeWritten: number;
	/** Of those that are written, or shown in a preview, by their outcome, if they have one. */
	byOutcome: Map<unknown, number>;
}

/** What the items of a run came to, in their order. */
export class ItemResults {
	/** Of an item that has not ended, there is none. */
	private readonly results: Array<Result | undefined> = [];
	private firstFailed = Infinity;

	constructor(
		private readonly inputs: INodeExecutionData[],
		private readonly node: INode,
	) {}

	addOutputs(
		item: number,
		outputs: INodeExecutionData[],
		select = (record: IDataObject) => record,
	): void {
		// One link for all of them, as n8n's constructExecutionMetaData does: when n8n saves a run,
		// each object takes memory.
		const pairedItem = { item };
		const toLinked = ({ json }: INodeExecutionData) => ({ json: select(json), pairedItem });
		this.results[item] = { outputs: outputs.map(toLinked) };
	}

	/** @returns the error as n8n shows it */
	addError(item: number, error: Error, mayBeWritten = false): ExecutionBaseError {
		const shown =
			error instanceof ExecutionBaseError ? error : new NodeOperationError(this.node, error);
		shown.context.itemIndex ??= item;
		shown.message = notCanceled(shown.message);
		this.results[item] = { error: shown, mayBeWritten };
		this.firstFailed = Math.min(this.firstFailed, item);
		return shown;
	}

	/** Of a preview: an item that a real run would refuse, with its columns, as error items have. */
	addRefused(item: number, { message: error }: Error): void {
		const refusal = { preview: true, outcome: 'refused', error };
		this.addOutputs(item, [{ json: beginningWith(refusal, this.inputs[item]?.json) }]);
	}

	failRest(error: ExecutionBaseError): void {
		for (const item of this.inputs.keys())
			if (this.results[item] === undefined) this.addError(item, error);
	}

	get firstError(): ExecutionBaseError | undefined {
		const first = this.results[this.firstFailed];
		return isFailed(first) ? first.error : undefined;
	}

	counts(): ItemCounts {
		const byOutcome = new Map<unknown, number>();
		const counts = { written: 0, failed: 0, mayBeWritten: 0, byOutcome };
		for (const result of this.results) {
			if (result === undefined) continue;
			if (isFailed(result)) {
				if (result.mayBeWritten) counts.mayBeWritten++;
				else counts.failed++;
				continue;
			}
			counts.written++;
			const outcome = result.outputs[0]?.json.outcome;
			byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
		}
		return counts;
	}

	/** All outputs, and an error item for each item that failed. */
	outputs(): INodeExecutionData[] {
		return [...this.results.entries()].flatMap(([item, result]) => {
			if (result === undefined) return [];
			if (!isFailed(result)) return result.outputs;
			// To an error output, n8n adds the json, and takes only an item that has nothing but `error`
			// for an error.
			const input = this.node.onError === 'continueErrorOutput' ? {} : this.inputs[item]?.json;
			const json = beginningWith({ error: textOf(result.error) }, input);
			return [{ json, pairedItem: { item } }];
		});
	}
}

/** Of the service's answer, the message alone can lack the reason. */
const textOf = (error: ExecutionBaseError): string =>
	error instanceof NodeApiError
		? sentences(error.message, error.description ?? undefined)
		: error.message;

const isFailed = (result: Result | undefined): result is Failed =>
	result !== undefined && 'error' in result;
