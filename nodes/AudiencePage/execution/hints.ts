import type { IExecuteFunctions } from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { pluralize, type ItemResults } from './itemResults';

/** Tells what a user would like to know of a run that has not failed as a whole. */
export function addRunHints(
	context: IExecuteFunctions,
	results: Pick<ItemResults, 'doneOutputs' | 'hasErrors'>,
	isRead: boolean,
	remembered: number,
	limitedAnswers: number,
): void {
	const outputs = results.doneOutputs;
	const unchanged = isRead ? 0 : outputs.filter(({ json }) => json.outcome === 'unchanged').length;
	if (remembered > 0) {
		addHint(context, `Skipped ${pluralize(remembered, 'item')} that a previous attempt had written.`);
	}
	if (limitedAnswers > 0) {
		const requests = pluralize(limitedAnswers, 'request');
		addHint(context, `Rate limit reached: ${requests} had to wait and were retried.`);
	}
	if (isRead && outputs.length === 0 && !results.hasErrors) {
		addHint(context, 'Nothing found. To continue anyway, turn on Settings > Always Output Data.');
	}
	if (unchanged > 0) addHint(context, `Nothing to change for ${pluralize(unchanged, 'item')}.`);
}
