/** What the soak does: every operation of the node, its writes each of its own. */
import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import { nth } from '../../support/records';
import type { WorkflowFile } from '../harness/client';
import { audiencePage, itemsInto } from '../harness/steps';
import { LINKED_OPERATIONS, linkedItems, operationIn } from '../node/linkedOperations';

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

/** What the operations that write send, by their names. */
const writes = (sandbox: Sandbox): Record<string, INode['parameters']> => ({
	'account.update': { name: MARK },
	'accountLog.create': { accountId: watchedAccount(sandbox), payload: `={"mark":"${MARK.slice(1)}"}` },
	'audience.create': { pageId: byId(filledPage(sandbox)), additionalFields: { customName: MARK } },
	'page.update': { updateFields: { name: MARK } },
	'person.create': { name: MARK },
	'person.update': { updateFields: { name: MARK } },
	'person.upsert': { matchValue: `${MARK}@soak.example`, name: MARK },
	'topicEntry.update': { updateFields: { content: { content: MARK, type: 'text' } } },
});

/** The operations, each with a workflow that runs it for its items; errors leave by their own output. */
export function soakWorkflows(sandbox: Sandbox): Array<[operation: string, workflow: WorkflowFile]> {
	const marked = writes(sandbox);
	const linked = linkedItems(sandbox);
	const items = Array.from({ length: ITEMS }, (_, n) => ({ ...linked[n % linked.length], n, query: '' }));
	return LINKED_OPERATIONS.map(([parameters]) => {
		const operation = operationIn(parameters);
		const step = audiencePage(
			{ ...parameters, ...marked[operation], options: { timeout: TIMEOUT } },
			{ onError: 'continueErrorOutput' },
		);
		return [operation, itemsInto(items, step)];
	});
}
