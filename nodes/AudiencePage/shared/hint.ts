import type { IExecuteFunctions, IExecutePaginationFunctions } from 'n8n-workflow';

/**
 * Tells the user something about the output that is no error. Every hint is shown once a run,
 * however many items give it. Where n8n's declarative engine or an older n8n has no hints, there is none.
 */
export function addHint(context: IExecuteFunctions | IExecutePaginationFunctions, message: string): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	addExecutionHints?.call(context, { message, location: 'outputPane' });
}
