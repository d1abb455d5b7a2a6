/** What a record says in the fields that are watched: of each a list with its value, or an empty one if it lacks it. */
import type { IDataObject } from 'n8n-workflow';

/** The content that a record was last known with; undefined if it was not known. */
export type Last = string | undefined;

type Fields = unknown[][];

const fieldsOf = (content: string): Fields => JSON.parse(content) as Fields;

/** The same for all records where no field is watched. */
export const contentOf = (record: IDataObject, fields: string[] = []): string =>
	JSON.stringify(fields.map((field) => (record[field] === undefined ? [] : [record[field]])));

/**
 * Whether a record has to be told: it is new, or a field has another value than the last one known, null included. A
 * field that a record lacks says nothing: a release of the service that takes a field from all records, or gives them
 * one, is no change of any of them.
 */
export function isNews(content: string, last: Last): boolean {
	if (last === undefined) return true;
	const before = fieldsOf(last);
	return fieldsOf(content).some((field, n) => {
		const known = before[n] ?? [];
		return field.length > 0 && known.length > 0 && JSON.stringify(field) !== JSON.stringify(known);
	});
}

/** What is known of a record that was known before, and is seen now: what it lacks keeps its last value. */
export function added(last: Last, content: string): string {
	if (last === undefined) return content;
	const before = fieldsOf(last);
	return JSON.stringify(fieldsOf(content).map((field, n) => (field.length > 0 ? field : before[n])));
}

/** Of what a record was, what an item tells of it: an item that is simplified has null for what the record lacks. */
export const toldBy = (item: string, existed: ReadonlySet<string> = new Set()): string | undefined =>
	[...existed].find((content) => content === item) ??
	[...existed].find((content) => item === JSON.stringify(fieldsOf(content).map(([value = null]) => [value])));
