import type { INodeProperties } from 'n8n-workflow';

/** An object with these members. */
export interface RecordShape {
	is: 'record';
	members: Member[];
	/** Members that only answers have: they are left out, so that what was read can be sent back. */
	answerOnly?: string[];
}

/** A list of such objects. The form keeps its entries in a group, the service perhaps each in an object. */
export interface ListShape {
	is: 'list';
	of: RecordShape;
	group: string;
	/** The one member of the object that holds an entry on its way to the service. */
	within?: string;
}

/** What the service takes for a structured field, or for a part of one. */
export type Shape = { is: 'text' } | { is: 'flag' } | { is: 'texts' } | RecordShape | ListShape;

/** A part of a structured field: as the form shows it, and as the service takes it. */
export interface Member {
	field: INodeProperties;
	shape: Shape;
}

/** @param rows lines that the form shows of a long text */
export const text = (
	displayName: string,
	name: string,
	description: string,
	example = '',
	rows?: number,
): Member => ({
	field: {
		displayName,
		name,
		type: 'string',
		default: '',
		...(example !== '' && { placeholder: `e.g. ${example}` }),
		description,
		...(rows !== undefined && { typeOptions: { rows } }),
	},
	shape: { is: 'text' },
});

/** Several texts, which the form takes as one, separated by commas. */
export const texts = (displayName: string, name: string, description: string, example: string): Member => ({
	...text(displayName, name, `${description}, separated by commas`, example),
	shape: { is: 'texts' },
});

export const flag = (displayName: string, name: string, description: string): Member => ({
	field: { displayName, name, type: 'boolean', default: true, description },
	shape: { is: 'flag' },
});

/** An object whose members a user adds one by one. */
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

/**
 * A list to which a user adds entries.
 *
 * @param group the form's name for an entry, which its label is made of
 * @param within see `ListShape`
 */
export function list(
	displayName: string,
	name: string,
	description: string,
	group: string,
	of: RecordShape,
	within?: string,
): Member {
	const entry = group.charAt(0).toUpperCase() + group.slice(1);
	return {
		field: {
			displayName,
			name,
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: `Add ${entry}`,
			default: {},
			description,
			options: [{ displayName: entry, name: group, values: of.members.map(({ field }) => field) }],
		},
		shape: { is: 'list', of, group, within },
	};
}
