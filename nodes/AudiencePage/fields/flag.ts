import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import { isEmpty, isFalse, isTrue } from '../shared/values';
import { fieldError } from './fieldError';

/** A switch in Options. */
export interface FlagOption extends INodeProperties {
	type: 'boolean';
	default: boolean;
}

/**
 * A switch that is either on or off, by an expression too: anything else is refused.
 *
 * @returns the field, in Options
 */
export function flagOption(field: Omit<FlagOption, 'type' | 'routing'>): FlagOption {
	const check: PreSendAction = async function (request) {
		const value = this.getNodeParameter(`options.${field.name}`, field.default) as unknown;
		if (isEmpty(value) || isTrue(value) || isFalse(value)) return request;
		throw fieldError(this, field.displayName, 'must be true or false', { value });
	};
	return { ...field, type: 'boolean', routing: { send: { preSend: [check] } } };
}

/** Whether such a switch is on; its default if it is empty. */
export function isOn(
	context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>,
	{ name, default: whenEmpty }: FlagOption,
): boolean {
	const value = context.getNodeParameter(`options.${name}`, whenEmpty) as unknown;
	return isEmpty(value) ? whenEmpty : isTrue(value);
}
