import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId } from '../../../support/locators';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';

const sandbox = useSandbox();

const aPerson = (index = 0) => nth(sandbox().store.persons.all(), index);
const haveEmails = (...emails: Array<string | null>) =>
	emails.forEach((email, index) => Object.assign(aPerson(index), { email }));
const addEntry = (personId = aPerson().personId) => {
	const entries = sandbox().store.personLogs.of(personId);
	return entries.add({ ...nth(entries.all()), personLogId: `new_${entries.size}` });
};
const watching = async (personId: INodeParameters | string) =>
	await published(sandbox(), { event: 'personLogCreated', personId });

describe('Person Log Created, of a person who is chosen by email', () => {
	beforeEach(() => haveEmails('ada@acme.com', 'other@acme.com'));

	test.each([
		['By Email', byEmail('ada@acme.com')],
		['by an expression that gives an email address', '={{ "ada@acme.com" }}'],
		['By Email, in capitals and with spaces around it', byEmail(' ADA@acme.com ')],
	])('%s; the same person by ID is no other', async (_how, chosen) => {
		const trigger = await watching(chosen);
		const entry = addEntry();
		expect(await trigger.poll()).toEqual([entry]);
		const later = addEntry();
		expect(await trigger.change({ personId: byId(aPerson().personId) })).toEqual([later]);
	});

	test('an address that has become that of another person watches that person, from now on', async () => {
		const trigger = await watching(byEmail('ada@acme.com'));
		haveEmails('new@acme.com', 'ada@acme.com');
		addEntry();
		expect(await trigger.poll()).toEqual([]);
		const entry = addEntry(aPerson(1).personId);
		expect(await trigger.poll()).toEqual([entry]);
	});

	test('nobody has the address: the poll fails, and a later one goes on', async () => {
		const trigger = await watching(byEmail('ada@acme.com'));
		const entry = addEntry();
		haveEmails(null);
		await expect(trigger.poll()).rejects.toThrow('Person not found');
		haveEmails('ada@acme.com');
		expect(await trigger.poll()).toEqual([entry]);
	});
});
