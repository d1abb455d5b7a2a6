import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../transport/isEmpty';
import { isOff, isOn } from '../../transport/isOn';
import type { ListShape, RecordShape, Shape } from './shape';

/** Makes the error for a rule that is broken at a path such as `[0].title`. */
export type Refuse = (brokenRule: string, path: string) => Error;

/** The path of a member. */
export const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function textOf(value: unknown, path: string, refuse: Refuse): string | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'object') throw refuse('must be text', path);
	return String(value as string);
}

function textsOf(value: unknown, path: string, refuse: Refuse): string[] | undefined {
	const given: unknown[] = Array.isArray(value) ? value : (textOf(value, path, refuse) ?? '').split(',');
	const all = given.map((one, index) => textOf(one, `${path}[${index}]`, refuse)?.trim());
	const filled = all.filter((one) => !isEmpty(one)) as string[];
	return filled.length > 0 ? filled : undefined;
}

function flagOf(value: unknown, path: string, refuse: Refuse): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (!isOn(value) && !isOff(value)) throw refuse('must be true or false', path);
	return isOn(value);
}

function recordOf(value: unknown, shape: RecordShape, path: string, refuse: Refuse): IDataObject | undefined {
	const given = (value ?? {}) as IDataObject;
	const members = shape.members.flatMap(({ field: { name }, shape: inner }) => {
		const one = fromForm(given[name], inner, inside(path, name), refuse);
		return one === undefined ? [] : [[name, one]];
	});
	return members.length > 0 ? (Object.fromEntries(members) as IDataObject) : undefined;
}

function listOf(value: unknown, { of, group, within }: ListShape, path: string, refuse: Refuse) {
	const entries = ((value ?? {}) as IDataObject)[group];
	const records = (Array.isArray(entries) ? entries : []).flatMap((entry, index) => {
		const one = recordOf(entry, of, `${path}[${index}]`, refuse);
		if (one === undefined) return [];
		return within === undefined ? one : { [within]: one };
	});
	return records.length > 0 ? records : undefined;
}

/**
 * What the service takes of a structured field that was filled on the form.
 *
 * @returns undefined if nothing in it was filled: members, entries and lists that are empty are not sent
 * @throws what `refuse` makes, if a value is of a type that the form cannot give
 */
export function fromForm(value: unknown, shape: Shape, path: string, refuse: Refuse): unknown {
	switch (shape.is) {
		case 'text':
			return textOf(value, path, refuse);
		case 'texts':
			return textsOf(value, path, refuse);
		case 'flag':
			return flagOf(value, path, refuse);
		case 'record':
			return recordOf(value, shape, path, refuse);
		case 'list':
			return listOf(value, shape, path, refuse);
	}
}
