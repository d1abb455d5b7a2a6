import type { IExecuteFunctions } from 'n8n-workflow';

import { hint } from '../transport/hint';
import { count, type Results } from './results';

/** Tells what a user would like to know of a run that has not failed as a whole. */
export function giveHints(
	context: IExecuteFunctions,
	results: Pick<Results, 'doneOutputs' | 'hasErrors'>,
	isRead: boolean,
	remembered: number,
	limitedAnswers: number,
): void {
	const outputs = results.doneOutputs;
	const unchanged = isRead ? 0 : outputs.filter(({ json }) => json.outcome === 'unchanged').length;
	if (remembered > 0) {
		hint(context, `Skipped ${count(remembered, 'item')} that a previous attempt had written.`);
	}
	if (limitedAnswers > 0) {
		const requests = count(limitedAnswers, 'request');
		hint(context, `Rate limit reached: ${requests} had to wait and were retried.`);
	}
	if (isRead && outputs.length === 0 && !results.hasErrors) {
		hint(context, 'Nothing found. To continue anyway, turn on Settings > Always Output Data.');
	}
	if (unchanged > 0) hint(context, `Nothing to change for ${count(unchanged, 'item')}.`);
}
