import type { INodeExecutionData } from 'n8n-workflow';

import { filterInTurns, forEachInTurns } from '../shared/turns';
import { listed, pluralize } from '../shared/words';
import type { ColumnUse } from './columnUse';

interface RunFacts {
	isRead: boolean;
	isPreview: boolean;
	/** Of the items that are done. */
	outputs: INodeExecutionData[];
	isEmpty: boolean;
	restoredCount: number;
	rateLimitedCount: number;
	columns: Pick<ColumnUse, 'hints'>;
	/** Fields of the body whose expressions gave nothing for any item. */
	emptyFields: string[];
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

function previewHint(count: number, would: string): string {
	const nothing = would === '' ? 'nothing' : `${would}. Nothing`;
	return `Preview of ${pluralize(count, 'item')}: ${nothing} was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.`;
}

/** Of the outputs of a run that writes, or shows what it would write. */
async function writeHints(outputs: INodeExecutionData[], isPreview: boolean): Promise<string[]> {
	const outcomes = await outcomesIn(outputs);
	const leftOut = await filterInTurns(outputs, ({ json }) => json.leftOut !== undefined);
	const logIds = outputs.flatMap(({ json: { accountLogId } }) => accountLogId ?? []);
	const repeated = logIds.length - new Set(logIds).size;
	return told([
		[isPreview && outputs.length > 0, previewHint(outputs.length, outcomes)],
		[!isPreview && outcomes !== '', `${pluralize(outputs.length, 'item')}: ${outcomes}`],
		[
			leftOut.length > 0,
			`${pluralize(leftOut.length, 'item')} with values that were not sent: leftOut in the output says which and why.`,
		],
		[
			repeated > 0,
			`${pluralize(repeated, 'item')} wrote no log entry: another item has the same key.`,
		],
	]);
}

const told = (hints: Array<[isTold: boolean, hint: string]>): string[] =>
	hints.flatMap(([isTold, hint]) => (isTold ? [hint] : []));

/** What a run that has not failed as a whole tells the user beside its outputs. */
export async function runHints(facts: RunFacts): Promise<string[]> {
	const { isRead, isPreview, outputs, isEmpty, restoredCount, rateLimitedCount } = facts;
	return [
		...(isRead ? [] : await writeHints(outputs, isPreview)),
		...told([
			[
				restoredCount > 0,
				`Skipped ${pluralize(restoredCount, 'item')} that a previous attempt had written.`,
			],
			[
				rateLimitedCount > 0,
				`Rate limit reached ${pluralize(rateLimitedCount, 'time')}: the node waited and sent those requests again.`,
			],
			[
				facts.emptyFields.length > 0,
				`Nothing was sent for ${listed(facts.emptyFields)}: the expression gave nothing for any item.`,
			],
			[isEmpty, 'Nothing found. To continue anyway, turn on Settings > Always Output Data.'],
		]),
		...facts.columns.hints,
	];
}
