/** Every field of the node that may be left empty, found in its description. */
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { runnable } from '../../support/everyOperation';
import { byId } from '../../support/locators';

type Keys = Array<string | number>;

export interface OptionalField {
	/** The operation or event that it is a field of. */
	form: string;
	/** That and its place on the form, for people. */
	title: string;
	/** What its operation is run with, with and without the field. */
	parameters: INodeParameters;
	field: INodeProperties;
	/** Where its value stands among the parameters. */
	parameter: Keys;
	/** Where its value stands in the body or in the query, if it is sent. */
	place: Keys;
	/** The name that an error has for it: that of the whole where it is a part. */
	displayName: string;
}

interface Found {
	field: INodeProperties;
	parameter: Keys;
	place: Keys;
	displayName: string;
}

/** An entry of a list stands alone in an object of this name. */
const WITHIN: Record<string, Keys> = { logos: ['image'] };

const isProperty = (option: object): option is INodeProperties => 'type' in option;

/** The fields of a part of the form, and of the parts of it. */
function fieldsIn(field: INodeProperties, above?: Found): Found[] {
	const { name, type, options = [] } = field;
	const parameter = [...(above?.parameter ?? []), name];
	const isPart = above !== undefined && above.place.length > 0;
	const displayName = isPart ? above.displayName : field.displayName;

	if (type === 'collection') {
		// The collections that the form begins with are not sent as such: their fields are.
		const place = above ? [...above.place, name] : [];
		const here: Found = { field, parameter, place, displayName };
		return options.filter(isProperty).flatMap((option) => fieldsIn(option, here));
	}
	if (type === 'fixedCollection') {
		return options.flatMap((group) => {
			if (!('values' in group)) return [];
			const place = [...(above?.place ?? []), name, 0, ...(WITHIN[name] ?? [])];
			const here: Found = { field, parameter: [...parameter, group.name, 0], place, displayName };
			return group.values.flatMap((value) => fieldsIn(value, here));
		});
	}
	const sentAs = type === 'json' ? name.replace(/Json$/, '') : name;
	return [{ field, parameter, place: [...(above?.place ?? []), sentAs], displayName }];
}

interface Form {
	name: string;
	parameters: INodeParameters;
	fields: INodeProperties[];
}

/** Those of a form, with what it is filled with otherwise. */
export const optionalFieldsOf = ({ name, parameters, fields }: Form): OptionalField[] =>
	fields
		.flatMap((field) => fieldsIn(field))
		.filter(({ field }) => !field.required)
		.map((found) => ({ ...found, form: name, parameters, title: `${name}: ${found.parameter.join('.')}` }));

export const optionalFields = runnable.flatMap(optionalFieldsOf);

/** A copy of `record` with another value at a place, or, with undefined, without one. */
export function withAt(record: unknown, [key, ...keys]: Keys, value: unknown): unknown {
	if (key === undefined) return value;
	const copied = typeof key === 'number' ? [...((record ?? []) as unknown[])] : { ...(record as object) };
	const copy = copied as Record<string | number, unknown>;
	const inner = withAt(copy[key], keys, value);
	if (inner === undefined) delete copy[key];
	else copy[key] = inner;
	return copy;
}

/** The parameters with this value in the field; with undefined, without the field. */
export const filled = (
	{ parameters, parameter, field }: OptionalField,
	value: NodeParameterValueType | undefined,
): INodeParameters => {
	const isLocator = field.type === 'resourceLocator' && typeof value === 'string';
	return withAt(parameters, parameter, isLocator ? byId(value) : value) as INodeParameters;
};
