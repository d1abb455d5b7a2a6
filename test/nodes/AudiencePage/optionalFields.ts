/** Every field of the node that may be left empty, found in its description. */
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { runnable } from '../../support/everyOperation';
import { byId } from '../../support/locators';

type Keys = Array<string | number>;

export interface OptionalField {
	/** Its form, and its place there, for people. */
	title: string;
	/** What its form is filled with otherwise. */
	parameters: INodeParameters;
	field: INodeProperties;
	/** Where its value stands among the parameters. */
	parameter: Keys;
	displayName: string;
}

/** The field itself, or those that stand in it. */
function fieldsIn(field: INodeProperties, above: Keys = []): Array<[INodeProperties, parameter: Keys]> {
	const parameter = [...above, field.name];
	if (!['collection', 'fixedCollection'].includes(field.type)) return [[field, parameter]];
	return (field.options ?? []).flatMap((inner) => {
		if ('values' in inner) return inner.values.flatMap((one) => fieldsIn(one, [...parameter, inner.name, 0]));
		return 'type' in inner ? fieldsIn(inner, parameter) : [];
	});
}

interface Form {
	name: string;
	parameters: INodeParameters;
	fields: INodeProperties[];
}

/** Those of a form. */
export const optionalFieldsOf = ({ name, parameters, fields }: Form): OptionalField[] =>
	fields
		.flatMap((field) => fieldsIn(field))
		.filter(([{ required }]) => !required)
		.map(([field, parameter]) => {
			const title = `${name}: ${parameter.join('.')}`;
			return { title, parameters, field, parameter, displayName: field.displayName };
		});

export const optionalFields = runnable.flatMap(optionalFieldsOf);

/** A copy of `record` with another value at a place, or, with undefined, without one. */
function withAt(record: unknown, [key, ...keys]: Keys, value: unknown): unknown {
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
