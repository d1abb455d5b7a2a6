import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byEmail, byId, fromList } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import { useSandbox, withAnswers } from '../../../../support/services';

const sandbox = useSandbox({ sizes: { persons: 30 } });

const people = () => sandbox().store.persons.all();
const aPerson = (index = 0) => nth(people(), index);

/** A person whose address is part of another's. */
function withEmail(index: number, email: string) {
	return Object.assign(aPerson(index), { email });
}

type Person = INodeParameters | string;

/** Both operations that find a person by their email address, with the request that each comes down to. */
const OPERATIONS = [
	{
		name: 'Person > Update',
		parameters: { resource: 'person', operation: 'update', updateFields: { domain: 'acme.com' } },
		call: (id: string) => `PATCH /v0/persons/${id}`,
	},
	{
		name: 'Person Log > Get Many',
		parameters: { resource: 'personLog', operation: 'getAll' },
		call: (id: string) => `GET /v0/persons/${id}/logs`,
	},
];

const SEARCH = 'GET /v0/persons/search';

describe.each(OPERATIONS)('By Email in $name', ({ parameters, call }) => {
	const run = async (personId: Person, items: IDataObject[] = [{}]) =>
		await runNode(sandbox(), { ...parameters, personId }, { items });

	test.each<[string, (email: string) => Person]>([
		['chosen as By Email', byEmail],
		['typed in By ID', byId],
		['by an expression in By ID, as a field that is dragged there', (email) => byId(`={{ "${email}" }}`)],
		['where an agent fills the list', (email) => fromList(`={{ "${email}" }}`)],
		['by an expression in By Email', (email) => byEmail(`={{ "${email}" }}`)],
		['as a plain text from an expression', (email) => `={{ "${email}" }}`],
		['in capitals', (email) => byEmail(email.toUpperCase())],
		['with spaces around it', (email) => byEmail(` ${email}\t`)],
		['with spaces around it, as an ID', (email) => byId(`={{ " ${email} " }}`)],
	])('an address %s', async (_how, personOf) => {
		const { personId, email } = withEmail(0, 'ada+page@acme.com');
		const { error } = await run(personOf(email));
		expect(error).toBeUndefined();
		expect(calls(sandbox())).toEqual([SEARCH, call(personId)]);
		expect(String(sandbox().requests[0]?.query.query).toLowerCase()).toBe(email);
	});

	test('nobody has the address', async () => {
		const { error } = await run(byEmail('nobody@acme.com'), [{}, {}]);
		expect(error?.message).toBe(
			"Person not found: no person has the email nobody@acme.com. Check the email, or use the person's ID",
		);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(new Set(calls(sandbox()))).toEqual(new Set([SEARCH]));
	});

	test('several people have the address: none is taken for the first', async () => {
		const ids = [7, 3].map((index) => withEmail(index, 'info@acme.com').personId).sort();
		const { error } = await run(byEmail('info@acme.com'));
		expect(error?.message).toContain('Person matches 2 people (');
		for (const id of ids) expect(error?.message).toContain(id);
		expect(calls(sandbox())).toEqual([SEARCH]);
	});

	test('a plain text without @ is an ID', async () => {
		const { personId } = aPerson();
		await run('={{ $json.id }}', [{ id: personId }]);
		await run(fromList('={{ $json.id }}'), [{ id: personId }]);
		expect(calls(sandbox())).toEqual([call(personId), call(personId)]);
	});

	test('what is given as By Email is an address, whatever is in it', async () => {
		const { error } = await run(byEmail('={{ 7 }}'));
		expect(error?.message).toBe(
			"Person not found: no person has the email 7. Check the email, or use the person's ID",
		);
		expect(calls(sandbox())).toEqual([SEARCH]);
	});

	test.each<[Person, string]>([
		[byEmail('={{ "" }}'), 'Person must not be empty'],
		[byEmail('={{ null }}'), 'Person must not be empty'],
		// Somebody may have no address at all.
		[byEmail('={{ "  " }}'), 'Person must not be empty'],
		[byEmail('={{ ["a@b.c"] }}'), 'Person must be text'],
	])('%j is refused before anything is sent', async (personId, message) => {
		const { error } = await run(personId);
		expect(error?.message).toContain(message);
		expect(calls(sandbox())).toEqual([]);
	});

	test.each([undefined, '', '..', 7])('a person whom the service gives the ID %j', async (personId) => {
		const body = { items: [{ personId, email: 'ada@acme.com' }], hasMore: false, nextCursor: null };
		await withAnswers([{ body }], async (service) => {
			const { error } = await runNode(service, { ...parameters, personId: byEmail('ada@acme.com') });
			expect(error?.message).toContain('The service returned a person without a usable ID');
			expect(service.requests).toHaveLength(1);
		});
	});

	test('an ID of the service is one segment of the path', async () => {
		// An address that stands elsewhere in the path too.
		const found = { items: [{ personId: 'a/b$&', email: 'v0' }], hasMore: false };
		await withAnswers([{ body: found }, { body: { items: [] } }], async (service) => {
			await runNode(service, { ...parameters, personId: byEmail('v0') });
			expect(service.requests[1]?.split('?')[0]).toBe(call('a%2Fb%24%26'));
		});
	});
});
