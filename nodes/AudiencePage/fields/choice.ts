import {
	updateDisplayOptions,
	type INodeProperties,
	type INodePropertyOptions,
	type PreSendAction,
} from 'n8n-workflow';

import { booleanOf, commaSeparated, isEmpty } from '../shared/values';
import { listed } from '../shared/words';
import {
	expressionAt,
	fieldError,
	GAVE_NOTHING,
	gaveNothing,
	type FieldContext,
} from './fieldError';

export interface ChoiceField<Value extends string> extends INodeProperties {
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/**
 * The value at a path such as `options.findBy`; the default if it is left empty. Throws if it is
 * none of the list.
 */
export function chosenOption<Value extends string>(
	context: FieldContext,
	field: ChoiceField<Value>,
	path = field.name,
): Value {
	const given = context.getNodeParameter(path, '');
	if (isEmpty(given) && !gaveNothing(context, path, given)) return field.default;
	const chosen = field.options.find(({ value }) => value === given);
	if (chosen !== undefined) return chosen.value;
	const values = field.options.map(({ value }) => value);
	throw fieldError(context, field.displayName, `must be ${listed(values, 'or')}`, { value: given });
}

/** An expression gives a list, or a text with commas. Throws for a value that is not known. */
export function chosenOptions(
	context: FieldContext,
	{ displayName }: Pick<INodeProperties, 'displayName'>,
	path: string,
	known: readonly string[],
): string[] {
	const given = context.getNodeParameter(path, '');
	if (gaveNothing(context, path, given)) throw fieldError(context, displayName, GAVE_NOTHING);
	const chosen = commaSeparated(given);
	const unknown = chosen.find((value) => !known.some((one) => one === value));
	if (unknown === undefined) return chosen as string[];
	throw fieldError(context, displayName, `must contain only ${listed(known, 'and')}`, {
		value: unknown,
	});
}

interface FlagOption extends INodeProperties {
	type: 'boolean';
	default: boolean;
}

/**
 * Whether a switch is on; undefined if it is left empty. Throws for all but true and false, of an
 * expression too.
 */
export function flagAt(context: FieldContext, field: INodeProperties, path = field.name) {
	const value = context.getNodeParameter(path, '') as unknown;
	const flag = booleanOf(value);
	if (flag !== undefined || (isEmpty(value) && expressionAt(context, path) === undefined))
		return flag;
	throw fieldError(context, field.displayName, 'must be true or false', { value });
}

export function flagOption(given: Omit<FlagOption, 'type' | 'routing'>): FlagOption {
	const field: FlagOption = { ...given, type: 'boolean' };
	const check: PreSendAction = async function (request) {
		flagAt(this, field, `options.${field.name}`);
		return request;
	};
	return { ...field, routing: { send: { preSend: [check] } } };
}

/** Whether such a switch is on; its default if it is empty. */
export const isOn = (context: FieldContext, field: FlagOption): boolean =>
	flagAt(context, field, `options.${field.name}`) ?? field.default;

/** An entry of a list, and the fields that the form shows when it is chosen. */
export interface OptionWithFields {
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

type ListWithoutOptions = Omit<INodeProperties, 'type' | 'noDataExpression' | 'options'>;

export const optionsList = (
	list: ListWithoutOptions,
	options: INodePropertyOptions[],
): INodeProperties => ({
	...list,
	type: 'options',
	noDataExpression: true,
	options,
});

/**
 * A list and the fields of its entries. Here alone fields get the `displayOptions` for their entry.
 */
export function describeOptions(
	list: ListWithoutOptions,
	entries: OptionWithFields[],
): INodeProperties[] {
	const { name, displayOptions } = list;
	const options = entries.map(({ option }) => option);
	return [
		optionsList(list, options),
		...entries.flatMap(({ option, fields }) =>
			updateDisplayOptions({ show: { ...displayOptions?.show, [name]: [option.value] } }, fields),
		),
	];
}
