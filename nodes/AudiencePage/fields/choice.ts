import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { commaSeparated, isEmpty } from '../shared/values';
import { wordList } from '../shared/words';
import { fieldError, type FieldContext } from './fieldError';

/**
 * A field that decides how a run works. It is a constant: the form offers no expression for it, and
 * n8n takes one that a file brings for a text, which is then none of the field's values.
 */
export type Setting<Field extends INodeProperties> = Field & { noDataExpression: true };

export interface ChoiceField<Value extends string> extends INodeProperties {
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** The value of a setting at a path such as `options.findBy`; undefined if the form has none. */
export const settingAt = (context: Pick<FieldContext, 'getNode'>, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(value, key) => (value as IDataObject | undefined)?.[key],
			context.getNode().parameters,
		);

/** The option of a field that has this value; its default if that is empty. */
export function knownOption<Value extends string>(
	context: FieldContext,
	field: ChoiceField<Value>,
	value: unknown,
): Value {
	if (isEmpty(value)) return field.default;
	const values = field.options.map((option) => option.value);
	const chosen = values.find((option) => option === value);
	if (chosen !== undefined) return chosen;
	throw fieldError(context, field.displayName, `must be ${wordList(values, 'or')}`, { value });
}

/** @throws NodeOperationError if a file brings a value that is none of the options */
export const chosenOption = <Value extends string>(
	context: FieldContext,
	field: Setting<ChoiceField<Value>>,
	path = field.name,
): Value => knownOption(context, field, settingAt(context, path));

/** Several of these options, as a list or a text with commas. NodeOperationError for another. */
export function knownOptions(
	context: FieldContext,
	{ displayName }: Pick<INodeProperties, 'displayName'>,
	value: unknown,
	options: readonly string[],
): string[] {
	const chosen = commaSeparated(value);
	const unknown = chosen.find((entry) => !options.includes(entry));
	if (unknown === undefined) return chosen;
	const rule = `must contain only ${wordList(options)}`;
	throw fieldError(context, displayName, rule, { value: unknown });
}

type Flag = Setting<INodeProperties> & { type: 'boolean'; default: boolean };

export const flag = (field: Omit<Flag, 'type' | 'noDataExpression'>): Flag => ({
	...field,
	type: 'boolean',
	noDataExpression: true,
});

/** Whether such a switch is on; its default if the form has none. */
export function isOn(
	context: FieldContext,
	{ name, displayName, default: isUsuallyOn }: Flag,
	path = `options.${name}`,
): boolean {
	const value = settingAt(context, path);
	if (isEmpty(value)) return isUsuallyOn;
	if (typeof value === 'boolean') return value;
	throw fieldError(context, displayName, 'must be true or false', { value });
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
