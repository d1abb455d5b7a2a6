import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import type { OrderingKeysOf } from '../../execution/scheduler';
import { fieldError } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { validUnicode } from '../../fields/rules';
import { validatedText } from '../../fields/text';
import { isEmpty } from '../../shared/values';
import { MATCH_FIELD_RULES, MATCH_FIELDS, type MatchField } from './fields';

/** A person, as the service gives one (service interface, section 2.2). */
export interface Person extends IDataObject {
	personId: string;
}

export const isMatchField = (field: string): field is MatchField => MATCH_FIELDS.some((one) => one === field);

/** The field and value by which a person is found. */
export interface Match {
	field: MatchField;
	value: string;
}

/** Equal for two values of a field that mean the same: the case of an email address does not matter. */
export function normalizedValue(field: string, value: unknown): string {
	if (isEmpty(value)) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string).trim();
	return field === 'email' ? text.toLowerCase() : text;
}

/** Equal for all matches that mean the same. */
export const matchKey = ({ field, value }: { field: MatchField; value: unknown }): string =>
	`${field}:${normalizedValue(field, value)}`;

/** The keys of the matches that find a person with these fields: none for a field that is empty. */
export const matchKeys = (person: IDataObject, fields: readonly MatchField[] = MATCH_FIELDS): string[] =>
	fields.filter((field) => !isEmpty(person[field])).map((field) => matchKey({ field, value: person[field] }));

/** People by the matches that find them. */
export class PeopleByMatch {
	private readonly byKey = new Map<string, Person[]>();

	constructor(people: Person[]) {
		for (const person of people) {
			for (const key of matchKeys(person)) {
				const people = this.byKey.get(key);
				if (people) people.push(person);
				else this.byKey.set(key, [person]);
			}
		}
	}

	find(match: Match): Person[] {
		return this.byKey.get(matchKey(match)) ?? [];
	}
}

/** Each person once: the last record with their ID. */
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
 * Two items of Create or Update that may be about the same person have a key in common. Where all items
 * match on one field, that field alone tells. Where each chooses its own, every value that it gives can
 * be the one that another is matched on; a name, which many people share, only where it is matched on.
 */
export const byMatch: OrderingKeysOf = (request, context) => {
	const match = matchOf(context);
	const { matchOn } = context.getNode().parameters;
	if (typeof matchOn !== 'string' || !matchOn.startsWith('=')) return [matchKey(match)];
	return matchKeys(
		bodyOf(request),
		MATCH_FIELDS.filter((field) => field !== 'name' || match.field === 'name'),
	);
};

export const matchOn: INodeProperties = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	default: 'email',
	description: 'Field used to find an existing person',
	options: [
		{ name: 'Email', value: 'email', description: 'Ignores upper and lower case' },
		{ name: 'LinkedIn Profile URL', value: 'linkedinProfileUrl' },
		{ name: 'Name', value: 'name', description: 'The full name, exactly as written' },
		{ name: 'Phone Number', value: 'phoneNumber' },
	],
};

export const matchValue: INodeProperties = {
	displayName: 'Match Value',
	name: 'matchValue',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. nathan@acme.com',
	description: 'Value to look for. A new person is created with it.',
};

/**
 * Puts the value that people are matched on into the body: a new person gets it. For `afterFields`:
 * the fields may have a value for it too.
 *
 * @throws NodeOperationError if it breaks a rule of its field, or the field has another value too
 */
export const sendMatchValue: PreSendAction = async function (request) {
	const { field } = matchOf(this);
	if (!isMatchField(field))
		throw fieldError(this, matchOn.displayName, 'must be one of the fields in the list');

	const given = this.getNodeParameter(matchValue.name, '') as GenericValue;
	const text = validatedText(this, matchValue, given, [validUnicode, ...MATCH_FIELD_RULES[field]]);
	const body = bodyOf(request);
	if (!isEmpty(body[field]) && normalizedValue(field, body[field]) !== normalizedValue(field, text)) {
		throw fieldError(
			this,
			matchValue.displayName,
			'must be the same as the value of the field that Match On selects',
		);
	}
	return { ...request, body: { ...body, [field]: text } };
};

export const findBy: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	default: 'search',
	description:
		'How to find an existing person. By default, the node searches for an email or name, and reads all people for a phone number or LinkedIn profile URL.',
	options: [
		{
			name: 'Read All',
			value: 'readAll',
			description:
				'Read all people once per run and compare them in n8n. Reliable, but slow if you have many people.',
		},
		{
			name: 'Search',
			value: 'search',
			description:
				'Let the service search for each item. Fast, but the service decides which fields to search.',
		},
	],
};

/** How the people who match are found: by a search for each item, or in the whole list, read once. */
export type FindBy = 'search' | 'readAll';

/**
 * How the people who match are found.
 *
 * @throws NodeOperationError if the option is none of those in the list
 */
export function findByOf(context: IExecuteSingleFunctions, { field }: Match): FindBy {
	const chosen = context.getNodeParameter(`options.${findBy.name}`, '');
	if (isEmpty(chosen)) return field === 'email' || field === 'name' ? 'search' : 'readAll';
	if (chosen === 'search' || chosen === 'readAll') return chosen;
	throw fieldError(context, findBy.displayName, 'must be search or readAll');
}
