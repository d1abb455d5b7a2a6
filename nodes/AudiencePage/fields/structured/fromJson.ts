import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../exactJson';
import { memberPath, type FieldErrorAt } from '../fieldErrorAt';
import { record, type RecordShape, type Shape } from './shape';

function arrayOf(value: unknown, path: string, refuse: FieldErrorAt): unknown[] {
	if (!Array.isArray(value)) throw refuse('must be a JSON array', path);
	// A hole of the list has a value then, which is refused.
	return Array.from(value);
}

function recordOf(
	value: unknown,
	{ members, answerOnly = [] }: RecordShape,
	path: string,
	refuse: FieldErrorAt,
) {
	if (!isPlainObject(value)) throw refuse('must be a JSON object', path);
	const taken = Object.entries(value).filter(
		([name, one]) => (one ?? null) !== null && !answerOnly.includes(name),
	);
	const converted = taken.map(([name, one]) => {
		const member = members.find(({ field }) => field.name === name);
		if (member === undefined) {
			const known = members.map(({ field }) => field.name).join(', ');
			throw refuse(`has an unknown field ${JSON.stringify(name)} (known: ${known})`, path);
		}
		return [name, fromJson(one, member.shape, memberPath(path, name), refuse)];
	});
	return Object.fromEntries(converted) as IDataObject;
}

/**
 * What the service takes of a structured field that was given as JSON, in the shape in which the
 * service gives it. What only answers have is left out, and so is null, which stands in an answer
 * where there is nothing: what was read can be sent back. A member that is undefined is not there.
 *
 * @throws what `refuse` makes, for a value of another type and for a field that the service does not know
 */
export function fromJson(value: unknown, shape: Shape, path: string, refuse: FieldErrorAt): unknown {
	switch (shape.is) {
		case 'text':
			if (typeof value !== 'string') throw refuse('must be text', path);
			return value;
		case 'flag':
			if (typeof value !== 'boolean') throw refuse('must be true or false', path);
			return value;
		case 'texts':
			return arrayOf(value, path, refuse).map((one, index) =>
				fromJson(one, { is: 'text' }, `${path}[${index}]`, refuse),
			);
		case 'record':
			return recordOf(value, shape, path, refuse);
		case 'list': {
			const { within, of } = shape;
			const entry: RecordShape =
				within === undefined ? of : { is: 'record', members: [record('', within, '', of)] };
			return arrayOf(value, path, refuse).map((one, index) =>
				recordOf(one, entry, `${path}[${index}]`, refuse),
			);
		}
	}
}
