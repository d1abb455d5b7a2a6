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
	/** Columns that fit no field. */
	unmappedColumns: Set<string>;
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

/** Column names that a hint spells out. */
const SHOWN_COLUMNS = 5;
const MAX_COLUMN_LENGTH = 40;

/** "Not sent, because 2 columns fit no field: "Company", "Notes"". */
function unmappedHint(columns: Set<string>): string {
	const shown = [...columns].slice(0, SHOWN_COLUMNS).map((column) => {
		const isLong = column.length > MAX_COLUMN_LENGTH;
		return JSON.stringify(isLong ? `${column.slice(0, MAX_COLUMN_LENGTH)}…` : column);
	});
	const others = columns.size > SHOWN_COLUMNS ? ` and ${columns.size - SHOWN_COLUMNS} more` : '';
	const fit = columns.size === 1 ? 'column fits' : 'columns fit';
	return `${columns.size} ${fit} no field: ${shown.join(', ')}${others}. What is in there was not sent.`;
}

/** Adds the hints of the items, then those of the run, to a run that has not failed as a whole. */
export function addRunHints(
	context: IExecuteFunctions,
	itemHints: Iterable<string>,
	results: Pick<ItemResults, 'doneOutputs' | 'hasErrors'>,
	{ isRead, restoredCount, previewCount, rateLimitedCount, unmappedColumns }: RunFacts,
): void {
	for (const message of itemHints) addHint(context, message);
	const outputs = results.doneOutputs;
	const outcomes = isRead ? undefined : outcomesHint(outputs);
	if (outcomes !== undefined) addHint(context, outcomes);
	if (previewCount > 0) {
		const items = pluralize(previewCount, 'item');
		addHint(context, `Preview of ${items}: nothing was written. To write, turn off Options > Preview Only.`);
	}
	if (unmappedColumns.size > 0) addHint(context, unmappedHint(unmappedColumns));
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
