import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { isEmpty } from '../../transport/isEmpty';

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
export function keyOf(field: string, value: unknown): string {
	const text = isEmpty(value) ? '' : String(value as string).trim();
	return field === 'email' ? text.toLowerCase() : text;
}

/** Those people who have the value, compared exactly: a search finds all that contain it. */
export const matching = (people: Person[], { field, value }: Match): Person[] =>
	people.filter((person) => keyOf(field, person[field]) === keyOf(field, value));

/** The fields of `wanted` that a person does not have as they are wanted. */
export const differences = (person: Person, wanted: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(wanted).filter(([field, value]) => keyOf(field, person[field]) !== keyOf(field, value)),
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
