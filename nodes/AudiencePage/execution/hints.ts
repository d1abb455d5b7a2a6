import type { INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { listed, pluralize, shownItems } from '../shared/words';
import type { ColumnUse } from './columnUse';
import type { ItemCounts } from './itemResults';
import type { NodeExecution } from './nodeExecution';
import type { RunScope } from './runScope';

interface RunFacts {
	isRead: boolean;
	scope: Pick<RunScope, 'isPreview' | 'repeated'> & {
		columns: Pick<ColumnUse, 'hints'>;
		execution: Pick<NodeExecution, 'node'>;
	};
	/** Of all items, in their order. */
	outputs: INodeExecutionData[];
	counts: ItemCounts;
	restoredCount: number;
	rateLimitedCount: number;
	/** Fields whose expressions gave nothing for any item. */
	emptyFields: string[];
}

/** The outcomes of writes and of their previews, in the order in which they are told. */
const OUTCOMES: Array<[outcome: string | undefined, words: string]> = [
	['created', 'created'],
	['wouldCreate', 'would be created'],
	['updated', 'updated'],
	['wouldUpdate', 'would be updated'],
	['unchanged', 'unchanged'],
	[undefined, 'written'],
];

/** "1 created, 3 unchanged, 2 refused". */
function outcomesIn({ byOutcome, failed, mayBeWritten }: ItemCounts): string {
	const refused = failed + (byOutcome.get('refused') ?? 0);
	return [
		...OUTCOMES.map(([outcome, words]) => [byOutcome.get(outcome) ?? 0, words] as const),
		[refused, 'refused'] as const,
		[mayBeWritten, 'of unknown outcome'] as const,
	]
		.filter(([count]) => count > 0)
		.map(([count, words]) => `${count} ${words}`)
		.join(', ');
}

/** The items of these outputs: "items 3, 7 (counted from 0)". */
const itemsOf = (outputs: INodeExecutionData[]): string =>
	shownItems(outputs.map(({ pairedItem }) => (pairedItem as IPairedItemData).item));

/** Which items have an error, and what became of how many. */
function countHint({ scope, counts, outputs }: RunFacts): string {
	const { written, failed, mayBeWritten, byOutcome } = counts;
	const count = written + failed + mayBeWritten;
	const isPlain = byOutcome.get(undefined) === count;
	if (count === 0 || isPlain) return '';
	const withError = outputs.filter(({ json }) => json.error !== undefined);
	const errors = withError.length > 0 ? `. With an error: ${itemsOf(withError)}` : '';
	const hint = `${pluralize(count, 'item')}: ${outcomesIn(counts)}${errors}`;
	return scope.isPreview
		? `Preview of ${hint}. Nothing was written. The nodes after this one run for real. To write, remove Options > Preview Only, and run the workflow again.`
		: hint;
}

function leftOutHint({ outputs }: RunFacts): string {
	const leftOut = outputs.filter(({ json }) => json.leftOut !== undefined);
	if (leftOut.length === 0) return '';
	return `${pluralize(leftOut.length, 'item')} with values that were not sent: ${itemsOf(leftOut)}. leftOut in the output says which and why.`;
}

/** Of log entries that the service took for others, by their keys. */
function sameKeyHint({ outputs }: RunFacts): string {
	const entries = outputs.filter(({ json }) => json.accountLogId !== undefined);
	const ids = new Set<unknown>();
	const repeated = entries.filter(({ json }) => {
		const isRepeated = ids.has(json.accountLogId);
		ids.add(json.accountLogId);
		return isRepeated;
	});
	if (repeated.length === 0) return '';
	return `${pluralize(repeated.length, 'item')} wrote no log entry, because an earlier item has the same key: ${itemsOf(repeated)}.`;
}

function repeatedHint({ scope: { repeated } }: RunFacts): string {
	if (repeated.length === 0) return '';
	return `About the same person as an earlier item: ${shownItems([...repeated].sort((a, b) => a - b))}.`;
}

function writeHints(facts: RunFacts): string[] {
	return [countHint(facts), leftOutHint(facts), sameKeyHint(facts), repeatedHint(facts)];
}

function requestHints(facts: RunFacts): string[] {
	const { restoredCount, rateLimitedCount, emptyFields, counts } = facts;
	const hints: string[] = [];
	if (restoredCount > 0)
		hints.push(`Skipped ${pluralize(restoredCount, 'item')} that the failed run had written.`);
	if (rateLimitedCount > 0) {
		const sent = counts.failed > 0 ? '' : ': the node waited and sent those requests again';
		hints.push(`Rate limit reached ${pluralize(rateLimitedCount, 'time')}${sent}.`);
	}
	if (emptyFields.length > 0)
		hints.push(
			`Nothing was sent for ${listed(emptyFields)}: the expression gave nothing for any item.`,
		);
	return hints;
}

function emptyHint({ scope, outputs }: RunFacts): string {
	if (outputs.length > 0 || scope.execution.node.alwaysOutputData === true) return '';
	return 'Nothing found. To continue anyway, turn on Settings > Always Output Data.';
}

/** What a run that has not failed as a whole tells the user beside its outputs. */
export function runHints(facts: RunFacts): string[] {
	const hints = facts.isRead ? [emptyHint(facts)] : writeHints(facts);
	const all = [...hints, ...requestHints(facts), ...facts.scope.columns.hints];
	return all.filter((hint) => hint !== '');
}
