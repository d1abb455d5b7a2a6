import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty, isFalse, isTrue } from '../../shared/values';
import { memberPath, type FieldErrorAt } from '../fieldErrorAt';
import { textValue } from '../text';
import type { ListShape, Member, RecordShape } from './shape';

function textIn(
	value: unknown,
	field: INodeProperties,
	path: string,
	refuse: FieldErrorAt,
): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = textValue(value, field);
	if (text === undefined) throw refuse('must be text', path);
	return text;
}

function textsIn(
	value: unknown,
	field: INodeProperties,
	path: string,
	refuse: FieldErrorAt,
): string[] | undefined {
	const given: unknown[] = Array.isArray(value)
		? value
		: (textIn(value, field, path, refuse) ?? '').split(',');
	const all = given.map((one, index) => textIn(one, field, `${path}[${index}]`, refuse)?.trim());
	const filled = all.filter((one) => one !== undefined);
	return filled.length > 0 ? filled : undefined;
}

function flagOf(value: unknown, path: string, refuse: FieldErrorAt): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (!isTrue(value) && !isFalse(value)) throw refuse('must be true or false', path);
	return isTrue(value);
}

function recordOf(
	value: unknown,
	shape: RecordShape,
	path: string,
	refuse: FieldErrorAt,
): IDataObject | undefined {
	const given = (value ?? {}) as IDataObject;
	const members = shape.members.flatMap((member) => {
		const { name } = member.field;
		const one = fromForm(given[name], member, memberPath(path, name), refuse);
		return one === undefined ? [] : [[name, one]];
	});
	return members.length > 0 ? (Object.fromEntries(members) as IDataObject) : undefined;
}

function listOf(value: unknown, { of, group, within }: ListShape, path: string, refuse: FieldErrorAt) {
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
export function fromForm(
	value: unknown,
	{ field, shape }: Member,
	path: string,
	refuse: FieldErrorAt,
): unknown {
	switch (shape.is) {
		case 'text':
			return textIn(value, field, path, refuse);
		case 'texts':
			return textsIn(value, field, path, refuse);
		case 'flag':
			return flagOf(value, path, refuse);
		case 'record':
			return recordOf(value, shape, path, refuse);
		case 'list':
			return listOf(value, shape, path, refuse);
	}
}
