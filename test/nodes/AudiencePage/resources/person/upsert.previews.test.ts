/** Create or Update where some rows are previews: they see what real rows before them have written, and change nothing for those. */
import fc from 'fast-check';

import { casesOf } from '../../../../support/cases';
import { addPerson, inSandbox, upsert, writes } from './people';

const emailOf = (person: number) => `p${person}@acme.com`;

const cases = fc.record({
	rows: fc.array(
		fc.record({
			person: fc.nat(1),
			isPreview: fc.boolean(),
			domain: fc.constantFrom('a.example', 'b.example'),
			phoneNumber: fc.constantFrom('+4930123456', '+4930123457'),
		}),
		{ minLength: 1, maxLength: 8 },
	),
	/** Who is there before. */
	known: fc.subarray([0, 1]),
	findBy: fc.constantFrom('', 'readAll'),
	isLate: fc.boolean(),
	maxConcurrentRequests: fc.constantFrom(1, 64),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;
type Fields = Record<string, string>;

/** What each row gives, by what was really written before it and, for a preview, by what previews since would have written. */
function expectedOf({ rows, known }: Case) {
	const there = new Map<number, Fields>(known.map((person) => [person, {}]));
	const shown = new Map(there);
	const outputs = rows.map(({ person, isPreview, ...wanted }) => {
		const before = (isPreview ? shown : there).get(person);
		const changed = Object.entries(wanted).flatMap(([field, value]) =>
			before?.[field] === value ? [] : [field],
		);
		shown.set(person, wanted);
		if (!isPreview) there.set(person, wanted);
		const [create, update] = isPreview ? ['wouldCreate', 'wouldUpdate'] : ['created', 'updated'];
		const outcome = before === undefined ? create : changed.length > 0 ? update : 'unchanged';
		if (before === undefined) changed.push('email', 'name');
		return { outcome, changed: isPreview ? changed.sort() : [] };
	});
	return { outputs, there };
}

test('A preview is of what a real run would do then, and a real row does what it does without previews', async () => {
	const holds = async (of: Case) =>
		await inSandbox(async (service) => {
			for (const person of of.known) {
				addPerson(service, { personId: `known_${person}`, name: 'Somebody', email: emailOf(person) });
			}
			if (of.isLate) service.settings.searchDelayMs = 1e9;
			const items = of.rows.map((row, number) => {
				const email = emailOf(row.person);
				return { ...row, email: number % 2 === 0 ? email : email.toUpperCase() };
			});
			const { findBy, maxConcurrentRequests } = of;
			const parameters = {
				...{ name: 'Somebody', matchValue: '={{ $json.email }}' },
				additionalFields: { domain: '={{ $json.domain }}', phoneNumber: '={{ $json.phoneNumber }}' },
				options: { previewOnly: '={{ $json.isPreview }}', findBy, maxConcurrentRequests },
			};
			const { json, error } = await upsert(service, parameters, { items });
			expect(error).toBeUndefined();

			const { outputs, there } = expectedOf(of);
			const given = json.map(({ outcome, changes = {} }, row) => ({
				outcome,
				changed: of.rows[row]?.isPreview ? Object.keys(changes as object).sort() : [],
			}));
			expect(given).toEqual(outputs);
			const written = outputs.filter(({ outcome }) => outcome === 'created' || outcome === 'updated');
			expect(writes(service)).toHaveLength(written.length);
			const people = service.store.persons.all();
			expect(people).toHaveLength(there.size);
			for (const [person, fields] of there) {
				expect(people.find(({ email }) => email?.toLowerCase() === emailOf(person))).toMatchObject(fields);
			}
		});
	await fc.assert(fc.asyncProperty(cases, holds), { seed: 2026, numRuns: casesOf(60, 8) });
}, 600_000);
