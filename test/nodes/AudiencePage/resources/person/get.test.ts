/**
 * People who are looked for: by Get, and by the email address in place of an ID in Update and
 * Person Log > Get Many.
 */
import type { INodeParameters } from 'n8n-workflow';
import { byEmail, byId, fromList } from '../../../../support/locators';
import { runNode } from '../../../../support/runNode';
import { calls } from '../../../../support/sent';
import type { WorkflowOptions } from '../../../../support/workflow';
import { addPerson, SEARCH, update, useNobody } from './people';

const { sandbox } = useNobody();

const ada = {
	name: 'Ada Lovelace',
	email: 'ada@acme.com',
	linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
	phoneNumber: '+4930123456',
};

describe('Get', () => {
	const get = async (parameters: INodeParameters = {}, options: WorkflowOptions = {}) => {
		const form = { resource: 'person', operation: 'get', matchValue: ada.email, ...parameters };
		return await runNode(sandbox(), form, options);
	};

	test.each(Object.entries({ ...ada, email: ' ADA@acme.com ' }))(
		'finds a person by %s',
		async (matchOn, value) => {
			const person = addPerson(sandbox(), ada);
			addPerson(sandbox(), { name: 'Ada Lovelace King', email: 'king.ada@acme.com.example' });
			const { items } = await get({ matchOn, matchValue: value });
			expect(items).toEqual([{ json: person, pairedItem: { item: 0 } }]);
		},
	);

	const ERROR = 'Match Value matches nobody. Check the value (got "nobody@acme.com")';
	test.each<[string, object[]]>([
		['error', [expect.objectContaining({ error: ERROR }), expect.objectContaining(ada)]],
		['emptyItem', [{}, expect.objectContaining(ada)]],
		['noItem', [expect.objectContaining(ada)]],
	])('where nobody matches, gives what %s says', async (ifNotFound, outputs) => {
		addPerson(sandbox(), ada);
		const items = [{ email: 'nobody@acme.com' }, { email: ada.email }];
		const form = { matchValue: '={{ $json.email }}', options: { ifNotFound } };
		expect((await get(form, { items, onError: 'continueRegularOutput' })).json).toEqual(outputs);
	});
});

describe('An email address in the field Person', () => {
	const UPDATE = { resource: 'person', operation: 'update', updateFields: { domain: 'acme.com' } };
	const LOGS = { resource: 'personLog', operation: 'getAll' };

	test.each<[string, INodeParameters]>([
		['by an expression in By ID, as a field that is dragged there', byId(`={{ "${ada.email}" }}`)],
		['where an agent fills the list', fromList(`={{ "${ada.email}" }}`)],
		['as a link, with spaces around it', byEmail(` mailto:${ada.email} `)],
	])('%s is searched for', async (_how, personId) => {
		addPerson(sandbox(), { personId: 'p1', ...ada });
		addPerson(sandbox(), { personId: 'p2', email: `not-${ada.email}` });
		await runNode(sandbox(), { ...UPDATE, personId });
		expect(calls(sandbox())).toEqual([SEARCH, update('p1')]);
		expect(sandbox().requests[0]?.query.query).toBe(ada.email);
	});

	test('is told from an ID by its @ alone', async () => {
		await runNode(sandbox(), { ...UPDATE, personId: byEmail('person_1') });
		expect(calls(sandbox())).toEqual([update('person_1')]);
	});

	test.each([
		['nobody@acme.com', 'Person not found: no person has the email nobody@acme.com.'],
		['two@acme.com', 'Person matches 2 people (p1, p2). Use a value that identifies one person'],
	])('%s: %s', async (email, message) => {
		for (const personId of ['p1', 'p2']) addPerson(sandbox(), { personId, email: 'two@acme.com' });
		const { error } = await runNode(sandbox(), { ...UPDATE, personId: byEmail(email) });
		expect(error?.message).toContain(message);
		expect(calls(sandbox())).toEqual([SEARCH]);
	});

	test.each<[id: string, form: INodeParameters, sent: string[]]>([
		['a/b$&', UPDATE, ['PATCH /v0/persons/a%2Fb%24%26']],
		['a/b', LOGS, ['GET /v0/persons/a%2Fb/logs']],
		['..', UPDATE, []],
	])('becomes the ID %j that the service returns, as one segment', async (personId, form, sent) => {
		addPerson(sandbox(), { personId, email: ada.email });
		const { error } = await runNode(sandbox(), { ...form, personId: byEmail(ada.email) });
		expect(calls(sandbox())).toEqual([SEARCH, ...sent]);
		const isRefused = error?.message.startsWith('The service returned a person without a usable');
		expect(isRefused ?? false).toBe(sent.length === 0);
	});
});
