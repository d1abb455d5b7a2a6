import type { GenericValue } from 'n8n-workflow';

import columnsOfFields from './columns.json';
import { details } from './fields';

/**
 * The columns that go to a field, in the order in which they count: of several that have a value,
 * the first.
 */
export const COLUMNS: Record<string, string[]> = { ...columnsOfFields };
for (const { name, displayName } of details)
	COLUMNS[name] = [displayName, ...(COLUMNS[name] ?? [])];

const SPELLING = /[^\p{L}\p{N}]/gu;
export const keyOf = (column: string): string =>
	column.normalize('NFC').toLowerCase().replace(SPELLING, '');
export type Column = [name: string, value: GenericValue];
export type Place = [field: string, rank: number];

const PLACES = new Map<string, Place>(
	Object.entries(COLUMNS).flatMap(([field, columns]) =>
		columns.map((column, rank): [string, Place] => [keyOf(column), [field, rank]]),
	),
);

/** What may stand before the name of a column, or after it. */
const QUALIFIER =
	/^(?:contact|person|kontakt|ansprechpartner(?:in(?!ternet|fix))?|work|business|primary)|(?:de[sr])?ansprechpartner(?:in|s)?$|ofcontact$/;
/** Of Kontaktperson Name, `name`. */
export const unqualified = (column: string) =>
	keyOf(column).replace(QUALIFIER, '').replace(QUALIFIER, '');

/** Whether the column is a contact's: beside other columns, it may be of a second person. */
export const isOfContact = (column: string): boolean =>
	/^(?:work|business|primary)?(?:contact|person(?!al)|kontakt)|ansprech|ofcontact$/.test(
		keyOf(column),
	);

/**
 * With a qualifier, these mean something else: a company's name, a record in the tool that wrote
 * the file.
 */
const OTHER_MEANINGS = /(?:business|work)(?:full|display)?name$|^(?:contact|person|kontakt)url$/;

export function placeOf(column: string): Place | undefined {
	const key = keyOf(column);
	const exact = PLACES.get(key);
	if (exact !== undefined || OTHER_MEANINGS.test(key) || !QUALIFIER.test(key)) return exact;
	const [field, rank] = placeOf(key.replace(QUALIFIER, '')) ?? [];
	// After the column without a qualifier, before the next one.
	return field === undefined || rank === undefined ? undefined : [field, rank + 0.5];
}
