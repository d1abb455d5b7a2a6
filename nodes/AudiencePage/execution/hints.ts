import type { IExecuteFunctions } from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { pluralize, type ItemResults } from './itemResults';

interface RunFacts {
	isRead: boolean;
	/** Items that a previous attempt had written. */
	restoredCount: number;
	/** Requests that had to wait for a rate limit. */
	rateLimitedCount: number;
}

/** Adds the hints to a run that has not failed as a whole. */
export function addRunHints(
	context: IExecuteFunctions,
	results: Pick<ItemResults, 'doneOutputs' | 'hasErrors'>,
	{ isRead, restoredCount, rateLimitedCount }: RunFacts,
): void {
	const outputs = results.doneOutputs;
	const unchanged = isRead ? 0 : outputs.filter(({ json }) => json.outcome === 'unchanged').length;
	if (restoredCount > 0) {
		addHint(context, `Skipped ${pluralize(restoredCount, 'item')} that a previous attempt had written.`);
	}
	if (rateLimitedCount > 0) {
		const requests = pluralize(rateLimitedCount, 'request');
		addHint(context, `Rate limit reached: ${requests} had to wait and were retried.`);
	}
	if (isRead && outputs.length === 0 && !results.hasErrors) {
		addHint(context, 'Nothing found. To continue anyway, turn on Settings > Always Output Data.');
	}
	if (unchanged > 0) addHint(context, `Nothing to change for ${pluralize(unchanged, 'item')}.`);
}
