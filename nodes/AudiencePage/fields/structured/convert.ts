import type { IDataObject } from 'n8n-workflow';

import { booleanOf, commaSeparated, isEmpty } from '../../shared/values';
import { isPlainObject } from '../exactJson';
import { memberPath, type FieldErrorAt } from '../fieldError';
import { textValue } from '../text';
import { record, type Member, type RecordShape, type Shape } from './shape';

const ifAny = <Values extends object>(values: Values): Values | undefined =>
	Object.keys(values).length > 0 ? values : undefined;

function recordFromForm(value: unknown, { members }: RecordShape): IDataObject | undefined {
	const given = (value ?? {}) as IDataObject;
	const filled = members
		.map((member) => [member.field.name, fromForm(given[member.field.name], member)] as const)
		.filter(([, one]) => one !== undefined);
	return ifAny(Object.fromEntries(filled) as IDataObject);
}

/**
 * A structured field that was filled on the form, as a user would give it as JSON. What the form cannot give stays as it
 * is: `fromJson` refuses it.
 *
 * @returns undefined if nothing in it was filled: members, entries and lists that are empty are not sent
 */
export function fromForm(value: unknown, { field, shape }: Member): unknown {
	switch (shape.kind) {
		case 'text':
			return isEmpty(value) ? undefined : (textValue(value, field) ?? value);
		case 'texts':
			return ifAny(commaSeparated(value).map((one) => textValue(one, field) ?? one));
		case 'flag':
			return isEmpty(value) ? undefined : (booleanOf(value) ?? value);
		case 'record':
			return recordFromForm(value, shape);
		case 'list': {
			const { entryShape, group, wrapper } = shape;
			const entries = ((value ?? {}) as IDataObject)[group];
			const records = [Array.isArray(entries) ? entries : []]
				.flat()
				.flatMap((entry) => recordFromForm(entry, entryShape) ?? []);
			return ifAny(wrapper === undefined ? records : records.map((one) => ({ [wrapper]: one })));
		}
	}
}

function recordFromJson(
	value: unknown,
	{ members, responseOnly = [] }: RecordShape,
	path: string,
	errorAt: FieldErrorAt,
): IDataObject {
	if (!isPlainObject(value)) throw errorAt('must be a JSON object', path);
	const taken = Object.entries(value).filter(
		([name, one]) => (one ?? null) !== null && !responseOnly.includes(name),
	);
	const converted = taken.map(([name, one]) => {
		const member = members.find(({ field }) => field.name === name);
		if (member !== undefined) return [name, fromJson(one, member.shape, memberPath(path, name), errorAt)];
		const known = members.map(({ field }) => field.name).join(', ');
		throw errorAt(`has an unknown field ${JSON.stringify(name)} (known: ${known})`, path);
	});
	return Object.fromEntries(converted) as IDataObject;
}

/**
 * What the service takes of a structured field that was given as JSON, in the shape in which the service gives it. What
 * only responses have is left out, and so is null, by which a response says that there is no value: what was read can be
 * sent back. A member that is undefined counts as absent.
 *
 * @throws the error of `errorAt`, for a value of another type and for a field that the service does not know
 */
export function fromJson(value: unknown, shape: Shape, path: string, errorAt: FieldErrorAt): unknown {
	const entriesAs = (entryShape: Shape): unknown[] => {
		if (!Array.isArray(value)) throw errorAt('must be a JSON array', path);
		// The holes of a sparse array become undefined, which is refused.
		return Array.from(value, (one, index) => fromJson(one, entryShape, `${path}[${index}]`, errorAt));
	};
	switch (shape.kind) {
		case 'text':
			if (typeof value !== 'string') throw errorAt('must be text', path);
			return value;
		case 'flag':
			if (typeof value !== 'boolean') throw errorAt('must be true or false', path);
			return value;
		case 'texts':
			return entriesAs({ kind: 'text' });
		case 'record':
			return recordFromJson(value, shape, path, errorAt);
		case 'list': {
			const { wrapper, entryShape } = shape;
			if (wrapper === undefined) return entriesAs(entryShape);
			return entriesAs({ kind: 'record', members: [record('', wrapper, '', entryShape)] });
		}
	}
}
