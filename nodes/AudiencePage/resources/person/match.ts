import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isEmpty } from '../../shared/values';

/** A person, as the service gives one (service interface, section 2.2). */
export interface Person extends IDataObject {
	personId: string;
}

/** The fields that tell people apart. */
const MATCH_FIELDS = ['email', 'linkedinProfileUrl', 'name', 'phoneNumber'] as const;

export type MatchField = (typeof MATCH_FIELDS)[number];

export const isMatchField = (field: string): field is MatchField => MATCH_FIELDS.some((one) => one === field);

/** What a person is looked for by. */
export interface Match {
	field: MatchField;
	value: string;
}

/** What two values of a field have in common if they mean the same: email addresses ignore case. */
export function normalizedValue(field: string, value: unknown): string {
	if (isEmpty(value)) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string).trim();
	return field === 'email' ? text.toLowerCase() : text;
}

/** One name for all matches that mean the same. */
export const matchKey = ({ field, value }: { field: MatchField; value: unknown }): string =>
	`${field}:${normalizedValue(field, value)}`;

/** The names of the matches that find a person with these fields: none for a field that is empty. */
export const matchKeys = (person: IDataObject, fields: readonly MatchField[] = MATCH_FIELDS): string[] =>
	fields.filter((field) => !isEmpty(person[field])).map((field) => matchKey({ field, value: person[field] }));

/** People by the matches that find them. */
export class PeopleByMatch {
	private readonly byName = new Map<string, Person[]>();

	constructor(people: Person[]) {
		for (const person of people) {
			for (const name of matchKeys(person)) {
				const known = this.byName.get(name);
				if (known) known.push(person);
				else this.byName.set(name, [person]);
			}
		}
	}

	find(match: Match): Person[] {
		return this.byName.get(matchKey(match)) ?? [];
	}
}

/** Each person once, as they come last. Only the ID tells that two records are one person. */
export const uniquePeople = (people: Person[]): Person[] => [
	...new Map(people.map((person) => [isEmpty(person.personId) ? person : person.personId, person])).values(),
];

/** Those people who have the value, compared exactly: a search finds all that contain it. */
export const exactMatches = (people: Person[], match: Match): Person[] =>
	people.filter((person) => matchKeys(person, [match.field]).includes(matchKey(match)));

/** The fields of `wanted` that a person does not have as they are wanted. */
export const differences = (person: Person, wanted: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(wanted).filter(
			([field, value]) => normalizedValue(field, person[field]) !== normalizedValue(field, value),
		),
	);

/** The match that the form of Create or Update asks for; its hook checks it (see `sendMatchValue`). */
export function matchOf(context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): Match {
	const field = context.getNodeParameter('matchOn', '') as MatchField | '' | null;
	const value = context.getNodeParameter('matchValue', '');
	return {
		field: isEmpty(field) ? 'email' : field,
		value: isEmpty(value) ? '' : String(value as string).trim(),
	};
}

/**
 * Names under which two items of Create or Update that may be about the same person have one in common.
 * Where all items match on one field, that field alone tells. Where each chooses its own, every value
 * that it gives can be the one that another is matched on; a name, which many people share, only where
 * it is matched on.
 */
export function upsertOrderingKeys(
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getNodeParameter'>,
	fields: IDataObject,
): string[] {
	const match = matchOf(context);
	const { matchOn } = context.getNode().parameters;
	if (typeof matchOn !== 'string' || !matchOn.startsWith('=')) return [matchKey(match)];
	return matchKeys(
		fields,
		MATCH_FIELDS.filter((field) => field !== 'name' || match.field === 'name'),
	);
}
