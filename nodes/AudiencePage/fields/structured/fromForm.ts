import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isEmpty, isFalse, isTrue } from '../../shared/values';
import { memberPath, type FieldErrorAt } from '../fieldErrorAt';
import { textValue } from '../text';
import type { ListShape, Member, RecordShape } from './shape';

function textIn(
	value: unknown,
	field: INodeProperties,
	path: string,
	errorAt: FieldErrorAt,
): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = textValue(value, field);
	if (text === undefined) throw errorAt('must be text', path);
	return text;
}

function textsIn(
	value: unknown,
	field: INodeProperties,
	path: string,
	errorAt: FieldErrorAt,
): string[] | undefined {
	const given: unknown[] = Array.isArray(value)
		? value
		: (textIn(value, field, path, errorAt) ?? '').split(',');
	const all = given.map((one, index) => textIn(one, field, `${path}[${index}]`, errorAt)?.trim());
	const filled = all.filter((one) => one !== undefined);
	return filled.length > 0 ? filled : undefined;
}

function flagOf(value: unknown, path: string, errorAt: FieldErrorAt): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (!isTrue(value) && !isFalse(value)) throw errorAt('must be true or false', path);
	return isTrue(value);
}

function recordOf(
	value: unknown,
	shape: RecordShape,
	path: string,
	errorAt: FieldErrorAt,
): IDataObject | undefined {
	const given = (value ?? {}) as IDataObject;
	const members = shape.members.flatMap((member) => {
		const { name } = member.field;
		const one = fromForm(given[name], member, memberPath(path, name), errorAt);
		return one === undefined ? [] : [[name, one]];
	});
	return members.length > 0 ? (Object.fromEntries(members) as IDataObject) : undefined;
}

function listOf(
	value: unknown,
	{ entryShape, group, wrapper }: ListShape,
	path: string,
	errorAt: FieldErrorAt,
) {
	const entries = ((value ?? {}) as IDataObject)[group];
	const records = (Array.isArray(entries) ? entries : []).flatMap((entry, index) => {
		const one = recordOf(entry, entryShape, `${path}[${index}]`, errorAt);
		if (one === undefined) return [];
		return wrapper === undefined ? one : { [wrapper]: one };
	});
	return records.length > 0 ? records : undefined;
}

/**
 * What the service takes of a structured field that was filled on the form.
 *
 * @returns undefined if nothing in it was filled: members, entries and lists that are empty are not sent
 * @throws the error of `errorAt`, if a value is of a type that the form cannot give
 */
export function fromForm(
	value: unknown,
	{ field, shape }: Member,
	path: string,
	errorAt: FieldErrorAt,
): unknown {
	switch (shape.kind) {
		case 'text':
			return textIn(value, field, path, errorAt);
		case 'texts':
			return textsIn(value, field, path, errorAt);
		case 'flag':
			return flagOf(value, path, errorAt);
		case 'record':
			return recordOf(value, shape, path, errorAt);
		case 'list':
			return listOf(value, shape, path, errorAt);
	}
}
