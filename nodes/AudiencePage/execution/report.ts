import {
	NodeApiError,
	type ExecutionBaseError,
	type INodeExecutionData,
	type IPairedItemData,
} from 'n8n-workflow';

import { wordList, pluralize, shownItems } from '../shared/words';
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

/** "1 created, 3 unchanged", without those that are 0. */
const countList = (counts: Array<[count: number, words: string]>): string =>
	counts
		.filter(([count]) => count > 0)
		.map(([count, words]) => `${count} ${words}`)
		.join(', ');

/** "1 created, 3 unchanged, 2 refused". */
const outcomesIn = ({ byOutcome, failed, mayBeWritten }: ItemCounts): string =>
	countList([
		...OUTCOMES.map(([outcome, words]): [number, string] => [byOutcome.get(outcome) ?? 0, words]),
		[failed + (byOutcome.get('refused') ?? 0), 'refused'],
		[mayBeWritten, 'of unknown outcome'],
	]);

/** The items of these outputs: "items 3, 7 (counted from 0)". */
const itemsOf = (outputs: INodeExecutionData[]): string =>
	shownItems(outputs.map(({ pairedItem }) => (pairedItem as IPairedItemData).item));

/** Which items have an error, and what became of how many. */
function countHint({ scope, counts, outputs }: RunFacts): string {
	const { written, failed, mayBeWritten, byOutcome } = counts;
	const count = written + failed + mayBeWritten;
	const hasNoOutcomes = byOutcome.get(undefined) === count;
	if (count === 0 || hasNoOutcomes) return '';
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
	const ids = new Set<unknown>();
	const repeated = outputs.filter(({ json: { accountLogId } }) => {
		if (accountLogId === undefined) return false;
		const isRepeated = ids.has(accountLogId);
		ids.add(accountLogId);
		return isRepeated;
	});
	if (repeated.length === 0) return '';
	return `${pluralize(repeated.length, 'item')} wrote no log entry, because an earlier item has the same key: ${itemsOf(repeated)}.`;
}

function repeatedHint({ scope: { repeated } }: RunFacts): string {
	if (repeated.length === 0) return '';
	return `About the same person as an earlier item: ${shownItems([...repeated].sort((a, b) => a - b))}.`;
}

const writeHints = (facts: RunFacts): string[] => [
	countHint(facts),
	leftOutHint(facts),
	sameKeyHint(facts),
	repeatedHint(facts),
];

function restoredHint({ restoredCount }: RunFacts): string {
	if (restoredCount === 0) return '';
	return `Skipped ${pluralize(restoredCount, 'item')} that the failed run had written.`;
}

function rateLimitHint({ counts, rateLimitedCount }: RunFacts): string {
	if (rateLimitedCount === 0) return '';
	const sent = counts.failed > 0 ? '' : ': the node waited and sent those requests again';
	return `Rate limit reached ${pluralize(rateLimitedCount, 'time')}${sent}.`;
}

function emptyFieldsHint({ emptyFields }: RunFacts): string {
	if (emptyFields.length === 0) return '';
	return `Nothing was sent for ${wordList(emptyFields)}: the expression gave nothing for any item.`;
}

function nothingFoundHint({ scope, outputs }: RunFacts): string {
	if (outputs.length > 0 || scope.execution.node.alwaysOutputData === true) return '';
	return 'Nothing found. To continue anyway, turn on Settings > Always Output Data.';
}

/** What a run that has not failed as a whole tells the user beside its outputs. */
export function runHints(facts: RunFacts): string[] {
	const hints = facts.isRead ? [nothingFoundHint(facts)] : writeHints(facts);
	const ofRequests = [restoredHint(facts), rateLimitHint(facts), emptyFieldsHint(facts)];
	return [...hints, ...ofRequests, ...facts.scope.columns.hints].filter((hint) => hint !== '');
}

interface RunEnd {
	items: number;
	counts: ItemCounts;
	/** Items that have nothing to write. */
	skipped: number;
	isRepeatable: boolean;
	isCanceled: boolean;
}

const RUN_AGAIN = 'You can run the workflow again: what is written already does no harm.';

/** What to do after a run that has ended early, when some of it is written, or may be. */
function nextStep({ counts, isRepeatable, isCanceled }: RunEnd): string {
	if (counts.written + counts.mayBeWritten === 0) return '';
	if (isCanceled)
		return isRepeatable ? RUN_AGAIN : 'Check what was written, and run the workflow with the rest.';
	const again = isRepeatable
		? `Retry it. ${RUN_AGAIN}`
		: 'A retry of this workflow (Retry On Fail, or Retry of the newest failed execution) sends only the rest; one of a workflow that calls it sends all.';
	return `${again} To pass over items that fail again, first set Settings > On Error to Continue (using error output), and retry with the currently saved workflow.`;
}

/** Adds to the error that ends a run of writes what became of its items, and what to do next. */
export function addSummary(failure: ExecutionBaseError, end: RunEnd): ExecutionBaseError {
	const { items, skipped } = end;
	const { written, failed, mayBeWritten } = end.counts;
	const notWritten = countList([
		[failed, 'failed'],
		[mayBeWritten, 'of unknown outcome'],
		[skipped, 'without a value'],
	]);
	const rest = items - written - failed - mayBeWritten - skipped;
	const counts = [`${written} written`, notWritten, `${rest} not sent`].filter(Boolean).join(', ');
	const isRefusedByRule = failed > 0 && !(failure instanceof NodeApiError);
	failure.description = [
		failure.description,
		`Of ${items} items: ${counts}.`,
		isRefusedByRule ? 'Options > Preview Only shows all that would be refused.' : '',
		nextStep(end),
	]
		.filter(Boolean)
		.join(' ');
	return failure;
}
