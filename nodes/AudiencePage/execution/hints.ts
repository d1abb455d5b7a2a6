import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { addHint } from '../shared/hint';
import { forEachInTurns } from '../shared/turns';
import { pluralize, type ItemResults } from './itemResults';
import type { RunScope } from './runScope';

interface RunFacts {
	isRead: boolean;
	/** Items that a previous attempt had written. */
	restoredCount: number;
	/** Items that were only shown. */
	previewCount: number;
	/** Requests that had to wait for a rate limit. */
	rateLimitedCount: number;
	/** What became of columns that fill the fields by themselves. */
	scope: Pick<RunScope, 'unmappedColumns' | 'ignoredInputs'>;
}

/** What *Create or Update* did, in the order in which it is told, and what it would do, by their outcomes. */
const OUTCOMES = { created: 'created', updated: 'updated', unchanged: 'unchanged' };
const PREVIEWED_OUTCOMES = {
	wouldCreate: 'would be created',
	wouldUpdate: 'would be updated',
	unchanged: 'unchanged',
};

/** How many outputs have an outcome. */
type Counts = Map<unknown, number>;

/** Of what was written, and of previews. */
async function countOutcomes(outputs: INodeExecutionData[]): Promise<{ written: Counts; previews: Counts }> {
	const written: Counts = new Map();
	const previews: Counts = new Map();
	await forEachInTurns(outputs, ({ json: { preview, outcome } }) => {
		const counts = preview === true ? previews : written;
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	});
	return { written, previews };
}

/** "1 created", "3 unchanged". */
const inWords = (outcomes: Record<string, string>, counts: Counts): string[] =>
	Object.entries(outcomes).flatMap(([outcome, words]) => {
		const count = counts.get(outcome);
		return count === undefined ? [] : [`${count} ${words}`];
	});

/** "5 people: 1 created, 1 updated, 3 unchanged"; nothing for an operation that gives no outcomes. */
function outcomesHint(written: Counts): string | undefined {
	const people = Object.keys(OUTCOMES).reduce((sum, outcome) => sum + (written.get(outcome) ?? 0), 0);
	if (people === 0) return undefined;
	return `${people} ${people === 1 ? 'person' : 'people'}: ${inWords(OUTCOMES, written).join(', ')}`;
}

/** Column names that a hint spells out. */
const SHOWN_COLUMNS = 5;
const MAX_COLUMN_LENGTH = 40;

/** '"Company", "Notes" and 3 more'. */
function listed(columns: string[]): string {
	const shown = columns.slice(0, SHOWN_COLUMNS).map((column) => {
		const isLong = column.length > MAX_COLUMN_LENGTH;
		return JSON.stringify(isLong ? `${column.slice(0, MAX_COLUMN_LENGTH)}…` : column);
	});
	const others = columns.length > SHOWN_COLUMNS ? ` and ${columns.length - SHOWN_COLUMNS} more` : '';
	return `${shown.join(', ')}${others}`;
}

function addColumnHints(
	context: IExecuteFunctions,
	{ unmappedColumns, ignoredInputs }: RunFacts['scope'],
): void {
	const { size } = unmappedColumns;
	if (size > 0) {
		const fit = size === 1 ? 'column fits' : 'columns fit';
		addHint(
			context,
			`${size} ${fit} no field: ${listed([...unmappedColumns])}. What is in there is not sent.`,
		);
	}
	const missing = [...ignoredInputs].flatMap(([column, isThere]) => (isThere ? [] : [column]));
	if (missing.length > 0) addHint(context, `Inputs to Ignore: no item has a column ${listed(missing)}.`);
}

/** Adds the hints of the items, then those of the run, to a run that has not failed as a whole. */
export async function addRunHints(
	context: IExecuteFunctions,
	itemHints: Iterable<string>,
	results: Pick<ItemResults, 'doneOutputs' | 'hasErrors'>,
	{ isRead, restoredCount, previewCount, rateLimitedCount, scope }: RunFacts,
): Promise<void> {
	for (const message of itemHints) addHint(context, message);
	const outputs = await results.doneOutputs();
	const { written, previews } = await countOutcomes(isRead ? [] : outputs);
	const outcomes = outcomesHint(written);
	if (outcomes !== undefined) addHint(context, outcomes);
	if (previewCount > 0) {
		const items = pluralize(previewCount, 'item');
		const would = inWords(PREVIEWED_OUTCOMES, previews);
		const nothing = would.length > 0 ? `${would.join(', ')}. Nothing` : 'nothing';
		addHint(context, `Preview of ${items}: ${nothing} was written. To write, remove Options > Preview Only.`);
	}
	addColumnHints(context, scope);
	if (restoredCount > 0) {
		addHint(context, `Skipped ${pluralize(restoredCount, 'item')} that a previous attempt had written.`);
	}
	if (rateLimitedCount > 0) {
		const requests = pluralize(rateLimitedCount, 'request');
		addHint(context, `Rate limit reached: ${requests} had to wait and were retried.`);
	}
	const isContinued = context.getNode().alwaysOutputData === true;
	if (isRead && outputs.length === 0 && !isContinued && !(await results.hasErrors())) {
		addHint(context, 'Nothing found. To continue anyway, turn on Settings > Always Output Data.');
	}
}
