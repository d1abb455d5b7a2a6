import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/**
 * Shows the user a hint in the output panel. A hint that several items of a run give is shown once (see
 * `Executor`). n8n's declarative engine and older versions of n8n have no hints.
 */
export function addHint(context: IExecuteFunctions | IExecuteSingleFunctions, message: string): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	addExecutionHints?.call(context, { message, location: 'outputPane' });
}
