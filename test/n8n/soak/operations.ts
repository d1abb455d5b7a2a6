/** What the soak does: every operation of the node, its writes each of its own. */
import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { runnableNamed, type Runnable } from '../../support/everyOperation';
import { LINKED_OPERATIONS, linkedItems } from '../../support/itemLinks';
import { nth } from '../../support/records';
import type { WorkflowFile } from '../harness/client';
import { audiencePage, itemsInto } from '../harness/steps';
import { operationIn } from '../node/linkedOperations';

/** Items that each run of an operation is given. */
export const ITEMS = 30;

/** A request that meets silence is given up after so long, in milliseconds. */
const TIMEOUT = 5000;

/** In whatever a write sends: by run and item. */
const MARK = '=soak-{{ $execution.id }}-{{ $json.n }}';

/** The account whose log entries are written and watched. */
export const watchedAccount = ({ store }: Sandbox): string => nth(store.accounts.all(), 1).accountId;
/** The page whose audiences are created, and nothing else. */
const filledPage = ({ store }: Sandbox): string => nth(store.pages.all(), 3).pageId;

/** What an operation that writes sends, so that it can be found. */
const markedBy = (sandbox: Sandbox, { itsCase }: Runnable): INode['parameters'] | undefined =>
	itsCase.marked?.(MARK, { accountId: watchedAccount(sandbox), pageId: filledPage(sandbox) });

/** The operations, each with a workflow that runs it for its items; errors leave by their own output. */
export function soakWorkflows(sandbox: Sandbox): Array<[operation: string, workflow: WorkflowFile]> {
	const linked = linkedItems(sandbox);
	const items = Array.from({ length: ITEMS }, (_, n) => ({ ...linked[n % linked.length], n, query: '' }));
	return LINKED_OPERATIONS.map(([parameters]) => {
		const operation = operationIn(parameters);
		const step = audiencePage(
			{ ...parameters, ...markedBy(sandbox, runnableNamed(operation)), options: { timeout: TIMEOUT } },
			{ onError: 'continueErrorOutput' },
		);
		return [operation, itemsInto(items, step)];
	});
}
