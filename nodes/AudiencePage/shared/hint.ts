import type { IExecuteFunctions, IExecutePaginationFunctions } from 'n8n-workflow';

/**
 * Shows the user a hint in the output panel. Within a run, the executor shows each hint once, however many items give it. n8n's
 * declarative engine and older versions of n8n have no hints.
 */
export function addHint(context: IExecuteFunctions | IExecutePaginationFunctions, message: string): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	addExecutionHints?.call(context, { message, location: 'outputPane' });
}
