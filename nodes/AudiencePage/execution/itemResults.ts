import {
	NodeApiError,
	type ExecutionBaseError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { filterInTurns, forEachInTurns, mapInTurns } from '../shared/turns';
import { pluralize } from '../shared/words';

interface Failed {
	error: ExecutionBaseError;
	/** Whether the item may have been written nevertheless. */
	isUnknown: boolean;
}
type Result = { outputs: INodeExecutionData[] } | Failed;

/** Whether the same request fails every time: only other values can help. */
export function isPermanentError(error: Error): boolean {
	if (!(error instanceof NodeApiError)) return true;
	// 401, 403, 408, 425 and 429 may go away later, or with another credential.
	return /^4(?!01|03|08|25|29)\d\d$/.test(error.httpCode ?? '');
}

/** What to do after a run that has ended early, when some of it is written, or may be. */
function nextStep(isPermanent: boolean, isCanceled: boolean, rest: number): string {
	if (isPermanent)
		return rest > 0
			? 'To write the rest, set Settings > On Error to Continue (using error output), and retry this workflow (not one that calls it) with the currently saved workflow: another execution writes all items.'
			: '';
	return isCanceled
		? 'The list of executions offers no Retry for a stopped execution. Check what was written, and run the workflow with the rest.'
		: 'A retry of this workflow (Retry On Fail, or Retry in the list of executions) sends only the rest; one of a workflow that calls it sends all.';
}

/** What the items of a run came to, in their order. */
export class ItemResults {
	/** Of an item that has not ended, there is none. */
	private readonly results: Array<Result | undefined> = [];
	/**
	 * Items that this attempt or a previous one may have written: if they have no result, nobody
	 * knows.
	 */
	private readonly possibleWrites = new Set<number>();

	constructor(
		private readonly inputs: INodeExecutionData[],
		private readonly node: INode,
	) {}

	async addOutputs(
		item: number,
		outputs: INodeExecutionData[],
		select = (record: IDataObject) => record,
	) {
		// One link for all of them, as n8n's constructExecutionMetaData does: when n8n saves a run,
		// each object takes memory.
		const pairedItem = { item };
		const toLinked = ({ json }: INodeExecutionData) => ({ json: select(json), pairedItem });
		this.results[item] = { outputs: await mapInTurns(outputs, toLinked) };
	}

	addError(item: number, error: ExecutionBaseError, isUnknown: boolean): void {
		this.results[item] = { error, isUnknown: isUnknown || this.possibleWrites.has(item) };
	}

	addPossibleWrite(item: number): void {
		this.possibleWrites.add(item);
	}

	async failRest(error: ExecutionBaseError): Promise<void> {
		await forEachInTurns(this.inputs.keys(), (item) => {
			if (this.results[item] === undefined) this.addError(item, error, false);
		});
	}

	async errors(): Promise<Failed[]> {
		return (await mapInTurns(this.results, (one) => (one && 'error' in one ? one : []))).flat();
	}

	/** The outputs of each item that is done. */
	async done(): Promise<INodeExecutionData[][]> {
		return (
			await mapInTurns(this.results, (result) =>
				result && 'outputs' in result ? [result.outputs] : [],
			)
		).flat();
	}

	/**
	 * Adds to the error that ends a run of writes what became of its items, and what to do next.
	 *
	 * @param skipped items that have nothing to write
	 */
	async addSummaryTo(
		failure: ExecutionBaseError,
		skipped: number,
		isCanceled = false,
	): Promise<void> {
		const itemCount = this.inputs.length;
		const written = (await this.done()).length;
		const abandoned = await filterInTurns(
			this.possibleWrites,
			(item) => this.results[item] === undefined,
		);
		const errors = await this.errors();
		const failed = await filterInTurns(errors, ({ isUnknown }) => !isUnknown);
		const permanent = await filterInTurns(failed, ({ error }) => isPermanentError(error));
		const unknown = abandoned.length + errors.length - failed.length;
		const rest = itemCount - written - failed.length - unknown - skipped;
		const counts = [
			`${written} written`,
			...(failed.length > 0 ? [`${failed.length} failed`] : []),
			...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
			...(skipped > 0 ? [`${skipped} without a value`] : []),
			`${rest} not sent`,
		];
		const others = permanent.length - 1;
		const more =
			others > 0 ? `At least ${pluralize(others, 'other item')} cannot be written either.` : '';
		const isPermanent = permanent.some(({ error }) => error === failure);
		const next = written + unknown > 0 ? nextStep(isPermanent, isCanceled, rest) : '';
		const summary = `Of ${itemCount} items: ${counts.join(', ')}.`;
		failure.description = [failure.description, summary, more, next].filter(Boolean).join(' ');
	}

	/** All outputs, and an error item for each item that failed. */
	async outputs(): Promise<INodeExecutionData[]> {
		const outputs = await mapInTurns(this.results.entries(), ([item, result]) => {
			if (result === undefined || 'outputs' in result) return result?.outputs ?? [];
			// To an error output, n8n adds the json, and takes only an item that has nothing but `error`
			// for an error.
			const input = this.node.onError === 'continueErrorOutput' ? {} : this.inputs[item]?.json;
			return [{ json: { ...input, error: result.error.message }, pairedItem: { item } }];
		});
		return outputs.flat();
	}
}
