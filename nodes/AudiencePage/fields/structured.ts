import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isConstant, isEmpty, isJsonObject, omitEmpty } from '../shared/values';
import { settingAt } from './choice';
import { fieldError, type FieldContext } from './fieldError';
import { parsedJson } from './json';
import { sentAs } from './routing';

/** A field that holds others: one object, or a list of them. */
export interface Structure {
	field: INodeProperties;
	/** What a user might give of it as JSON. */
	example?: string;
	/** What the service takes of an object, where that is not what the form has. */
	convert?: (filled: IDataObject) => IDataObject;
	/** What the service gives with such an object, and does not take. */
	responseOnly?: string[];
}

export const text = (
	displayName: string,
	name: string,
	description: string,
	example?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(example !== undefined && { placeholder: `e.g. ${example}` }),
	description,
});

/** A text for which the form shows several lines. */
export const longText = (rows: number, ...field: Parameters<typeof text>): INodeProperties => ({
	...text(...field),
	typeOptions: { rows },
});

/** An object to which a user adds members. */
export const objectField = (
	displayName: string,
	name: string,
	description: string,
	members: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description,
	options: members,
});

/** A list to which a user adds entries. The form keeps them under the name of `group`. */
export function listField(
	displayName: string,
	name: string,
	description: string,
	group: { name: string; values: INodeProperties[] },
): INodeProperties {
	const label = group.name.charAt(0).toUpperCase() + group.name.slice(1);
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: `Add ${label}`,
		default: {},
		description,
		options: [{ displayName: label, ...group }],
	};
}

/** The switches of a new entry are on from the start: they don't make it a filled one. */
const isFilled = (entry: IDataObject): boolean =>
	Object.values(entry).some((value) => typeof value !== 'boolean');

const ifAny = (values: IDataObject): IDataObject | undefined =>
	Object.keys(values).length > 0 ? values : undefined;

/** What was filled of these members. */
function filledObject(members: INodeProperties[], entered: unknown): IDataObject {
	const values = (entered ?? {}) as IDataObject;
	return omitEmpty(
		Object.fromEntries(
			members.map((member) => [member.name, filledValue({ field: member }, values[member.name])]),
		),
	);
}

/** What was filled of a field, as an object or a list of them; undefined if nothing was. */
function filledValue({ field, convert = (filled) => filled }: Structure, entered: unknown) {
	if (field.type === 'collection')
		return ifAny(omitEmpty(convert(filledObject(field.options as INodeProperties[], entered))));
	if (field.type !== 'fixedCollection') return entered as IDataObject[string];
	const [{ name, values } = { name: '', values: [] }] = field.options as INodePropertyCollection[];
	const entries = [((entered ?? {}) as IDataObject)[name] ?? []].flat() as IDataObject[];
	const filled = entries.map((entry) => filledObject(values, entry)).filter(isFilled);
	return filled.length > 0 ? filled.map(convert) : undefined;
}

/** As the workflow has it. Such a field is a member of one of these collections. */
const storedValue = (context: FieldContext, { name }: INodeProperties): unknown =>
	settingAt(context, `updateFields.${name}`) ?? settingAt(context, `additionalFields.${name}`);

/**
 * A structured field that is sent in the body under its own name, if anything in it was filled.
 * n8n drops an expression for all of it when it loads the workflow, and keeps a field that looks
 * left empty: so that is refused, with `cure`. An expression within it may give nothing.
 */
export const structured = (structure: Structure, cure: string): INodeProperties =>
	sentAs(structure.field, 'body', function (entered) {
		const { field } = structure;
		const value = filledValue(structure, entered);
		if (entered === undefined || value !== undefined) return value;
		if (!isConstant(storedValue(this, field))) return undefined;
		const rule = `must have at least one value. n8n ignores an expression that gives all of it: ${cure}, or remove this field`;
		throw fieldError(this, field.displayName, rule);
	});

/**
 * The same field as JSON: one expression can give all of it, whereas n8n drops a collection that an
 * expression gives.
 */
function jsonTwin({ field, example, responseOnly = [] }: Structure): INodeProperties {
	const { name } = field;
	const displayName = `${field.displayName} (JSON)`;
	const isList = field.type === 'fixedCollection';
	const texts = isList
		? {
				description: `The complete list as a JSON array, instead of ${field.displayName}. To remove all entries, enter [].`,
				// Unlike a placeholder, it can be copied.
				hint: `${field.description}. Example: ${example}`,
			}
		: { description: `All values as one JSON object, instead of ${field.displayName}` };
	const isTaken = ([key, value]: [string, unknown]) =>
		value !== null && !responseOnly.includes(key);
	const twin: INodeProperties = {
		displayName,
		name: `${name}Json`,
		type: 'json',
		default: '',
		...texts,
	};
	return sentAs(twin, 'body', function (entered, body) {
		if (isEmpty(entered)) return;
		const refused = (brokenRule: string) => fieldError(this, displayName, brokenRule);
		if (body[name] !== undefined)
			throw refused(`must be empty if ${field.displayName} is filled: use only one of them`);
		const value = parsedJson(this, displayName, entered);
		const isValid = isList ? Array.isArray(value) : isJsonObject(value);
		if (!isValid) throw refused(`must be a JSON ${isList ? 'array' : 'object'}`);
		const sent = isList
			? (value as IDataObject[])
			: ifAny(Object.fromEntries(Object.entries(value as IDataObject).filter(isTaken)));
		if (sent !== undefined) body[name] = sent;
	});
}

export const structuredOrJson = (structure: Structure): INodeProperties[] => [
	structured(structure, `use ${structure.field.displayName} (JSON)`),
	jsonTwin(structure),
];
