/**
 * Changes of people, in services of every kind: the last value stands, and nobody is there twice.
 */
import fc, { type Arbitrary } from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import type { Person } from '../service/records';
import { byEmail, byId } from '../support/locators';
import { nth } from '../support/records';
import { refusedRows, successes } from './deviations/answers';
import { listDeviations, unreliableLists } from './deviations/lists';
import { blindSearch, lateSearch } from './deviations/service';
import {
	afterRun,
	mustHold,
	rowNamed,
	rowOutcomesOf,
	settings,
	type Happened,
	type Outcome,
	type Task,
} from './laws';
import { itHoldsInEveryWorld } from './worlds';
import { addPerson, type WorldService } from './WorldService';

interface Change extends Task {
	/** Who is meant by each row. */
	people: number[];
	/** Those who have what the rows about that person say. */
	who: (service: WorldService, person: number) => Person[];
}

const PEOPLE = 3;

const idOf = (person: number) => `person_${person + 1}`;

const rowsAbout = fc.array(fc.nat(PEOPLE - 1), { minLength: 1, maxLength: 8 });

const nameOf = (row: number) => ({ firstName: rowNamed(row), lastName: 'King' });

/** The fields of the operation, or the choice that columns of their names fill them. */
const filledBy = (areMapped: boolean, fields: INodeParameters): INodeParameters =>
	areMapped ? { dataToSend: 'autoMapInputData', inputsToIgnore: 'at' } : fields;

const updates: Arbitrary<Change> = fc
	.record({
		people: rowsAbout,
		way: fc.constantFrom('id' as const, 'email' as const),
		areMapped: fc.boolean(),
		settings,
	})
	.map(({ people, way, areMapped, settings }): Change => {
		const mail = (person: number) => `p${person}@acme.com`;
		const personId: INodeParameters =
			way === 'id' ? byId('={{ $json.id }}') : byEmail('={{ $json.at }}');
		return {
			people,
			who: ({ store }, person) => [nth(store.persons.all(), person)],
			isRepeatable: true,
			parameters: {
				...{ resource: 'person', operation: 'update', personId },
				...filledBy(areMapped, { updateFields: { name: '={{ $json.firstName }} King' } }),
			},
			items: people.map((person, row) => ({
				id: idOf(person),
				at: row % 2 === 0 ? mail(person) : `${mail(person)} `,
				...nameOf(row),
			})),
			settings,
			prepare: (service) => {
				for (let person = 0; person < PEOPLE; person++) {
					addPerson(service, { name: 'Known Person', email: mail(person) });
				}
			},
		};
	});

const VALUES: Record<string, (person: number, row: number) => string> = {
	email: (person, row) =>
		[`p${person}@acme.com`, `P${person}@Acme.com`, ` <p${person}@acme.com> `][row % 3] ?? '',
	phoneNumber: (person, row) =>
		[`+1415234000${person}`, `+1 (415) 234-000${person}`, `001 415/234.000${person}`][row % 3] ??
		'',
	linkedinProfileUrl: (person, row) =>
		['https://www.linkedin.com/in/p', 'linkedin.com/in/P', ' http://de.linkedin.com/in/p'][
			row % 3
		] + String(person),
};

const same = (text: unknown) => String(text).trim().toLowerCase();

const upserts: Arbitrary<Change> = fc
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
		const fields = { matchValue: `={{ $json.${matchOn} }}`, name: '={{ $json.firstName }} King' };
		return {
			people,
			who: ({ store }, person) =>
				store.persons.all().filter((record) => same(record[matchOn]) === same(value(person, 0))),
			isRepeatable: false,
			isCreation: true,
			needsEveryone: matchOn !== 'email' || findBy === 'readAll',
			parameters: {
				...{ resource: 'person', operation: 'upsert', matchOn, options: { findBy } },
				...filledBy(areMapped, fields),
			},
			items: people.map((person, row) => ({ [matchOn]: value(person, row), ...nameOf(row) })),
			settings,
			prepare: (service) => {
				for (const person of known)
					addPerson(service, { name: 'Known Person', [matchOn]: value(person, 0) });
			},
		};
	});

const numberOf = (name: unknown) => Number(/row-(\d+)/.exec(String(name))?.[1] ?? -1);

/**
 * The value that stands is that of the last row that went through, or of a later one that may have.
 */
function lastValueStands({ task, service }: Happened<Change>, outcomes: Outcome[]): void {
	for (const person of new Set(task.people)) {
		const [record] = task.who(service, person);
		const rows = task.people.flatMap((one, row) => (one === person ? [row] : []));
		const done = rows.filter((row) => outcomes[row]?.outputs.length === 1);
		const last = Math.max(...done);
		const stands = numberOf(record?.name);
		mustHold(
			done.length === 0 || stands >= last,
			`row ${last} went through, and of person ${person} row ${stands} stands`,
		);
	}
}

/** Everybody is there once, and the outputs say who was created and who was there. */
function oncePerPerson(happened: Happened<Change>, outcomes: Outcome[]): void {
	const { task, service } = happened;
	for (const person of new Set(task.people)) {
		const found = task.who(service, person);
		mustHold(found.length <= 1, `person ${person} is there ${found.length} times`);
		const outputs = outcomes.flatMap((outcome, row) =>
			task.people[row] === person ? outcome.outputs.map(({ json }) => json) : [],
		);
		if (outputs.length === 0) continue;
		mustHold(found.length === 1, `person ${person} is given as written, and is not there`);
		const created = outputs.filter(({ outcome }) => outcome === 'created').length;
		const personIdThere = found[0]?.personId;
		const known = /^person_[123]$/.test(String(personIdThere)) && numberOf(found[0]?.name) < 0;
		mustHold(created <= (known ? 0 : 1), `person ${person} is given as created ${created} times`);
		for (const { personId } of outputs) {
			const isTrue = personId === undefined || personId === found[0]?.personId;
			mustHold(
				isTrue,
				`person ${person} has the ID ${personIdThere}, the output ${String(personId as string)}`,
			);
		}
	}
}

describe('Person > Update', () => {
	itHoldsInEveryWorld(
		'leaves the value of the last row',
		updates,
		[successes, refusedRows, lateSearch, ...listDeviations],
		afterRun((happened) => lastValueStands(happened, rowOutcomesOf(happened))),
	);
});

describe('Person > Create or Update', () => {
	itHoldsInEveryWorld(
		'leaves one person for each value, with what the last row says',
		upserts,
		[successes, refusedRows, lateSearch, blindSearch, ...unreliableLists],
		afterRun((happened) => {
			const outcomes = rowOutcomesOf(happened);
			oncePerPerson(happened, outcomes);
			lastValueStands(happened, outcomes);
		}),
	);
});
