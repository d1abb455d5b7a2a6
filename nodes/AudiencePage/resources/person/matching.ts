import type { IDataObject } from 'n8n-workflow';

import { getOrMake, isEmpty } from '../../shared/values';
import { MATCH_FIELDS, PERSON_TEXTS, type MatchField } from './fields';

/** A person, as the service gives one (service interface, section 2.2). */
export interface Person extends IDataObject {
	personId: string;
}

export interface Match {
	field: MatchField;
	value: string;
	/** What errors call it. */
	label: string;
}

/** Neither mail servers nor LinkedIn tell upper and lower case apart. */
const IGNORES_CASE = ['email', 'linkedinProfileUrl'];

/** Equal for values that mean the same, however they are written. */
export function normalizedValue(field: string, value: unknown): string {
	if (isEmpty(value)) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string).trim();
	const sent = PERSON_TEXTS[field]?.normalize?.(text) ?? text;
	return IGNORES_CASE.includes(field) ? sent.toLowerCase() : sent;
}

export const matchKey = ({ field, value }: { field: MatchField; value: unknown }): string =>
	`${field}:${normalizedValue(field, value)}`;

/** Adds a person under the keys of the matches that find them: none for a field that is empty. */
export function addByKey(byKey: Map<string, Person[]>, person: Person): void {
	for (const field of MATCH_FIELDS) {
		if (isEmpty(person[field])) continue;
		const key = matchKey({ field, value: person[field] });
		getOrMake(byKey, key, (): Person[] => []).push(person);
	}
}

/** Those people who have the value, compared exactly: a search finds all that contain it. */
export function exactMatches(people: Person[], match: Match): Person[] {
	const { field } = match;
	const key = matchKey(match);
	return people.filter(
		({ [field]: value }) => !isEmpty(value) && matchKey({ field, value }) === key,
	);
}

/** The fields of `wanted` that a person does not have as they are wanted. */
export const differences = (person: Person, wanted: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(wanted).filter(
			([field, value]) => normalizedValue(field, person[field]) !== normalizedValue(field, value),
		),
	);
