import { NodeApiError, type ExecutionBaseError, type INode, type INodeExecutionData } from 'n8n-workflow';

/** How an item ended. */
type Result = { outputs: INodeExecutionData[] } | { error: ExecutionBaseError; isUnknown: boolean };

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
	private readonly results: Result[] = [];
	/** Items that this attempt or a previous one may have written: if they have no result, nobody knows. */
	private readonly possibleWrites = new Set<number>();

	/** Adds the outputs of an item that is done, and links them to it. */
	addOutputs(item: number, outputs: INodeExecutionData[]): void {
		// One link for all of them, as n8n's constructExecutionMetaData does: when n8n saves a run, each object takes memory.
		const pairedItem = { item };
		this.results[item] = { outputs: outputs.map(({ json }) => ({ json, pairedItem })) };
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
	failRest(itemCount: number, error: ExecutionBaseError): void {
		for (let item = 0; item < itemCount; item++) {
			if (this.results[item] === undefined) this.addError(item, error, false);
		}
	}

	isDone(item: number): boolean {
		const result = this.results[item];
		return result !== undefined && 'outputs' in result;
	}

	/** The error of the first item that failed. */
	get firstError(): ExecutionBaseError | undefined {
		return this.errors[0]?.error;
	}

	/** What became of `itemCount` items, in words. */
	summary(itemCount: number): string {
		const abandoned = [...this.possibleWrites].filter((item) => this.results[item] === undefined).length;
		const failed = this.errors.filter(({ isUnknown }) => !isUnknown).length;
		const unknown = this.errors.length - failed + abandoned;
		const written = this.results.filter((result) => 'outputs' in result).length;
		return [
			`${written} written`,
			...(failed > 0 ? [`${failed} failed`] : []),
			...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
			`${itemCount - written - failed - unknown} not sent`,
		].join(', ');
	}

	/** Adds to the error that ends a run of writes what became of its `itemCount` items, and what to do next. */
	addSummaryTo(failure: ExecutionBaseError, itemCount: number): void {
		const needsOtherValues =
			this.errors.some(({ error, isUnknown }) => error === failure && !isUnknown) &&
			isPermanentError(failure);
		const others = this.errors.filter(
			({ error, isUnknown }) => error !== failure && !isUnknown && isPermanentError(error),
		).length;
		const next = needsOtherValues
			? `${others > 0 ? `${pluralize(others, 'other item')} cannot be written either. ` : ''}To write the rest, set Settings > On Error to Continue (using error output).`
			: 'A retry (Retry On Fail, or Retry in the list of executions) sends only the rest.';
		const counts = `Of ${itemCount} items: ${this.summary(itemCount)}.`;
		failure.description = [failure.description, counts, next].filter(Boolean).join(' ');
	}

	/**
	 * All outputs, and an error item for each item that failed. With an error output n8n adds the
	 * input's json to it, and takes only an item that has nothing but `error` for an error.
	 */
	outputs(inputs: INodeExecutionData[], { onError }: INode): INodeExecutionData[] {
		return this.results.flatMap((result, item) => {
			if ('outputs' in result) return result.outputs;
			const input = onError === 'continueErrorOutput' ? {} : inputs[item]?.json;
			return [{ json: { ...input, error: result.error.message }, pairedItem: { item } }];
		});
	}

	/** The outputs of the items that are done. */
	get doneOutputs(): INodeExecutionData[] {
		return this.results.flatMap((result) => ('outputs' in result ? result.outputs : []));
	}

	get hasErrors(): boolean {
		return this.errors.length > 0;
	}

	private get errors() {
		return this.results.flatMap((result) => ('error' in result ? [result] : []));
	}
}
