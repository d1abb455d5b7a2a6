import type { IExecuteFunctions } from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { pluralize, type ItemResults } from './itemResults';

/** Adds the hints to a run that has not failed as a whole. */
export function addRunHints(
	context: IExecuteFunctions,
	results: Pick<ItemResults, 'doneOutputs' | 'hasErrors'>,
	isRead: boolean,
	restoredCount: number,
	rateLimitedCount: number,
): void {
	const outputs = results.doneOutputs;
	const unchanged = isRead ? 0 : outputs.filter(({ json }) => json.outcome === 'unchanged').length;
	if (restoredCount > 0) {
		addHint(
			context,
			`${pluralize(restoredCount, 'item')} had been written by an earlier try, and not sent again.`,
		);
	}
	if (rateLimitedCount > 0) {
		const requests = pluralize(rateLimitedCount, 'request');
		addHint(
			context,
			`The service limits how often it can be called: ${requests} had to wait and were sent again.`,
		);
	}
	if (isRead && outputs.length === 0 && !results.hasErrors) {
		addHint(
			context,
			'Nothing was found, so there is no item. To go on nevertheless, switch on Always Output Data in the settings of the node.',
		);
	}
	if (unchanged > 0) addHint(context, `${pluralize(unchanged, 'item')} had nothing to change.`);
}
