import {
	NodeApiError,
	type ExecutionBaseError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { filterInTurns, isTurnOver, mapInTurns, nextTurn } from '../shared/turns';

interface Done {
	outputs: INodeExecutionData[];
}

interface Failed {
	error: ExecutionBaseError;
	/** Whether the item may have been written nevertheless. */
	isUnknown: boolean;
}

/** Client errors that may go away later, or with another credential. */
const TEMPORARY_CODES = ['401', '403', '408', '425', '429'];

/** Whether the same request fails every time: only other values can help. */
export function isPermanentError(error: Error): boolean {
	if (!(error instanceof NodeApiError)) return true;
	const code = error.httpCode ?? '';
	return /^4\d\d$/.test(code) && !TEMPORARY_CODES.includes(code);
}

/** "1 item", "2 items". */
export const pluralize = (number: number, noun: string): string =>
	`${number} ${noun}${number === 1 ? '' : 's'}`;

/** What the items of a run came to, in their order. */
export class ItemResults {
	/** Of an item that has not ended, there is none. */
	private readonly results: Array<Done | Failed | undefined> = [];
	/** Items that this attempt or a previous one may have written: if they have no result, nobody knows. */
	private readonly possibleWrites = new Set<number>();

	/** Adds the outputs of an item that is done, and links them to it. */
	async addOutputs(
		item: number,
		outputs: INodeExecutionData[],
		select = (record: IDataObject) => record,
	): Promise<void> {
		// One link for all of them, as n8n's constructExecutionMetaData does: when n8n saves a run, each object takes memory.
		const pairedItem = { item };
		const linked = await mapInTurns(outputs, ({ json }) => ({ json: select(json), pairedItem }));
		this.results[item] = { outputs: linked };
	}

	addError(item: number, error: ExecutionBaseError, isUnknown: boolean): void {
		this.results[item] = { error, isUnknown: isUnknown || this.possibleWrites.has(item) };
	}

	/** An item may be written, whatever comes of it. */
	addPossibleWrite(item: number): void {
		this.possibleWrites.add(item);
	}

	/** Fails those of `itemCount` items that have not ended. */
	async failRest(itemCount: number, error: ExecutionBaseError): Promise<void> {
		for (let item = 0; item < itemCount; item++) {
			if (isTurnOver()) await nextTurn();
			if (this.results[item] === undefined) this.addError(item, error, false);
		}
	}

	async errors(): Promise<Failed[]> {
		return (await filterInTurns(this.results, (result) => 'error' in (result ?? {}))) as Failed[];
	}

	/** The outputs of each item that is done. */
	async done(): Promise<INodeExecutionData[][]> {
		const done = (await filterInTurns(this.results, (result) => 'outputs' in (result ?? {}))) as Done[];
		return await mapInTurns(done, ({ outputs }) => outputs);
	}

	/** Adds to the error that ends a run of writes what became of its `itemCount` items, and what to do next. */
	async addSummaryTo(failure: ExecutionBaseError, itemCount: number): Promise<void> {
		const written = (await this.done()).length;
		const abandoned = await filterInTurns(this.possibleWrites, (item) => this.results[item] === undefined);
		const errors = await this.errors();
		const failed = await filterInTurns(errors, ({ isUnknown }) => !isUnknown);
		const permanent = await filterInTurns(failed, ({ error }) => isPermanentError(error));
		const unknown = abandoned.length + errors.length - failed.length;
		const counts = [
			`${written} written`,
			...(failed.length > 0 ? [`${failed.length} failed`] : []),
			...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
			`${itemCount - written - failed.length - unknown} not sent`,
		];
		const isLasting = permanent.some(({ error }) => error === failure);
		const others = permanent.length - 1;
		const alsoWrong = others > 0 ? `${pluralize(others, 'other item')} cannot be written either. ` : '';
		const next = isLasting
			? `${alsoWrong}To write the rest, set Settings > On Error to Continue (using error output).`
			: 'A retry (Retry On Fail, or Retry in the list of executions) sends only the rest.';
		const summary = `Of ${itemCount} items: ${counts.join(', ')}.`;
		failure.description = [failure.description, summary, next].filter(Boolean).join(' ');
	}

	/**
	 * All outputs, and an error item for each item that failed. With an error output n8n adds the
	 * input's json to it, and takes only an item that has nothing but `error` for an error.
	 */
	async outputs(inputs: INodeExecutionData[], { onError }: INode): Promise<INodeExecutionData[]> {
		const outputsOf = ([item, result]: [number, Done | Failed | undefined]): INodeExecutionData[] => {
			if (result === undefined) return [];
			if ('outputs' in result) return result.outputs;
			const input = onError === 'continueErrorOutput' ? {} : inputs[item]?.json;
			return [{ json: { ...input, error: result.error.message }, pairedItem: { item } }];
		};
		return (await mapInTurns(this.results.entries(), outputsOf)).flat();
	}
}
