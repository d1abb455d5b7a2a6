import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../exactJson';
import { memberPath, type FieldErrorAt } from '../fieldErrorAt';
import { record, type RecordShape, type Shape } from './shape';

function arrayOf(value: unknown, path: string, errorAt: FieldErrorAt): unknown[] {
	if (!Array.isArray(value)) throw errorAt('must be a JSON array', path);
	// The holes of a sparse array become undefined, which is refused later.
	return Array.from(value);
}

function recordOf(
	value: unknown,
	{ members, responseOnly = [] }: RecordShape,
	path: string,
	errorAt: FieldErrorAt,
) {
	if (!isPlainObject(value)) throw errorAt('must be a JSON object', path);
	const taken = Object.entries(value).filter(
		([name, one]) => (one ?? null) !== null && !responseOnly.includes(name),
	);
	const converted = taken.map(([name, one]) => {
		const member = members.find(({ field }) => field.name === name);
		if (member === undefined) {
			const known = members.map(({ field }) => field.name).join(', ');
			throw errorAt(`has an unknown field ${JSON.stringify(name)} (known: ${known})`, path);
		}
		return [name, fromJson(one, member.shape, memberPath(path, name), errorAt)];
	});
	return Object.fromEntries(converted) as IDataObject;
}

/**
 * What the service takes of a structured field that was given as JSON, in the shape in which the
 * service gives it. What only responses have is left out, and so is null, by which a response says
 * that there is no value: what was read can be sent back. A member that is undefined counts as absent.
 *
 * @throws the error of `errorAt`, for a value of another type and for a field that the service does not know
 */
export function fromJson(value: unknown, shape: Shape, path: string, errorAt: FieldErrorAt): unknown {
	switch (shape.kind) {
		case 'text':
			if (typeof value !== 'string') throw errorAt('must be text', path);
			return value;
		case 'flag':
			if (typeof value !== 'boolean') throw errorAt('must be true or false', path);
			return value;
		case 'texts':
			return arrayOf(value, path, errorAt).map((one, index) =>
				fromJson(one, { kind: 'text' }, `${path}[${index}]`, errorAt),
			);
		case 'record':
			return recordOf(value, shape, path, errorAt);
		case 'list': {
			const { wrapper, entryShape } = shape;
			const received: RecordShape =
				wrapper === undefined
					? entryShape
					: { kind: 'record', members: [record('', wrapper, '', entryShape)] };
			return arrayOf(value, path, errorAt).map((one, index) =>
				recordOf(one, received, `${path}[${index}]`, errorAt),
			);
		}
	}
}
