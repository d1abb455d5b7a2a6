/** What the forms of both nodes are held to. */
import type { INodeProperties } from 'n8n-workflow';

import { nested } from '../../support/description';

/** A field that stands somewhere in a form: for titles, the form's name and the path of the field in it. */
export interface PlacedField {
	path: string;
	field: INodeProperties;
}

/** The fields of a form, and all that is nested in them. */
export const placedIn = (form: string, fields: INodeProperties[]): PlacedField[] =>
	fields.flatMap((field) => nested(field)).map(([path, field]) => ({ path: `${form}: ${path}`, field }));

/** Expects the order in which n8n's review has lists. */
export function expectInAlphabet(names: string[]): void {
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
}

/** What a list of choices, or a collection, offers. */
export const offeredBy = ({ options = [] }: INodeProperties): string[] =>
	options.map((option) => ('displayName' in option ? option.displayName : option.name));
