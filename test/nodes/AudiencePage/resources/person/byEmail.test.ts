import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byEmail, byId, fromList } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import { withAnswers } from '../../../../support/services';
import { addPerson, SEARCH, useNobody } from './people';

const { sandbox } = useNobody();

type Person = INodeParameters | string;

/** Both operations that find a person by their email address, with the request that each comes down to. */
const UPDATE = {
	name: 'Person > Update',
	parameters: { resource: 'person', operation: 'update', updateFields: { domain: 'acme.com' } },
	call: (id: string) => `PATCH /v0/persons/${id}`,
};
const LOGS = {
	name: 'Person Log > Get Many',
	parameters: { resource: 'personLog', operation: 'getAll' },
	call: (id: string) => `GET /v0/persons/${id}/logs`,
};
const ada = { personId: 'p1', email: 'ada@acme.com' };

const run = async (personId: Person, items: IDataObject[] = [{}], { parameters } = UPDATE) =>
	await runNode(sandbox(), { ...parameters, personId }, { items });

test.each<[string, (email: string) => Person]>([
	['typed in By ID', byId],
	['by an expression in By ID, as a field that is dragged there', (email) => byId(`={{ "${email}" }}`)],
	['where an agent fills the list', (email) => fromList(`={{ "${email}" }}`)],
	['by an expression in By Email', (email) => byEmail(`={{ "${email}" }}`)],
	['as a plain text from an expression', (email) => `={{ "${email}" }}`],
	['in capitals', (email) => byEmail(email.toUpperCase())],
	['with spaces around it', (email) => byEmail(` ${email}\t`)],
	['with spaces around it, as an ID', (email) => byId(`={{ " ${email} " }}`)],
])('An address %s', async (_how, personOf) => {
	addPerson(sandbox(), ada);
	addPerson(sandbox(), { personId: 'p2', email: `not-${ada.email}` });
	const { error } = await run(personOf(ada.email));
	expect(error).toBeUndefined();
	expect(calls(sandbox())).toEqual([SEARCH, UPDATE.call('p1')]);
	expect(String(sandbox().requests[0]?.query.query).toLowerCase()).toBe(ada.email);
});

test.each([
	['nobody@acme.com', 'nobody@acme.com'],
	// What is given as By Email is an address, whatever is in it.
	['={{ 7 }}', '7'],
])('Nobody has the address %s', async (given, email) => {
	const { error } = await run(byEmail(given), [{}, {}]);
	expect(error).toMatchObject({
		message: `Person not found: no person has the email ${email}. Check the email, or use the person's ID`,
		context: { itemIndex: 0 },
	});
	expect(new Set(calls(sandbox()))).toEqual(new Set([SEARCH]));
});

test('Several people have the address: none is taken for the first', async () => {
	for (const personId of ['p1', 'p2']) addPerson(sandbox(), { ...ada, personId });
	const { error } = await run(byEmail(ada.email));
	expect(error?.message).toContain('Person matches 2 people (p1, p2)');
	expect(calls(sandbox())).toEqual([SEARCH]);
});

test('A plain text without @ is an ID', async () => {
	for (const person of ['={{ $json.id }}', fromList('={{ $json.id }}')]) await run(person, [{ id: 'p1' }]);
	expect(calls(sandbox())).toEqual([UPDATE.call('p1'), UPDATE.call('p1')]);
});

test.each<[string, string]>([
	['={{ null }}', 'Person must not be empty'],
	// Somebody may have no address at all.
	['={{ "  " }}', 'Person must not be empty'],
	['={{ ["a@b.c"] }}', 'Person must be text'],
])('%s as By Email is refused before anything is sent', async (given, message) => {
	const { error } = await run(byEmail(given));
	expect(error?.message).toContain(message);
	expect(calls(sandbox())).toEqual([]);
});

test.each([undefined, '', '..', 7])('A person whom the service gives the ID %j', async (personId) => {
	const body = { items: [{ ...ada, personId }], hasMore: false, nextCursor: null };
	await withAnswers([{ body }], async (service) => {
		const { error } = await runNode(service, { ...UPDATE.parameters, personId: byEmail(ada.email) });
		expect(error?.message).toContain('The service returned a person without a usable ID');
		expect(service.requests).toHaveLength(1);
	});
});

test.each([UPDATE, LOGS])('$name: an ID of the service is one segment of the path', async (operation) => {
	// An address that stands elsewhere in the path too.
	const found = { items: [{ personId: 'a/b$&', email: 'v0' }], hasMore: false };
	await withAnswers([{ body: found }, { body: { items: [] } }], async (service) => {
		await runNode(service, { ...operation.parameters, personId: byEmail('v0') });
		expect(service.requests[1]?.split('?')[0]).toBe(operation.call('a%2Fb%24%26'));
	});
});
