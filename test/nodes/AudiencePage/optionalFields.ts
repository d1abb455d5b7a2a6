/** The fields of a form that may be left empty. */
import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { nested } from '../../support/description';
import { byId } from '../../support/locators';
import { setAt } from './properties/given';

interface Form {
	name: string;
	/** What the form is filled with otherwise. */
	parameters: INodeParameters;
	fields: INodeProperties[];
}

/** Those of a form, and of its collections. */
export const optionalFieldsOf = ({ name, parameters, fields }: Form) =>
	fields
		.flatMap((field) => nested(field))
		.filter(([, { required, type }]) => !required && type !== 'collection')
		.map(([path, field]) => ({ title: `${name}: ${path}`, parameters, field, path }));

/** The parameters with this value in the field; with undefined, without the field. */
export function filled(
	{ parameters, field, path }: ReturnType<typeof optionalFieldsOf>[number],
	value: NodeParameterValueType | undefined,
): INodeParameters {
	const isLocator = field.type === 'resourceLocator' && typeof value === 'string';
	const all = structuredClone(parameters);
	setAt(all, path.split('.'), isLocator ? byId(value) : value);
	return JSON.parse(JSON.stringify(all)) as INodeParameters;
}
