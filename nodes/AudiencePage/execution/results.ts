import type { ExecutionBaseError, INode, INodeExecutionData } from 'n8n-workflow';

/** How an item ended. */
type Result = { outputs: INodeExecutionData[] } | { error: ExecutionBaseError; isUnknown: boolean };

/** How the items of a run ended, in their order. */
export class Results {
	private readonly results: Result[] = [];
	/** Items whose answer was lost, and whose repetition the end of the run prevented. */
	leftOpen = 0;

	/** The outputs of an item that is done. */
	done(item: number, outputs: INodeExecutionData[]): void {
		this.results[item] = { outputs };
	}

	/** @param isUnknown whether the item may be done all the same */
	failed(item: number, error: ExecutionBaseError, isUnknown: boolean): void {
		this.results[item] = { error, isUnknown };
	}

	isDone(item: number): boolean {
		const result = this.results[item];
		return result !== undefined && 'outputs' in result;
	}

	/** The error of the first item that failed. */
	get firstError(): ExecutionBaseError | undefined {
		return this.errors[0]?.error;
	}

	/** What became of `items` items, in words. */
	counts(items: number): string {
		const unknown = this.errors.filter(({ isUnknown }) => isUnknown).length + this.leftOpen;
		const failed = this.errors.length + this.leftOpen - unknown;
		const written = this.results.filter((result) => 'outputs' in result).length;
		return [
			`${written} written`,
			...(failed > 0 ? [`${failed} failed`] : []),
			...(unknown > 0 ? [`${unknown} of unknown outcome`] : []),
			`${items - written - failed - unknown} not sent`,
		].join(', ');
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

	private get errors() {
		return this.results.flatMap((result) => ('error' in result ? [result] : []));
	}
}
