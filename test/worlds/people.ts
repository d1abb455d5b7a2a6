/** Rows about a few people, for Update and for Create or Update, mapped by the user or by themselves. */
import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byEmail, byId } from '../support/locators';
import { nth } from '../support/records';
import { MAX_RETRIES, rowNamed, settings, type Task } from './nodeRun';
import type { WorldService } from './WorldService';

export interface Change extends Task {
	/** Who is meant by each row. */
	people: number[];
	/** Those who have what the rows about that person say. */
	who: (service: WorldService, person: number) => IDataObject[];
}

const PEOPLE = 3;

const idOf = (person: number) => `person_${person + 1}`;

const rowsAbout = fc.array(fc.nat(PEOPLE - 1), { minLength: 1, maxLength: 8 });

/** The fields of the operation, or the choice that columns of their names fill them. */
const filledBy = (areMapped: boolean, fields: INodeParameters): INodeParameters =>
	areMapped ? { dataToSend: 'autoMapInputData', inputsToIgnore: 'at' } : fields;

export const updates: Arbitrary<Change> = fc
	.record({
		people: rowsAbout,
		way: fc.constantFrom('id' as const, 'email' as const),
		areMapped: fc.boolean(),
		settings,
	})
	.map(({ people, way, areMapped, settings }): Change => {
		const mail = (person: number) => `p${person}@acme.com`;
		const personId: INodeParameters = way === 'id' ? byId('={{ $json.id }}') : byEmail('={{ $json.at }}');
		return {
			people,
			who: ({ records }, person) => [nth(records.people, person)],
			isRepeatable: true,
			maxRetries: MAX_RETRIES,
			parameters: {
				...{ resource: 'person', operation: 'update', personId },
				...filledBy(areMapped, { updateFields: { name: '={{ $json.name }}' } }),
			},
			items: people.map((person, row) => ({
				id: idOf(person),
				at: row % 2 === 0 ? mail(person) : `${mail(person)} `,
				name: rowNamed(row),
			})),
			settings,
			prepare: ({ records }) => {
				for (let person = 0; person < PEOPLE; person++) {
					records.addPerson({ name: 'before', email: mail(person) });
				}
			},
		};
	});

const VALUES: Record<string, (person: number, row: number) => string> = {
	email: (person, row) =>
		[`p${person}@acme.com`, `P${person}@Acme.com`, ` p${person}@acme.com `][row % 3] ?? '',
	phoneNumber: (person, row) =>
		[`+1555000000${person}`, `+1 (555) 000-000${person}`, `001 555/000.000${person}`][row % 3] ?? '',
	linkedinProfileUrl: (person) => `https://linkedin.com/in/p${person}`,
};

const same = (text: unknown) => String(text).trim().toLowerCase();

export const upserts: Arbitrary<Change> = fc
	.record({
		people: rowsAbout,
		matchOn: fc.constantFrom('email', 'phoneNumber', 'linkedinProfileUrl'),
		findBy: fc.constantFrom('', 'readAll'),
		known: fc.subarray([0, 1, 2]),
		areMapped: fc.boolean(),
		settings,
	})
	.map(({ people, matchOn, findBy, known, areMapped, settings }): Change => {
		const value = (person: number, row: number) => VALUES[matchOn]?.(person, row) ?? '';
		const fields = { matchValue: `={{ $json.${matchOn} }}`, name: '={{ $json.name }}' };
		return {
			people,
			who: ({ records }, person) =>
				records.people.filter((record) => same(record[matchOn]) === same(value(person, 0))),
			isRepeatable: false,
			maxRetries: MAX_RETRIES,
			needsEveryone: matchOn !== 'email' || findBy === 'readAll',
			parameters: {
				...{ resource: 'person', operation: 'upsert', matchOn, options: { findBy } },
				...filledBy(areMapped, fields),
			},
			items: people.map((person, row) => ({ [matchOn]: value(person, row), name: rowNamed(row) })),
			settings,
			prepare: ({ records }) => {
				for (const person of known) records.addPerson({ name: 'before', [matchOn]: value(person, 0) });
			},
		};
	});
