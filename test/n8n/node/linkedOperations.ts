/** Every operation of the node, for items that it can find its records by. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ItemLinks } from '../../cases/operationCase';
import type { Sandbox } from '../../service/sandbox';
import { nameOf } from '../../support/description';
import { endpointOf } from '../../support/endpoints';
import { ID_EXPRESSIONS, runnable, type Runnable } from '../../support/everyOperation';
import type { WorkflowFile } from '../harness/client';
import type { Run } from '../harness/run';
import { audiencePage, INPUT, valueOf, workflowWith, type Link, type Step } from '../harness/steps';

/** An operation, and for each output the number of the item that it came from. */
export type LinkedOperation = [parameters: INodeParameters, cameFrom: number[]];

const EACH = [0, 1, 2];

/** How a list runs for the three items: up to a limit of each. */
function ofList({ option }: Runnable): Required<ItemLinks> {
	const isPart = endpointOf(option).includes('{');
	return isPart
		? { parameters: { limit: '={{ $json.n === 1 ? 1 : 2 }}' }, cameFrom: [0, 0, 1, 2, 2] }
		: { parameters: { limit: '={{ $json.n + 1 }}' }, cameFrom: [0, 1, 1, 2, 2, 2] };
}

function linkedBy(operation: Runnable): LinkedOperation[] {
	const isList = operation.fields.some(({ name }) => name === 'limit');
	const { itemLinks = [isList ? ofList(operation) : {}] } = operation.itsCase;
	return itemLinks.map(({ parameters, cameFrom = EACH }) => [
		{ ...operation.parametersFor(ID_EXPRESSIONS), ...parameters },
		cameFrom,
	]);
}

/** Every operation, some with several outputs. */
export const LINKED_OPERATIONS: LinkedOperation[] = runnable.flatMap(linkedBy);

/** Items that each operation finds its records by: a search finds nothing for the second. */
export function linkedItems({ store }: Sandbox): IDataObject[] {
	const [pages, persons] = [store.pages.all(), store.persons.all()];
	const talkedPageId = pages[4]!.pageId;
	return EACH.map((n) => {
		const { accountId } = store.accounts.all()[n]!;
		const { audienceId } = store.audiences.of(talkedPageId).all()[n]!;
		const messages = store.messages.of(audienceId).all();
		const topicId = store.topicIds[n]!;
		return {
			n,
			accountId,
			accountLogId: store.accountLogs.of(accountId).all()[0]!.accountLogId,
			pageId: pages[n]!.pageId,
			otherPageId: pages[3]!.pageId,
			talkedPageId,
			audienceId,
			messageId: messages.find(({ hasSnapshot }) => hasSnapshot)!.messageId,
			personId: persons[n]!.personId,
			email: persons[n]!.email,
			query: n === 1 ? 'nobody' : '',
			topicId,
			topicEntryId: store.topicEntries.of(topicId).all()[0]!.topicEntryId,
		};
	});
}

/** The name within our node of the operation that these parameters choose, such as `person.upsert`. */
export const operationIn = ({ resource, operation }: INodeParameters): string =>
	nameOf({ resource: resource as string, operation: operation as string });

/** An operation may be there once for each of its outputs. */
const stepName = ({ resource, operation, output }: INodeParameters): string =>
	[resource, operation, output].filter((word) => typeof word === 'string').join(' ');

/** Reads behind one of our nodes the item that each of its items came from. */
export const linkedTo = (name: string): Step => valueOf(`={{ $('${INPUT}').item.json.n }}`, name);

const behind = (name: string): string => `after ${name}`;

/** A workflow of all operations side by side. The first three pages get audiences: none, two and one. */
export function linkedWorkflow(sandbox: Sandbox): WorkflowFile {
	const { pages, audiences } = sandbox.store;
	for (const [page, count] of [0, 2, 1].entries()) {
		const ofPage = audiences.of(pages.all()[page]!.pageId);
		for (const { audienceId } of ofPage.all().slice(count)) ofPage.remove(audienceId);
	}
	const names = LINKED_OPERATIONS.map(([parameters]) => stepName(parameters));
	const steps = LINKED_OPERATIONS.flatMap(([parameters]) => {
		const name = stepName(parameters);
		return [{ ...audiencePage(parameters), name }, linkedTo(behind(name))];
	});
	const links = names.flatMap((name): Link[] => [
		[INPUT, name],
		[name, behind(name)],
	]);
	return workflowWith(linkedItems(sandbox), steps, links);
}

/** The operations of a run of this workflow, with the numbers of the items that their outputs are linked to. */
export const linksOf = (run: Run): Array<[name: string, cameFrom: unknown[]]> =>
	LINKED_OPERATIONS.map(([parameters]) => {
		const name = stepName(parameters);
		return [name, run.node(behind(name)).items.map(({ json }) => json.value)];
	});

/** What `linksOf` gives if all is well. */
export const LINKS: Array<[name: string, cameFrom: number[]]> = LINKED_OPERATIONS.map(
	([parameters, cameFrom]) => [stepName(parameters), cameFrom],
);
