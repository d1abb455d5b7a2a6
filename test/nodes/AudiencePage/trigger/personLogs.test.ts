import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, fromList } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { calls, queries } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { persons: 5, personLogs: 6 } });

const aPerson = (index = 0) => nth(sandbox().store.persons.all(), index);
const entriesOf = (personId: string) => sandbox().store.personLogs.of(personId);

let added = 0;

function addEntry(personId = aPerson().personId) {
	const entries = entriesOf(personId);
	return entries.add({ ...nth(entries.all()), personLogId: `person_log_${++added}` });
}

const watching = async (personId: INodeParameters | string) =>
	await published(sandbox(), { event: 'personLogCreated', personId });

const LIST = () => `GET /v0/persons/${aPerson().personId}/logs`;
const SEARCH = 'GET /v0/persons/search';

describe('Person Log Created', () => {
	test.each<[string, (id: string) => INodeParameters | string]>([
		['by their ID', byId],
		['from the list', fromList],
		['by an expression in the ID', (id) => byId(`={{ "${id}" }}`)],
		['by an expression for all of it', (id) => `={{ "${id}" }}`],
	])('the new entries of the person who is chosen %s', async (_how, chosen) => {
		const trigger = await watching(chosen(aPerson().personId));
		const entry = addEntry();
		addEntry(aPerson(1).personId);
		expect(await trigger.poll()).toEqual([entry]);
		expect(calls(sandbox())).toEqual([LIST()]);
		expect(queries(sandbox())).toEqual(['limit=100']);
	});

	test.each<[string, (email: string) => INodeParameters | string]>([
		['By Email', byEmail],
		['by an expression that gives an email address', (email) => `={{ "${email}" }}`],
		['By Email, in capitals and with spaces around it', (email) => byEmail(` ${email.toUpperCase()} `)],
	])('the new entries of the person who is chosen %s', async (_how, chosen) => {
		const email = 'ada@acme.com';
		Object.assign(aPerson(), { email });
		const trigger = await watching(chosen(email));
		const entry = addEntry();
		expect(await trigger.poll()).toEqual([entry]);
		expect(calls(sandbox())).toEqual([SEARCH, LIST()]);
		expect(queries(sandbox())[1]).toBe('limit=100');
	});

	test('the same person by email and by ID is the same: nothing starts anew', async () => {
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
		await expect(trigger.poll()).rejects.toThrow('Person not found: no person has the email ada@acme.com');
		Object.assign(aPerson(), { email: 'ada@acme.com' });
		expect(await trigger.poll()).toEqual([entry]);
	});

	test('several people have the address: nothing is read of any of them', async () => {
		for (const index of [0, 1]) Object.assign(aPerson(index), { email: 'info@acme.com' });
		const trigger = new Trigger(sandbox(), {
			event: 'personLogCreated',
			personId: byEmail('info@acme.com'),
		});
		await expect(trigger.activate()).rejects.toThrow('Person matches 2 people (');
		expect(calls(sandbox())).toEqual([SEARCH]);
		for (const index of [0, 1]) Object.assign(aPerson(index), { email: null });
	});

	test('an entry that is deleted starts nothing', async () => {
		const trigger = await watching(byId(aPerson().personId));
		Object.assign(addEntry(), { deletedAt: '+19' });
		expect(await trigger.poll()).toEqual([]);
	});
});
