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

/** How many items of a run came to what. */
export interface ItemCounts {
	written: number;
	failed: number;
	mayBeWritten: number;
	/** Of those that are written, or shown in a preview, by their outcome, if they have one. */
	byOutcome: Map<unknown, number>;
}

/** Of the service's answer, the message alone can lack the reason. */
const textOf = (error: ExecutionBaseError): string =>
	error instanceof NodeApiError
		? sentences(error.message, error.description ?? undefined)
		: error.message;

/** What the items of a run came to, in their order. */
export class ItemResults {
	/** The outputs of an item, or why it has none; undefined of one that has not ended. */
	private readonly results: Array<INodeExecutionData[] | Failed | undefined>;

	constructor(
		private readonly inputs: INodeExecutionData[],
		private readonly node: INode,
	) {
		this.results = inputs.map(() => undefined);
	}

	addOutputs(item: number, records: IDataObject[]): void {
		// One link for all of them, as n8n's constructExecutionMetaData does: when n8n saves a run,
		// each object takes memory.
		const pairedItem = { item };
		this.results[item] = records.map((json) => ({ json, pairedItem }));
	}

	/** @returns the error as n8n shows it */
	addError(item: number, error: Error, mayBeWritten = false): ExecutionBaseError {
		const shown =
			error instanceof ExecutionBaseError ? error : new NodeOperationError(this.node, error);
		shown.context.itemIndex ??= item;
		shown.message = notCanceled(shown.message);
		this.results[item] = { error: shown, mayBeWritten };
		return shown;
	}

	/** Of a preview: an item that a real run would refuse, with its columns, as error items have. */
	addRefused(item: number, { message: error }: Error): void {
		const refusal = { preview: true, outcome: 'refused', error };
		this.addOutputs(item, [beginningWith(refusal, this.inputs[item]?.json)]);
	}

	/** Every item that has not ended fails with this error. */
	failRest(error: ExecutionBaseError): void {
		for (const [item, result] of this.results.entries())
			if (result === undefined) this.addError(item, error);
	}

	counts(): ItemCounts {
		const byOutcome = new Map<unknown, number>();
		const counts = { written: 0, failed: 0, mayBeWritten: 0, byOutcome };
		for (const result of this.results) {
			if (result === undefined) continue;
			if (Array.isArray(result)) {
				counts.written++;
				const outcome = result[0]?.json.outcome;
				byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1);
			} else if (result.mayBeWritten) counts.mayBeWritten++;
			else counts.failed++;
		}
		return counts;
	}

	/** All outputs, and an error item for each item that failed. */
	outputs(): INodeExecutionData[] {
		return this.results.flatMap((result, item) => {
			if (result === undefined) return [];
			if (Array.isArray(result)) return result;
			// To an error output, n8n adds the json, and takes only an item that has nothing but `error`
			// for an error.
			const input = this.node.onError === 'continueErrorOutput' ? {} : this.inputs[item]?.json;
			const json = beginningWith({ error: textOf(result.error) }, input);
			return [{ json, pairedItem: { item } }];
		});
	}
}
