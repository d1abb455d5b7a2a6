/** Every operation of the node, for items that it can find its records by. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { nameOf } from '../../support/description';
import { byEmail, byId } from '../../support/locators';
import type { WorkflowFile } from '../harness/client';
import type { Run } from '../harness/run';
import { audiencePage, INPUT, valueOf, workflowWith, type Link, type Step } from '../harness/steps';

/** An operation, and for each output the number of the item that it came from. */
export type LinkedOperation = [parameters: INodeParameters, cameFrom: number[]];

const EACH = [0, 1, 2];
const PAGE = { pageId: byId('={{ $json.pageId }}') };
const AUDIENCE = { pageId: byId('={{ $json.talkedPageId }}'), audienceId: byId('={{ $json.audienceId }}') };
/** One of two records for the second item. */
const ONE_OF_TWO = { limit: '={{ $json.n === 1 ? 1 : 2 }}' };
const ONE_MORE_EACH = { limit: '={{ $json.n + 1 }}' };

export const LINKED_OPERATIONS: LinkedOperation[] = [
	[{ resource: 'account', operation: 'update', accountId: '={{ $json.accountId }}', name: 'Linked' }, EACH],
	[
		{
			resource: 'accountLog',
			operation: 'create',
			accountId: '={{ $json.accountId }}',
			source: 'links',
			type: 'test',
			payload: '={{ $json }}',
		},
		EACH,
	],
	[
		{
			resource: 'accountLog',
			operation: 'get',
			accountId: '={{ $json.accountId }}',
			accountLogId: '={{ $json.accountLogId }}',
		},
		EACH,
	],
	[
		{ resource: 'accountLog', operation: 'getAll', accountId: '={{ $json.accountId }}', ...ONE_OF_TWO },
		[0, 0, 1, 2, 2],
	],
	[{ resource: 'analytics', operation: 'getAudiences', ...PAGE, period: 'allTime' }, [1, 1, 2]],
	[{ resource: 'analytics', operation: 'getSummary', ...PAGE, period: 'allTime' }, EACH],
	[
		{ resource: 'asset', operation: 'getAll', ...ONE_MORE_EACH, filters: { query: '={{ $json.query }}' } },
		[0, 2, 2, 2],
	],
	[{ resource: 'audience', operation: 'create', pageId: byId('={{ $json.otherPageId }}') }, EACH],
	[{ resource: 'audience', operation: 'getAll', ...PAGE }, [1, 1, 2]],
	[
		{ resource: 'audienceMessage', operation: 'getAll', ...AUDIENCE, output: 'messages' },
		[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
	],
	[{ resource: 'audienceMessage', operation: 'getAll', ...AUDIENCE, output: 'conversation' }, EACH],
	[
		{
			resource: 'audienceMessage',
			operation: 'restore',
			...AUDIENCE,
			messageId: byId('={{ $json.messageId }}'),
		},
		EACH,
	],
	[{ resource: 'page', operation: 'getAll', ...ONE_MORE_EACH }, [0, 1, 1, 2, 2, 2]],
	[
		{
			resource: 'page',
			operation: 'update',
			...PAGE,
			updateFields: {
				footerLinks: {
					group: [{ title: '=Group {{ $json.n }}', links: { link: [{ text: '=Link {{ $json.n }}' }] } }],
				},
			},
		},
		EACH,
	],
	[{ resource: 'pageLink', operation: 'getAll', ...ONE_MORE_EACH }, [0, 1, 1, 2, 2, 2]],
	[{ resource: 'person', operation: 'create', name: 'Linked' }, EACH],
	[
		{ resource: 'person', operation: 'getAll', limit: 2, filters: { query: '={{ $json.query }}' } },
		[0, 0, 2, 2],
	],
	[
		{
			resource: 'person',
			operation: 'update',
			personId: byId('={{ $json.personId }}'),
			updateFields: { name: 'Linked' },
		},
		EACH,
	],
	[
		{ resource: 'person', operation: 'upsert', matchValue: '=linked-{{ $json.n }}@acme.com', name: 'Linked' },
		EACH,
	],
	[
		{ resource: 'personLog', operation: 'getAll', personId: byEmail('={{ $json.email }}'), ...ONE_OF_TWO },
		[0, 0, 1, 2, 2],
	],
	[
		{ resource: 'topicEntry', operation: 'getAll', topicId: '={{ $json.topicId }}', ...ONE_OF_TWO },
		[0, 0, 1, 2, 2],
	],
	[
		{
			resource: 'topicEntry',
			operation: 'update',
			topicId: '={{ $json.topicId }}',
			topicEntryId: '={{ $json.topicEntryId }}',
			updateFields: { content: { content: '=Answer {{ $json.n }}' }, sortOrder: '={{ $json.n }}' },
		},
		EACH,
	],
];

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
