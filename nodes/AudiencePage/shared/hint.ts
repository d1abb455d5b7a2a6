import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/**
 * Shown once if several items give it (see `Executor`). n8n's declarative engine and older n8n have
 * no hints.
 */
export function addHint(
	context: IExecuteFunctions | IExecuteSingleFunctions,
	message: string,
): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	addExecutionHints?.call(context, { message, location: 'outputPane' });
}
