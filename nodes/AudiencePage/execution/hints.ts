import type { INodeExecutionData } from 'n8n-workflow';

import { filterInTurns, forEachInTurns } from '../shared/turns';
import { pluralize } from './itemResults';
import type { RunScope } from './runScope';

interface RunFacts {
	isRead: boolean;
	/** Of the items that are done. */
	outputs: INodeExecutionData[];
	isEmpty: boolean;
	restoredCount: number;
	rateLimitedCount: number;
	scope: Pick<RunScope, 'unmappedColumns' | 'ignoredInputs'>;
}

/** The outcomes of *Create or Update* and of its previews, in the order in which they are told. */
const OUTCOMES = {
	created: 'created',
	wouldCreate: 'would be created',
	updated: 'updated',
	wouldUpdate: 'would be updated',
	unchanged: 'unchanged',
};

/**
 * What was done or would be: "1 created, 3 unchanged"; empty for an operation that gives no
 * outcomes.
 */
async function outcomesIn(outputs: INodeExecutionData[]): Promise<string> {
	const counts = new Map<unknown, number>();
	await forEachInTurns(outputs, ({ json: { outcome } }) => {
		counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
	});
	return Object.entries(OUTCOMES)
		.flatMap(([outcome, words]) => (counts.has(outcome) ? [`${counts.get(outcome)} ${words}`] : []))
		.join(', ');
}

const SHOWN_COLUMNS = 20;

/** '"Company", "Notes" and 3 more'. */
export function listedColumns(columns: string[]): string {
	const shown = columns.slice(0, SHOWN_COLUMNS).map((column) => JSON.stringify(column));
	const others =
		columns.length > SHOWN_COLUMNS ? ` and ${columns.length - SHOWN_COLUMNS} more` : '';
	return `${shown.join(', ')}${others}`;
}

/** What a run that has not failed as a whole tells the user beside its outputs. */
export async function runHints(facts: RunFacts): Promise<string[]> {
	const { isRead, outputs, isEmpty, restoredCount, rateLimitedCount } = facts;
	const { unmappedColumns, ignoredInputs } = facts.scope;
	const writes = isRead ? [] : outputs;
	const previews = await filterInTurns(writes, ({ json }) => json.preview === true);
	const written = await filterInTurns(writes, ({ json }) => json.preview !== true);
	const [done, would] = [await outcomesIn(written), await outcomesIn(previews)];
	const leftOut = await filterInTurns(writes, ({ json }) => json.leftOut !== undefined);
	const logIds = written.flatMap(({ json: { accountLogId } }) => accountLogId ?? []);
	const repeated = logIds.length - new Set(logIds).size;
	const missing = [...ignoredInputs].flatMap(([column, isThere]) => (isThere ? [] : [column]));
	const hints: Array<[isTold: boolean, hint: string]> = [
		[done !== '', `${pluralize(written.length, 'item')}: ${done}`],
		[
			previews.length > 0,
			`Preview of ${pluralize(previews.length, 'item')}: ${would ? `${would}. Nothing` : 'nothing'} was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.`,
		],
		[
			unmappedColumns.size > 0,
			`${unmappedColumns.size === 1 ? '1 column fits no field and is' : `${unmappedColumns.size} columns fit no field and are`} not sent: ${listedColumns([...unmappedColumns])}.`,
		],
		[
			leftOut.length > 0,
			`${pluralize(leftOut.length, 'item')} with values that were not sent: leftOut in the output says which and why.`,
		],
		[
			repeated > 0,
			`${pluralize(repeated, 'item')} wrote no log entry: another item has the same key.`,
		],
		[missing.length > 0, `Inputs to Ignore: no item has a column ${listedColumns(missing)}.`],
		[
			restoredCount > 0,
			`Skipped ${pluralize(restoredCount, 'item')} that a previous attempt had written.`,
		],
		[
			rateLimitedCount > 0,
			`Rate limit reached ${pluralize(rateLimitedCount, 'time')}: the node waited and sent those requests again.`,
		],
		[isEmpty, 'Nothing found. To continue anyway, turn on Settings > Always Output Data.'],
	];
	return hints.flatMap(([isTold, hint]) => (isTold ? [hint] : []));
}
