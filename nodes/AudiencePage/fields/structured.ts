import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { booleanOf, commaSeparated, isEmpty } from '../shared/values';
import { isPlainObject, parseJsonText } from './exactJson';
import { expressionOf, fieldErrorAt, type FieldErrorAt } from './fieldError';
import { sentAs } from './routing';
import { textValue, validUnicode } from './text';

/** What the service takes for a structured field, or for a part of one. */
export interface Shape {
	/**
	 * As JSON has it; undefined if nothing was filled. What the form cannot give stays: `fromJson`
	 * refuses it.
	 */
	fromForm: (value: unknown, field: INodeProperties) => unknown;
	/**
	 * What the service takes of JSON: without what only responses have. Throws for a wrong type or an
	 * unknown field.
	 */
	fromJson: (value: unknown, place: string, errorAt: FieldErrorAt) => unknown;
}

export interface RecordShape extends Shape {
	members: Member[];
}

export interface Member {
	field: INodeProperties;
	shape: Shape;
	/** Whether the record is of no use without it. */
	isRequired?: boolean;
	/** What a user might give of it as JSON. */
	example?: string;
}

const ifAny = <Values extends object>(values: Values): Values | undefined =>
	Object.keys(values).length > 0 ? values : undefined;

const leaf = (
	type: 'string' | 'boolean',
	meaning: string,
	read: (value: unknown, field: INodeProperties) => unknown,
): Shape => ({
	fromForm: (value, field) => (isEmpty(value) ? undefined : (read(value, field) ?? value)),
	fromJson(value, place, errorAt) {
		const brokenRule = typeof value === type ? validUnicode(String(value)) : `must be ${meaning}`;
		if (brokenRule !== undefined) throw errorAt(brokenRule, place, value);
		return value;
	},
});

const TEXT = leaf('string', 'text', textValue);

/** An entry of the form in which nothing but switches was filled: the others keep their numbers. */
const LEFT_OUT = Symbol('left out');

/** @param label of an entry, where the list is the whole field */
const entriesFromJson =
	(entry: Shape, label = ''): Shape['fromJson'] =>
	(value, place, errorAt) => {
		if (!Array.isArray(value)) throw errorAt('must be a JSON array', place, value);
		// The holes of a sparse array become undefined, which is refused.
		return Array.from(value, (one: unknown, index) =>
			one === LEFT_OUT ? [] : [entry.fromJson(one, `${place || label} ${index + 1}`, errorAt)],
		).flat();
	};

const TEXTS: Shape = {
	fromForm: (value, field) => ifAny(commaSeparated(value).map((one) => TEXT.fromForm(one, field))),
	fromJson: entriesFromJson(TEXT),
};

/** @param responseOnly members that only responses have */
export const recordOf = (members: Member[], responseOnly: string[] = []): RecordShape => ({
	members,
	fromForm(value) {
		const given = (value ?? {}) as IDataObject;
		const filled = members
			.map(({ field, shape }) => [field.name, shape.fromForm(given[field.name], field)] as const)
			.filter(([, one]) => one !== undefined);
		return ifAny(Object.fromEntries(filled));
	},
	fromJson(value, place, errorAt) {
		if (!isPlainObject(value)) throw errorAt('must be a JSON object', place, value);
		const missing = members.find(
			({ field, isRequired }) => isRequired && isEmpty(value[field.name]),
		);
		if (missing) throw errorAt(`must have a value for ${missing.field.displayName}`, place);
		const taken = Object.entries(value).filter(
			([name, one]) => (one ?? null) !== null && !responseOnly.includes(name),
		);
		const converted = taken.map(([name, one]) => {
			const member = members.find(({ field }) => field.name === name);
			if (member) {
				const its =
					place === '' ? member.field.displayName : `${place} > ${member.field.displayName}`;
				return [name, member.shape.fromJson(one, its, errorAt)] as const;
			}
			const known = members.map(({ field }) => field.name).join(', ');
			throw errorAt(`has an unknown field ${JSON.stringify(name)} (known: ${known})`, place);
		});
		return Object.fromEntries(converted);
	},
});

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
	shape: TEXT,
});

export const required = (member: Member): Member => ({ ...member, isRequired: true });

/** One without scheme would lead to a page beside that with the link. */
export const linkTarget = (...field: Parameters<typeof text>): Member => ({
	...required(text(...field)),
	shape: {
		...TEXT,
		fromJson(value, place, errorAt) {
			const url = (TEXT.fromJson(value, place, errorAt) as string).trim();
			if (/^(?:[a-z][a-z\d+-]*:|[/#?])/i.test(url)) return url;
			throw errorAt('must be a URL with its scheme, such as https://,', place, url);
		},
	},
});

/** Several texts, which the form takes as one, separated by commas. */
export const texts = (
	displayName: string,
	name: string,
	description: string,
	example: string,
): Member => ({
	...text(displayName, name, `${description}, separated by commas`, example),
	shape: TEXTS,
});

export const flag = (displayName: string, name: string, description: string): Member => ({
	field: { displayName, name, type: 'boolean', default: true, description },
	shape: leaf('boolean', 'true or false', booleanOf),
});

export function record(
	displayName: string,
	name: string,
	description: string,
	shape: RecordShape,
): Member {
	const options = shape.members.map(({ field }) => field);
	const collection = { type: 'collection', placeholder: 'Add Field', default: {} } as const;
	return { field: { displayName, name, description, ...collection, options }, shape };
}

interface ListOptions {
	/**
	 * If the service takes each entry inside another object: the name of that object's one member.
	 */
	wrapper?: string;
	example?: string;
}

/**
 * A list to which a user adds entries. The form keeps them under the name `group`, of which their
 * label is made.
 */
export function list(
	displayName: string,
	name: string,
	description: string,
	group: string,
	entry: RecordShape,
	{ wrapper, example }: ListOptions = {},
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
			options: [
				{ displayName: label, name: group, values: entry.members.map(({ field }) => field) },
			],
		},
		shape: {
			fromForm(value, field) {
				const entries = ((value ?? {}) as IDataObject)[group];
				const records = [entries ?? []].flat().map((one) => entry.fromForm(one, field));
				// The switches of a new entry are on from the start.
				const isFilled = (one: unknown) =>
					Object.values(one ?? {}).some((its) => typeof its !== 'boolean');
				if (!records.some(isFilled)) return undefined;
				const wrapped = (one: unknown) => (wrapper === undefined ? one : { [wrapper]: one });
				return records.map((one) => (isFilled(one) ? wrapped(one) : LEFT_OUT));
			},
			fromJson: entriesFromJson(
				wrapper === undefined ? entry : recordOf([record('Image', wrapper, '', entry)]),
				label,
			),
		},
		example,
	};
}

/** A structured field that is sent in the body under its own name, if anything in it was filled. */
export const structured = ({ field, shape }: Member): INodeProperties =>
	sentAs(field, 'body', function (value) {
		const given = shape.fromForm(value, field);
		return given === undefined
			? undefined
			: shape.fromJson(given, '', fieldErrorAt(this, field.displayName));
	});

/**
 * The same field as JSON: one expression can give all of it, whereas n8n drops a collection that an
 * expression gives.
 */
function jsonAlternative({ field, shape, example }: Member): INodeProperties {
	const { name } = field;
	const displayName = `${field.displayName} (JSON)`;
	const jsonField: INodeProperties = {
		displayName,
		name: `${name}Json`,
		type: 'json',
		default: '',
		...(field.type === 'fixedCollection'
			? {
					description: `The complete list as a JSON array, instead of ${field.displayName}. To remove all entries, enter [].`,
					// Unlike a placeholder, it can be copied.
					hint: `${field.description}. Example: ${example}`,
				}
			: { description: `All values as one JSON object, instead of ${field.displayName}` }),
	};
	return sentAs(jsonField, 'body', async function (given, body) {
		if (given === undefined) return;
		const errorAt = fieldErrorAt(this, displayName);
		if (body[name] !== undefined)
			throw errorAt(`must be empty if ${field.displayName} is filled: use only one of them`);
		const isFixed = expressionOf(this, jsonField.name) === undefined;
		const json: unknown =
			typeof given === 'string' ? await parseJsonText(given, errorAt, isFixed) : given;
		const taken = shape.fromJson(json, '', errorAt) as IDataObject;
		if (Array.isArray(taken) || ifAny(taken)) body[name] = taken;
	});
}

export const structuredOrJson = (one: Member): INodeProperties[] => [
	structured(one),
	jsonAlternative(one),
];
