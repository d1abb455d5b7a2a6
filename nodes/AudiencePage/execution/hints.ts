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
		hint(context, `${count(remembered, 'item')} had been written by an earlier try, and not sent again.`);
	}
	if (limitedAnswers > 0) {
		const requests = count(limitedAnswers, 'request');
		hint(
			context,
			`The service limits how often it can be called: ${requests} had to wait and were sent again.`,
		);
	}
	if (isRead && outputs.length === 0 && !results.hasErrors) {
		hint(
			context,
			'Nothing was found, so there is no item. To go on nevertheless, switch on Always Output Data in the settings of the node.',
		);
	}
	if (unchanged > 0) hint(context, `${count(unchanged, 'item')} had nothing to change.`);
}
