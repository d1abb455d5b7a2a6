import type { INodeExecutionData } from 'n8n-workflow';

import { forEachInTurns } from '../shared/turns';
import { pluralize } from './itemResults';
import type { RunScope } from './runScope';

/** What a run that has not failed as a whole has done. */
interface RunFacts {
	isRead: boolean;
	/** Of the items that are done. */
	outputs: INodeExecutionData[];
	hasErrors: boolean;
	/** Whether the workflow goes on without outputs. */
	alwaysOutputData: boolean;
	/** Items that a previous attempt had written, and those that were only shown. */
	restoredCount: number;
	previewCount: number;
	/** Requests that had to wait for a rate limit. */
	rateLimitedCount: number;
	scope: Pick<RunScope, 'unmappedColumns' | 'ignoredInputs'>;
}

/** What *Create or Update* did, in the order in which it is told, and what it would do, by its outcomes. */
const OUTCOMES = { created: 'created', updated: 'updated', unchanged: 'unchanged' };
const PREVIEWED_OUTCOMES = {
	wouldCreate: 'would be created',
	wouldUpdate: 'would be updated',
	unchanged: 'unchanged',
};

/** How many outputs have an outcome, of what was written or of previews. */
async function countOutcomes(
	outputs: INodeExecutionData[],
	ofPreviews: boolean,
): Promise<Map<unknown, number>> {
	const counts = new Map<unknown, number>();
	await forEachInTurns(outputs, ({ json: { preview, outcome } }) => {
		if ((preview === true) === ofPreviews) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	});
	return counts;
}

/** "1 created", "3 unchanged". */
const inWords = (words: Record<string, string>, counts: Map<unknown, number>): string[] =>
	Object.keys(words).flatMap((outcome) => {
		const count = counts.get(outcome);
		return count === undefined ? [] : [`${count} ${words[outcome]}`];
	});

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

function columnHints({ unmappedColumns, ignoredInputs }: RunFacts['scope']): string[] {
	const hints: string[] = [];
	const { size } = unmappedColumns;
	if (size > 0) {
		const fit = size === 1 ? 'column fits' : 'columns fit';
		hints.push(`${size} ${fit} no field: ${listed([...unmappedColumns])}. What is in there is not sent.`);
	}
	const missing = [...ignoredInputs].flatMap(([column, isThere]) => (isThere ? [] : [column]));
	if (missing.length > 0) hints.push(`Inputs to Ignore: no item has a column ${listed(missing)}.`);
	return hints;
}

/** What a run tells the user beside its outputs. */
export async function runHints(facts: RunFacts): Promise<string[]> {
	const { isRead, outputs, restoredCount, previewCount, rateLimitedCount } = facts;
	const hints: string[] = [];
	// "5 people: 1 created, 1 updated, 3 unchanged"; nothing for an operation that gives no outcomes.
	const written = await countOutcomes(isRead ? [] : outputs, false);
	const people = Object.keys(OUTCOMES).reduce((sum, outcome) => sum + (written.get(outcome) ?? 0), 0);
	if (people > 0) {
		hints.push(`${people} ${people === 1 ? 'person' : 'people'}: ${inWords(OUTCOMES, written).join(', ')}`);
	}
	if (previewCount > 0) {
		const would = inWords(PREVIEWED_OUTCOMES, await countOutcomes(outputs, true));
		const nothing = would.length > 0 ? `${would.join(', ')}. Nothing` : 'nothing';
		hints.push(
			`Preview of ${pluralize(previewCount, 'item')}: ${nothing} was written. To write, remove Options > Preview Only.`,
		);
	}
	hints.push(...columnHints(facts.scope));
	if (restoredCount > 0) {
		hints.push(`Skipped ${pluralize(restoredCount, 'item')} that a previous attempt had written.`);
	}
	if (rateLimitedCount > 0) {
		const requests = pluralize(rateLimitedCount, 'request');
		hints.push(`Rate limit reached: ${requests} had to wait and were retried.`);
	}
	if (isRead && outputs.length === 0 && !facts.alwaysOutputData && !facts.hasErrors) {
		hints.push('Nothing found. To continue anyway, turn on Settings > Always Output Data.');
	}
	return hints;
}
