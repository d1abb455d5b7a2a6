import type { IExecuteFunctions } from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { pluralize, type ItemResults } from './itemResults';

interface RunFacts {
	isRead: boolean;
	/** Items that a previous attempt had written. */
	restoredCount: number;
	/** Items that were only shown. */
	previewCount: number;
	/** Requests that had to wait for a rate limit. */
	rateLimitedCount: number;
}

/** What *Create or Update* did, in the order in which it is told. */
const OUTCOMES = ['created', 'updated', 'unchanged'];

/** "5 people: 1 created, 1 updated, 3 unchanged"; nothing for an operation that gives no outcomes. */
function outcomesHint(outputs: ItemResults['doneOutputs']): string | undefined {
	const counts = OUTCOMES.map(
		(outcome) => outputs.filter(({ json }) => json.outcome === outcome && json.preview !== true).length,
	);
	const people = counts.reduce((sum, count) => sum + count, 0);
	if (people === 0) return undefined;
	const parts = OUTCOMES.flatMap((outcome, index) => (counts[index] ? [`${counts[index]} ${outcome}`] : []));
	return `${people} ${people === 1 ? 'person' : 'people'}: ${parts.join(', ')}`;
}

/** Adds the hints to a run that has not failed as a whole. */
export function addRunHints(
	context: IExecuteFunctions,
	results: Pick<ItemResults, 'doneOutputs' | 'hasErrors'>,
	{ isRead, restoredCount, previewCount, rateLimitedCount }: RunFacts,
): void {
	const outputs = results.doneOutputs;
	const outcomes = isRead ? undefined : outcomesHint(outputs);
	if (outcomes !== undefined) addHint(context, outcomes);
	if (previewCount > 0) {
		const items = pluralize(previewCount, 'item');
		addHint(context, `Preview of ${items}: nothing was written. To write, turn off Options > Preview Only.`);
	}
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
}
