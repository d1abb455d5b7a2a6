import type { ExecutionBaseError } from 'n8n-workflow';

import type { ItemCounts } from './itemResults';

interface RunEnd {
	items: number;
	counts: ItemCounts;
	/** Items that have nothing to write. */
	skipped: number;
	isRepeatable: boolean;
	/** Whether a rule of the node has refused an item. */
	isRefused: boolean;
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
	const { written, failed, mayBeWritten } = end.counts;
	const told = [
		[failed, 'failed'],
		[mayBeWritten, 'of unknown outcome'],
		[end.skipped, 'without a value'],
	] as const;
	const rest = end.items - written - failed - mayBeWritten - end.skipped;
	const counts = [
		`${written} written`,
		...told.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`),
		`${rest} not sent`,
	];
	const summary = `Of ${end.items} items: ${counts.join(', ')}.`;
	const preview = 'Options > Preview Only shows all that would be refused.';
	const parts = [failure.description, summary, end.isRefused ? preview : '', nextStep(end)];
	failure.description = parts.filter(Boolean).join(' ');
	return failure;
}
