import type { Member, RecordShape } from './shape';

function exampleRecord({ members }: RecordShape): object | undefined {
	const given = members
		.map((member) => [member.field.name, exampleOf(member)] as const)
		.filter(([, value]) => value !== undefined);
	return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/**
 * What a user might send of a structured field: a list has one entry.
 *
 * @returns undefined if no part of it has an example
 */
export function exampleOf({ field, shape, example }: Member): unknown {
	switch (shape.kind) {
		case 'text':
			return example;
		case 'texts':
			return example?.split(', ');
		case 'flag':
			return field.default;
		case 'record':
			return exampleRecord(shape);
		case 'list': {
			const entry = exampleRecord(shape.entryShape);
			if (entry === undefined) return undefined;
			return [shape.wrapper === undefined ? entry : { [shape.wrapper]: entry }];
		}
	}
}
