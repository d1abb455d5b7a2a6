import type { INodeParameters } from 'n8n-workflow';

import { bodies, calls } from '../../../../support/sent';
import { useSandbox, withAnswers } from '../../../../support/services';
import { addPerson, CREATE, outcomes, SEARCH, update, upsert, writes } from './upserting';

const sandbox = useSandbox({ sizes: { persons: 0 } });

beforeEach(() => {
	for (const { personId } of [...sandbox().store.persons.all()]) sandbox().store.persons.remove(personId);
});

const ada = { name: 'Ada Lovelace', email: 'ada@acme.com' };
const everyField = {
	domain: 'acme.com',
	email: 'ada@acme.com',
	linkedinProfileUrl: 'https://www.linkedin.com/in/ada',
	phoneNumber: '+4930123456',
};

describe('Nobody matches', () => {
	test('the person is created with all that was given', async () => {
		const { email, ...additionalFields } = everyField;
		const { items } = await upsert(sandbox(), { additionalFields });
		const [person] = sandbox().store.persons.all();

		expect(calls(sandbox())).toEqual([SEARCH, CREATE]);
		expect(sandbox().requests[0]?.query).toEqual({ query: email, limit: '100' });
		expect(bodies(sandbox())[1]).toEqual({ name: 'Ada Lovelace', ...everyField });
		expect(person).toMatchObject({ name: 'Ada Lovelace', ...everyField });
		expect(items).toEqual([{ json: { ...person, outcome: 'created' }, pairedItem: { item: 0 } }]);
	});

	test.each<[string, INodeParameters, object]>([
		['email', { matchValue: ' ada@acme.com ' }, ada],
		[
			'linkedinProfileUrl',
			{ matchValue: everyField.linkedinProfileUrl },
			{ name: 'Ada Lovelace', linkedinProfileUrl: everyField.linkedinProfileUrl },
		],
		['phoneNumber', { matchValue: '+4930123456' }, { name: 'Ada Lovelace', phoneNumber: '+4930123456' }],
		['name', { matchValue: 'Ada King', name: '' }, { name: 'Ada King' }],
	])('the value that was looked for by %s is theirs', async (matchOn, parameters, body) => {
		const run = await upsert(sandbox(), { matchOn, ...parameters });
		expect(outcomes(run)).toEqual(['created']);
		expect(writes(sandbox()).map((request) => request.body)).toEqual([body]);
	});
});

describe('One matches', () => {
	test('only what differs is sent, and the person is given as they are now', async () => {
		const person = addPerson(sandbox(), { ...ada, domain: 'old.com', phoneNumber: '+4930123456' });
		const { items } = await upsert(sandbox(), {
			additionalFields: { domain: 'acme.com', phoneNumber: '+4930123456' },
		});
		expect(calls(sandbox())).toEqual([SEARCH, update(person.personId)]);
		expect(bodies(sandbox())[1]).toEqual({ domain: 'acme.com' });
		expect(items).toEqual([
			{ json: { ...person, domain: 'acme.com', outcome: 'updated' }, pairedItem: { item: 0 } },
		]);
	});

	test('nothing is sent where nothing differs, and a hint says so', async () => {
		const person = addPerson(sandbox(), ada);
		const { json, hints } = await upsert(sandbox());
		expect(calls(sandbox())).toEqual([SEARCH]);
		expect(json).toEqual([{ ...person, outcome: 'unchanged' }]);
		expect(hints).toEqual(['Nothing to change for 1 item.']);
	});

	test('fields that are left empty are left as they are', async () => {
		addPerson(sandbox(), { ...ada, ...everyField });
		const empties = {
			domain: '',
			email: '={{ null }}',
			linkedinProfileUrl: '={{ undefined }}',
			phoneNumber: '',
		};
		expect(outcomes(await upsert(sandbox(), { additionalFields: empties }))).toEqual(['unchanged']);
	});

	test.each([
		['ADA@acme.com', 'ada@acme.com'],
		['ada@acme.com', ' Ada@Acme.COM'],
		[' ada@acme.com ', 'ada@acme.com'],
	])('an email of %j is the same as one of %j, and not changed for it', async (theirs, matchValue) => {
		addPerson(sandbox(), { ...ada, email: theirs });
		expect(outcomes(await upsert(sandbox(), { matchValue }))).toEqual(['unchanged']);
	});

	test('in a name, upper and lower case are not the same', async () => {
		addPerson(sandbox(), { name: 'ADA LOVELACE' });
		const run = await upsert(sandbox(), { matchOn: 'name', matchValue: 'Ada Lovelace' });
		expect(outcomes(run)).toEqual(['created']);
	});

	test('whose ID is strange is one segment of the path', async () => {
		addPerson(sandbox(), { ...ada, personId: 'a/b ?', domain: 'old.com' });
		await upsert(sandbox(), { additionalFields: { domain: 'acme.com' } });
		expect(writes(sandbox()).map(({ url }) => url)).toEqual(['/v0/persons/a%2Fb%20%3F']);
	});
});

describe('Several match', () => {
	test('that is an error which names them, and nobody is written', async () => {
		const ids = ['one', 'other'].map((personId) => addPerson(sandbox(), { ...ada, personId }).personId);
		const { error } = await upsert(sandbox());
		expect(error?.message).toContain(`Match Value matches 2 people (${ids.join(', ')})`);
		expect(calls(sandbox())).toEqual([SEARCH]);
	});

	test.each(['search', 'readAll'])(
		'by %s, one person on two pages is one, as they came last',
		async (findBy) => {
			const personId = 'the-one';
			const page = (domain: string) => ({ items: [{ ...ada, personId, domain }], totalCount: 1 });
			const pages = [{ ...page('old.com'), hasMore: true, nextCursor: 'next' }, page('acme.com')];
			await withAnswers(
				pages.map((body) => ({ body })),
				async (service) => {
					const changes = { additionalFields: { domain: 'acme.com' }, options: { findBy } };
					expect(outcomes(await upsert(service, changes))).toEqual(['unchanged']);
					expect(service.requests.map((request) => request.split('?')[0])).toEqual([SEARCH, SEARCH]);
				},
			);
		},
	);

	test('with Continue it is an error item, and the others are written', async () => {
		for (const personId of ['one', 'other']) addPerson(sandbox(), { ...ada, personId });
		const items = ['ada@acme.com', 'grace@acme.com'].map((email) => ({ email }));
		const run = await upsert(
			sandbox(),
			{ matchValue: '={{ $json.email }}' },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(run.items).toMatchObject([
			{
				json: { email: 'ada@acme.com', error: expect.stringContaining('one, other') },
				pairedItem: { item: 0 },
			},
			{ json: { email: 'grace@acme.com', outcome: 'created' }, pairedItem: { item: 1 } },
		]);
	});
});

describe('What makes no sense is not sent', () => {
	test.each<[string, INodeParameters, string]>([
		['no value', { matchValue: '={{ "" }}' }, 'Match Value must not be empty'],
		['spaces for a value', { matchValue: '={{ "  " }}' }, 'Match Value must not be empty'],
		['a list for a value', { matchValue: '={{ ["a"] }}' }, 'Match Value must be text'],
		['no number for a value', { matchValue: '={{ 1 / 0 }}' }, 'Match Value must be text'],
		[
			'half a character',
			{ matchValue: '={{ "\\ud83d" }}' },
			'Match Value must not contain an invalid Unicode character',
		],
		[
			'a phone number without +',
			{ matchOn: 'phoneNumber', matchValue: '4930123456' },
			'Match Value must be an international number',
		],
		[
			'a name of 256 characters',
			{ matchOn: 'name', matchValue: 'x'.repeat(256) },
			'Match Value must be 1 to 255',
		],
		['no name', { name: '={{ "" }}' }, 'Name must not be empty'],
		['a name that is too long', { name: 'x'.repeat(256) }, 'Name must be 1 to 255'],
		[
			'a field to match on that does not exist',
			{ matchOn: '={{ "slug" }}' },
			'Match On must be one of the fields in the list',
		],
		[
			'a way to find that does not exist',
			{ options: { findBy: '={{ "guess" }}' } },
			'Find By must be search or',
		],
		[
			'the value set twice, and differently',
			{ additionalFields: { email: 'other@acme.com' } },
			'Match Value must be the same as the value of the field that Match On selects',
		],
	])('%s', async (_what, parameters, message) => {
		const { error, items } = await upsert(sandbox(), parameters);
		expect(error?.message).toContain(message);
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
		expect(items).toEqual([]);
		expect(calls(sandbox())).toEqual([]);
	});

	test('but the value set twice in one meaning is', async () => {
		const run = await upsert(sandbox(), { additionalFields: { email: ' ADA@acme.com' } });
		expect(outcomes(run)).toEqual(['created']);
		expect(writes(sandbox()).map(({ body }) => body)).toEqual([ada]);
	});
});

test.each(['={{ "" }}', '={{ null }}', '={{ undefined }}'])(
	'Match On and Find By that are %s are as they usually are',
	async (empty) => {
		addPerson(sandbox(), ada);
		const run = await upsert(sandbox(), { matchOn: empty, options: { findBy: empty } });
		expect(outcomes(run)).toEqual(['unchanged']);
		expect(sandbox().requests.map(({ query }) => query.query)).toEqual(['ada@acme.com']);
	},
);
