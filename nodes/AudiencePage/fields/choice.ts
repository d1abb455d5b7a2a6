import type { IExecuteSingleFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { isEmpty } from '../shared/values';
import { fieldError } from './fieldError';

/** A list of which the user chooses one value. */
export interface ChoiceField<Value extends string> extends INodeProperties {
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** "a", "a or b", "a, b or c". */
const alternatives = (values: string[]): string =>
	[values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ');

/**
 * The value that is chosen, by an expression too; the default if it is empty.
 *
 * @param path where the field stands, such as `options.findBy`
 * @throws NodeOperationError if it is none of the list
 */
export function chosenOption<Value extends string>(
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex' | 'getNodeParameter'>,
	field: ChoiceField<Value>,
	path = field.name,
): Value {
	const given = context.getNodeParameter(path, '');
	if (isEmpty(given)) return field.default;
	const chosen = field.options.find(({ value }) => value === given);
	if (chosen !== undefined) return chosen.value;
	const values = field.options.map(({ value }) => value);
	throw fieldError(context, field.displayName, `must be ${alternatives(values)}`, { value: given });
}
