import type { INodeProperties } from 'n8n-workflow';

export interface RecordShape {
	kind: 'record';
	members: Member[];
	/** Members that only responses have: they are left out, so that what was read can be sent back. */
	responseOnly?: string[];
}

export interface ListShape {
	kind: 'list';
	entryShape: RecordShape;
	/** The name under which the form's `fixedCollection` keeps the entries. */
	group: string;
	/** If the service takes each entry inside another object: the name of that object's one member. */
	wrapper?: string;
}

/** What the service takes for a structured field, or for a part of one. */
export type Shape = { kind: 'text' } | { kind: 'flag' } | { kind: 'texts' } | RecordShape | ListShape;

export interface Member {
	field: INodeProperties;
	shape: Shape;
	/** What a user might give of it as JSON. */
	example?: string;
}

/** @param rows lines that the form shows of a long text */
export const text = (
	displayName: string,
	name: string,
	description: string,
	example?: string,
	rows?: number,
): Member => ({
	field: {
		displayName,
		name,
		type: 'string',
		default: '',
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
		description,
		...(rows !== undefined && { typeOptions: { rows } }),
	},
	shape: { kind: 'text' },
});

/** Several texts, which the form takes as one, separated by commas. */
export const texts = (displayName: string, name: string, description: string, example: string): Member => ({
	...text(displayName, name, `${description}, separated by commas`, example),
	shape: { kind: 'texts' },
});

export const flag = (displayName: string, name: string, description: string): Member => ({
	field: { displayName, name, type: 'boolean', default: true, description },
	shape: { kind: 'flag' },
});

export const record = (
	displayName: string,
	name: string,
	description: string,
	shape: RecordShape,
): Member => ({
	field: {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description,
		options: shape.members.map(({ field }) => field),
	},
	shape,
});

/** A list to which a user adds entries. The label of an entry is made of `group`. */
export function list(
	displayName: string,
	name: string,
	description: string,
	group: string,
	entryShape: RecordShape,
	{ wrapper, example }: { wrapper?: string; example?: string } = {},
): Member {
	const label = group.charAt(0).toUpperCase() + group.slice(1);
	return {
		field: {
			displayName,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: `Add ${label}`,
			default: {},
			description,
			options: [{ displayName: label, name: group, values: entryShape.members.map(({ field }) => field) }],
		},
		shape: { kind: 'list', entryShape, group, wrapper },
		example,
	};
}
