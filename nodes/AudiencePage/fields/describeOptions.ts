import { updateDisplayOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

/** An entry of a list, and the fields that the form shows when it is chosen. */
export interface OptionWithFields {
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

type ListWithoutOptions = Omit<INodeProperties, 'type' | 'noDataExpression' | 'options'>;

/** A list to choose from, and not to compute. */
export const optionsList = (list: ListWithoutOptions, options: INodePropertyOptions[]): INodeProperties => ({
	...list,
	type: 'options',
	noDataExpression: true,
	options,
});

/**
 * A list and the fields of each of its entries.
 *
 * This is the one place where fields get the `displayOptions` for their entry; a field only says when
 * it depends on another field.
 */
export function describeOptions(list: ListWithoutOptions, entries: OptionWithFields[]): INodeProperties[] {
	const { name, displayOptions } = list;
	return [
		optionsList(
			list,
			entries.map(({ option }) => option),
		),
		...entries.flatMap(({ option, fields }) =>
			updateDisplayOptions({ show: { ...displayOptions?.show, [name]: [option.value] } }, fields),
		),
	];
}
