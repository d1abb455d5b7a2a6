/** Overwrite, over generated people and rows: what a person has stays, what they lack is filled, and nothing else happens. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { cases } from '../../../../support/cases';
import { addPerson, outcomes, upsert, useNobody, writes } from './people';

const { sandbox, people } = useNobody();

const FIELDS = ['name', 'domain', 'phoneNumber', 'linkedinProfileUrl'] as const;
type Details = Partial<Record<(typeof FIELDS)[number], string | null>>;

const detail = (...values: string[]) => fc.constantFrom<string | null>(null, '', ...values);
const details = fc.record<Details>(
	{
		name: fc.constantFrom('Ada Lovelace', 'Ada King'),
		domain: detail('acme.com', 'example.org'),
		phoneNumber: detail('+4930123456', '+15550109999'),
		linkedinProfileUrl: detail('https://www.linkedin.com/in/ada'),
	},
	{ requiredKeys: ['name'] },
);
const emails = fc.constantFrom('ada@acme.com', 'bob@acme.com');

type Person = Details & { email: string };

/** The people as they are to be after the rows, and what is to be done for each row. */
function expected(before: Person[], rows: Person[], overwrites: boolean) {
	const after = new Map(before.map((person) => [person.email, { ...person }]));
	const done = rows.map((row) => {
		const given = Object.entries(row).filter(([, value]) => value);
		const person = after.get(row.email);
		const values = given.filter(([field, value]) => {
			const has = person?.[field as keyof Person];
			return has ? overwrites && has !== value : true;
		});
		after.set(row.email, { ...person, ...(Object.fromEntries(values) as Details), email: row.email });
		if (!person) return 'created';
		return values.length > 0 ? 'updated' : 'unchanged';
	});
	return { after: [...after.values()], done };
}

const filled = (person: object) =>
	Object.fromEntries(
		['email', ...FIELDS].flatMap((field) => {
			const value = (person as IDataObject)[field];
			return value ? [[field, value]] : [];
		}),
	);

test.each(['onlyEmpty', 'always'])('%s', async (overwrite) => {
	const known = fc.uniqueArray(fc.tuple(emails, details), { selector: ([email]) => email, maxLength: 2 });
	const given = fc.array(fc.tuple(emails, details), { minLength: 1, maxLength: 4 });
	const of = ([email, rest]: [string, Details]): Person => ({ ...rest, email });
	await fc.assert(
		fc.asyncProperty(known, given, async (before, rows) => {
			for (const { personId } of [...people()]) sandbox().store.persons.remove(personId);
			for (const person of before) addPerson(sandbox(), filled(of(person)));
			sandbox().requests.length = 0;
			const { after, done } = expected(before.map(of), rows.map(of), overwrite === 'always');

			const [, ...rest] = FIELDS.map((field) => [field, `={{ $json.${field} }}`]);
			const form = {
				...{ matchValue: '={{ $json.email }}', name: '={{ $json.name }}' },
				additionalFields: Object.fromEntries(rest) as INodeParameters,
				options: { overwrite },
			};
			const run = await upsert(sandbox(), form, { items: rows.map((row) => ({ ...of(row) })) });
			expect(run.error).toBeUndefined();
			expect(outcomes(run)).toEqual(done);
			expect(people().map(filled)).toEqual(expect.arrayContaining(after.map(filled)));
			expect(people()).toHaveLength(after.length);
			expect(writes(sandbox())).toHaveLength(done.filter((one) => one !== 'unchanged').length);
		}),
		{ seed: 1, numRuns: cases(60) },
	);
});

test('What the person has stays, also after an earlier row about them was refused', async () => {
	addPerson(sandbox(), { name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'kept.com' });
	sandbox().failNext('unprocessable', { when: ({ method }) => method === 'PATCH' });
	const items = ['+4930123', '+4930124'].map((phone) => ({ phone }));
	const additionalFields = { domain: 'other.com', phoneNumber: '={{ $json.phone }}' };
	const form = { name: 'Somebody Else', additionalFields, options: { overwrite: 'onlyEmpty' } };
	await upsert(sandbox(), form, { items, onError: 'continueRegularOutput' });
	expect(writes(sandbox()).map(({ body }) => body)).toEqual(
		items.map(({ phone }) => ({ phoneNumber: phone })),
	);
	expect(people().map(filled)).toEqual([
		{ name: 'Ada Lovelace', email: 'ada@acme.com', domain: 'kept.com', phoneNumber: '+4930124' },
	]);
});

test('What may have been filled by an update whose answer was lost stays', async () => {
	const { personId } = addPerson(sandbox(), { name: 'Ada Lovelace', email: 'ada@acme.com' });
	sandbox().failNext('unavailableAfter', { times: 6, when: ({ method }) => method === 'PATCH' });
	const items = ['acme.com', 'other.com'].map((domain) => ({ domain }));
	const additionalFields = { domain: '={{ $json.domain }}' };
	const form = { additionalFields, options: { overwrite: 'onlyEmpty' } };
	const run = await upsert(sandbox(), form, { items, onError: 'continueRegularOutput' });
	expect(run.json.map(({ error, outcome }) => error === undefined && outcome)).toEqual([false, 'unchanged']);
	expect(sandbox().store.persons.get(personId)).toMatchObject({ domain: 'acme.com' });
});
