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
	isUnknown: boolean;
}

/** How an item ended. */
type Result = Done | Failed;

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

/** How the items of a run ended, in their order. */
export class ItemResults {
	/** Of an item that has not ended, there is none. */
	private readonly results: Array<Result | undefined> = [];
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
		this.results[item] = {
			outputs: await mapInTurns(outputs, ({ json }) => ({ json: select(json), pairedItem })),
		};
	}

	/** @param isUnknown whether the item may have been written nevertheless */
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

	isDone(item: number): boolean {
		const result = this.results[item];
		return result !== undefined && 'outputs' in result;
	}

	/** The error of the first item that failed. */
	async firstError(): Promise<ExecutionBaseError | undefined> {
		return (await this.errors())[0]?.error;
	}

	/** What became of `itemCount` items, in words. */
	async summary(itemCount: number): Promise<string> {
		const errors = await this.errors();
		const isAbandoned = (item: number) => this.results[item] === undefined;
		const abandoned = (await filterInTurns(this.possibleWrites, isAbandoned)).length;
		const failed = (await filterInTurns(errors, ({ isUnknown }) => !isUnknown)).length;
		const unknown = errors.length - failed + abandoned;
		const written = (await this.done()).length;
		return [
			`${written} written`,
			...(failed > 0 ? [`${failed} failed`] : []),
			...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
			`${itemCount - written - failed - unknown} not sent`,
		].join(', ');
	}

	/** Adds to the error that ends a run of writes what became of its `itemCount` items, and what to do next. */
	async addSummaryTo(failure: ExecutionBaseError, itemCount: number): Promise<void> {
		const permanent = await filterInTurns(
			await this.errors(),
			({ error, isUnknown }) => !isUnknown && isPermanentError(error),
		);
		const isOther = ({ error }: Failed) => error !== failure;
		const others = (await filterInTurns(permanent, isOther)).length;
		const needsOtherValues = others < permanent.length;
		const next = needsOtherValues
			? `${others > 0 ? `${pluralize(others, 'other item')} cannot be written either. ` : ''}To write the rest, set Settings > On Error to Continue (using error output).`
			: 'A retry (Retry On Fail, or Retry in the list of executions) sends only the rest.';
		const counts = `Of ${itemCount} items: ${await this.summary(itemCount)}.`;
		failure.description = [failure.description, counts, next].filter(Boolean).join(' ');
	}

	/**
	 * All outputs, and an error item for each item that failed. With an error output n8n adds the
	 * input's json to it, and takes only an item that has nothing but `error` for an error.
	 */
	async outputs(inputs: INodeExecutionData[], { onError }: INode): Promise<INodeExecutionData[]> {
		const outputsOf = ([item, result]: [number, Result | undefined]): INodeExecutionData[] => {
			if (result === undefined) return [];
			if ('outputs' in result) return result.outputs;
			const input = onError === 'continueErrorOutput' ? {} : inputs[item]?.json;
			return [{ json: { ...input, error: result.error.message }, pairedItem: { item } }];
		};
		return (await mapInTurns(this.results.entries(), outputsOf)).flat();
	}

	/** The outputs of the items that are done. */
	async doneOutputs(): Promise<INodeExecutionData[]> {
		return (await mapInTurns(await this.done(), ({ outputs }) => outputs)).flat();
	}

	async hasErrors(): Promise<boolean> {
		return (await this.errors()).length > 0;
	}

	private async done(): Promise<Done[]> {
		return (await filterInTurns(this.results, (result) => 'outputs' in (result ?? {}))) as Done[];
	}

	private async errors(): Promise<Failed[]> {
		return (await filterInTurns(this.results, (result) => 'error' in (result ?? {}))) as Failed[];
	}
}
