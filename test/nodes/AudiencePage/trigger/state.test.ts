/** What the trigger takes for another watch, and begins anew for, and what it does not. */
import type { INodeParameters } from 'n8n-workflow';

import { watchedBy } from '../../../support/everyEvent';
import { fromList } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger, type TriggerOptions } from '../../../support/Trigger';

const sandbox = useSandbox();
/** Another service, which has the same records. */
const other = useSandbox();

type Ids = Record<'accountId' | 'pageId' | 'personId' | 'topicId', [string, string]>;

/** The first two records of each kind that has lists of its own. */
function ids(): Ids {
	const { accounts, pages, persons, topicIds } = sandbox().store;
	const two = (all: readonly string[]): [string, string] => [nth(all, 0), nth(all, 1)];
	return {
		accountId: two(accounts.all().map(({ accountId }) => accountId)),
		pageId: two(pages.all().map(({ pageId }) => pageId)),
		personId: two(persons.all().map(({ personId }) => personId)),
		topicId: two(topicIds),
	};
}

interface Change {
	what: string;
	event: string;
	before?: INodeParameters;
	after?: (ids: Ids) => INodeParameters;
	options?: () => TriggerOptions;
}

const ANEW: Change[] = [
	{ what: 'another event', event: 'personCreated', after: () => ({ event: 'personUpdated' }) },
	{
		what: 'another account',
		event: 'accountLogCreated',
		after: ({ accountId }) => ({ accountId: accountId[1] }),
	},
	{
		what: 'another search text',
		event: 'personUpdated',
		before: { filters: { query: 'a' } },
		after: () => ({ filters: { query: 'e' } }),
	},
	{ what: 'another credential', event: 'personCreated', options: () => ({ credentialId: 'credential-2' }) },
	{
		what: 'another Base URL in the credential',
		event: 'personCreated',
		options: () => ({ credentials: { baseUrl: other().url, apiKey: other().apiKey } }),
	},
];

describe('It begins anew with', () => {
	test.each(ANEW)('$what', async ({ event, before, after, options }) => {
		const { parameters } = watchedBy(event);
		const everything = { ...parameters, startFrom: 'everything', ...before };
		const trigger = await published(sandbox(), everything);
		const changes = after?.(ids()) ?? {};
		const neverPublished = new Trigger(sandbox(), { ...everything, ...changes }, options?.());
		const all = await neverPublished.activate();
		expect(all.length).toBeGreaterThan(0);
		expect(await trigger.change(changes, options?.())).toEqual(all);
		expect(await trigger.poll()).toEqual([]);
	});

	describe('another account, where it starts from now', () => {
		const addEntry = (accountId: string, accountLogId: string) => {
			const entries = sandbox().store.accountLogs.of(accountId);
			return entries.add({ ...nth(entries.all()), accountLogId });
		};

		test('which starts nothing with what is there, and with what is new in the other', async () => {
			const [one, other] = ids().accountId;
			const trigger = await published(sandbox(), { event: 'accountLogCreated', accountId: one });
			expect(await trigger.change({ accountId: other })).toEqual([]);
			addEntry(one, 'log_of_one');
			const entry = addEntry(other, 'log_of_another');
			expect(await trigger.poll()).toEqual([entry]);
		});
	});
});

const ON: Change[] = [
	{ what: 'nothing else', event: 'personCreated' },
	{
		what: 'the same page from the list',
		event: 'audienceCreated',
		after: ({ pageId }) => ({ pageId: fromList(pageId[0]) }),
	},
	{
		what: 'the same search text by an expression',
		event: 'personCreated',
		before: { filters: { query: 'a' } },
		after: () => ({ filters: { query: '={{ "a" }}' } }),
	},
	{ what: 'an empty search text', event: 'personCreated', after: () => ({ filters: { query: '' } }) },
	{ what: 'Simplify', event: 'assetTrashed', after: () => ({ simplify: false }) },
	{ what: 'Max Per Poll', event: 'personCreated', after: () => ({ options: { maxPerPoll: 5 } }) },
	{ what: 'Full Read Every', event: 'personCreated', after: () => ({ options: { fullReadEvery: 1 } }) },
	{
		what: 'Now after Everything',
		event: 'personCreated',
		before: { startFrom: 'everything' },
		after: () => ({ startFrom: 'now' }),
	},
];

/** What it tells when it is published again: one record that came before the change, and what else. */
async function toldAfter({ event, before = {}, after, options }: Change) {
	const { parameters, idField, add } = watchedBy(event);
	const trigger = await published(sandbox(), { ...parameters, ...before });
	const id = add(sandbox().store);
	const json = await trigger.change(after?.(ids()) ?? {}, options?.());
	return { trigger, id, told: json.map((record) => record[idField]) };
}

describe('It goes on with', () => {
	test.each(ON)('$what', async (change) => {
		const { trigger, id, told } = await toldAfter(change);
		expect(told).toEqual([id]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('another key in the same credential', async () => {
		const page = (...persons: string[]) => ({
			body: { items: persons.map((personId) => ({ personId })), totalCount: persons.length },
		});
		await withAnswers([page('p1'), page('p1', 'p2')], async (service) => {
			const trigger = new Trigger(service, { event: 'personCreated' });
			await trigger.activate();
			const credentials = { baseUrl: service.url, apiKey: 'key-that-is-new' };
			expect(await trigger.change({}, { credentials })).toEqual([{ personId: 'p2' }]);
		});
	});
});

describe('Everything after Now', () => {
	test('tells all that is there, what was told before included', async () => {
		const trigger = await published(sandbox(), { event: 'personCreated' });
		expect(await trigger.change({ startFrom: 'everything' })).toEqual(sandbox().store.persons.all());
		expect(await trigger.poll()).toEqual([]);
	});

	test('and Now again and Everything again tell nothing twice', async () => {
		const trigger = await published(sandbox(), { event: 'personCreated', startFrom: 'everything' });
		expect(await trigger.change({ startFrom: 'now' })).toEqual([]);
		expect(await trigger.change({ startFrom: 'everything' })).toEqual([]);
	});
});
