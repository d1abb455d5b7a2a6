import type { IDataObject } from 'n8n-workflow';

import { getOrMake, isEmpty } from '../../shared/values';
import { MATCH_FIELDS, PERSON_TEXTS, type MatchField } from './fields';

/** A person, as the service gives one (service interface, section 2.2). */
export interface Person extends IDataObject {
	personId: string;
}

/** What a person is looked up by. */
export interface Match {
	field: MatchField;
	value: string;
	/** What errors call it. */
	label: string;
}

/** Neither mail servers nor LinkedIn tell upper and lower case apart. */
const IGNORES_CASE = ['email', 'linkedinProfileUrl'];

/** Equal for values of a field that mean the same, however they are typed. */
export function normalizedValue(field: string, value: unknown): string {
	if (isEmpty(value)) return '';
	const text = typeof value === 'string' ? value.trim() : JSON.stringify(value);
	const sent = PERSON_TEXTS[field]?.normalize?.(text) ?? text;
	return IGNORES_CASE.includes(field) ? sent.toLowerCase() : sent;
}

/** Equal for matches that are about the same people. */
export const matchKey = ({ field, value }: Pick<Match, 'field' | 'value'>): string =>
	`${field}:${normalizedValue(field, value)}`;

/** People by the keys of the matches that find them. An empty field finds nobody. */
export function peopleByKey(people: Person[]): Map<string, Person[]> {
	const byKey = new Map<string, Person[]>();
	for (const person of people) {
		for (const field of MATCH_FIELDS) {
			const value = normalizedValue(field, person[field]);
			if (value === '') continue;
			getOrMake(byKey, matchKey({ field, value }), (): Person[] => []).push(person);
		}
	}
	return byKey;
}

/** The fields of `wanted` that a person does not have as they are wanted. */
export const differences = (person: Person, wanted: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(wanted).filter(
			([field, value]) => normalizedValue(field, person[field]) !== normalizedValue(field, value),
		),
	);
