/** What each event asks the service for, where its list is chosen or narrowed down. */
import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, fromList } from '../../../support/locators';
import { published } from '../../../support/published';
import { firstIds, nth } from '../../../support/records';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();
const TEXT = 'ä&b=c #1 +';

type Chosen = INodeParameters | string;
const askedBy = async (parameters: INodeParameters) => {
	const trigger = await published(sandbox(), parameters);
	expect(await trigger.poll()).toEqual([]);
	const [{ path, query } = { path: '', query: {} }, ...others] = sandbox().requests;
	expect(others).toEqual([]);
	return { path, query };
};

test.each([
	['audienceCreated', 'pageId', 'pages', 'audiences'],
	['audienceStatusChanged', 'pageId', 'pages', 'audiences'],
	['personLogCreated', 'personId', 'persons', 'logs'],
	['topicEntryChanged', 'topicId', 'topics', 'entries'],
] as const)('%s: an expression gives the %s', async (event, field, parents, children) => {
	const id = firstIds(sandbox().store)[field];
	const { path } = await askedBy({ event, [field]: `={{ "${id}" }}` });
	expect(path).toBe(`/v0/${parents}/${id}/${children}`);
});

test('pageLinkCreated: a page from the list is in the query', async () => {
	const { query } = await askedBy({ event: 'pageLinkCreated', pageId: fromList('page_1') });
	expect(query).toEqual({ pageId: 'page_1', limit: '100' });
});

test.each([
	['assetTrashed', { assetType: 'custom-component' }],
	['assetTrashed', { assetType: 'icon', query: TEXT }],
	['pageCreated', { query: TEXT }],
	['pageLinkCreated', { path: '/ä&b=c #1 +' }],
	['pageLinkCreated', { path: '/same', tenantDomainId: 'domain_1' }],
	['personCreated', { query: TEXT }],
	['personUpdated', { query: TEXT }],
])('%s: the filters %j are in the query', async (event, filters) => {
	const { query } = await askedBy({ event, filters });
	expect(query).toEqual({ ...filters, limit: event === 'pageCreated' ? '1000' : '100' });
});

describe('Person Log Created, of a person who is chosen by email', () => {
	const aPerson = (index = 0) => nth(sandbox().store.persons.all(), index);
	const addEntry = (personId = aPerson().personId) => {
		const entries = sandbox().store.personLogs.of(personId);
		return entries.add({ ...nth(entries.all()), personLogId: `new_${entries.size}` });
	};
	const watching = async (personId: Chosen) =>
		await published(sandbox(), { event: 'personLogCreated', personId });

	test.each<[string, (email: string) => Chosen]>([
		['By Email', byEmail],
		['by an expression that gives an email address', (email) => `={{ "${email}" }}`],
		['By Email, in capitals and with spaces around it', (email) => byEmail(` ${email.toUpperCase()} `)],
	])('%s', async (_how, chosen) => {
		Object.assign(aPerson(), { email: 'ada@acme.com' });
		const trigger = await watching(chosen('ada@acme.com'));
		const entry = addEntry();
		expect(await trigger.poll()).toEqual([entry]);
	});

	test('the same person by ID is the same: nothing starts anew', async () => {
		Object.assign(aPerson(), { email: 'ada@acme.com' });
		const trigger = await watching(byEmail('ada@acme.com'));
		const entry = addEntry();
		expect(await trigger.change({ personId: byId(aPerson().personId) })).toEqual([entry]);
	});

	test('an address that has become that of another person watches that person, from now on', async () => {
		Object.assign(aPerson(), { email: 'info@acme.com' });
		const trigger = await watching(byEmail('info@acme.com'));
		Object.assign(aPerson(), { email: 'other@acme.com' });
		Object.assign(aPerson(1), { email: 'info@acme.com' });
		addEntry();
		expect(await trigger.poll()).toEqual([]);
		const entry = addEntry(aPerson(1).personId);
		expect(await trigger.poll()).toEqual([entry]);
		Object.assign(aPerson(1), { email: null });
	});

	test('nobody has the address: the poll fails, and a later one goes on', async () => {
		Object.assign(aPerson(), { email: 'ada@acme.com' });
		const trigger = await watching(byEmail('ada@acme.com'));
		const entry = addEntry();
		Object.assign(aPerson(), { email: null });
		await expect(trigger.poll()).rejects.toThrow('Person not found');
		Object.assign(aPerson(), { email: 'ada@acme.com' });
		expect(await trigger.poll()).toEqual([entry]);
	});

	test('several people have the address: nothing is read of any of them', async () => {
		for (const index of [0, 1]) Object.assign(aPerson(index), { email: 'info@acme.com' });
		const trigger = new Trigger(sandbox(), { event: 'personLogCreated', personId: byEmail('info@acme.com') });
		await expect(trigger.activate()).rejects.toThrow('Person matches 2 people (');
		expect(calls(sandbox())).toEqual(['GET /v0/persons/search']);
	});
});
