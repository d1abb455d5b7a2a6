import { NodeOperationError, type IExecuteSingleFunctions } from 'n8n-workflow';

import { nameOfItem, shortened } from '../shared/words';

/** On one line, and shortened. */
const shown = (value: unknown): string =>
	shortened(typeof value === 'string' ? JSON.stringify(value) : String(value));

/** A value, and what was made of it, in brackets. Structures are not shown. */
function quotedValue(value: unknown, readAs?: string): string {
	if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return '';
	return ` (got ${shown(value)}${readAs === undefined ? '' : `, read as ${shown(readAs)}`})`;
}

/** n8n's context, as far as it takes to read a field and to refuse what it holds. */
export type FieldContext = Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex' | 'getNodeParameter'>;

interface FieldErrorOptions {
	/** The value, to be shown; left out for a field that may hold a secret. */
	value?: unknown;
	/** What was made of the value before the rule was checked. */
	readAs?: string;
	/** What was not done: "done" if the value was looked up in the service first. */
	nothingWas?: 'sent' | 'done';
}

/** "<Display Name> <broken rule> (got <value>)", which names the item, if there is one. */
export function fieldError(
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex'>,
	displayName: string,
	brokenRule: string,
	{ value, readAs, nothingWas = 'sent' }: FieldErrorOptions = {},
): NodeOperationError {
	// A trigger has no items.
	const itemIndex = context.getItemIndex() as number | undefined;
	const whose = itemIndex === undefined ? '' : ` for ${nameOfItem(itemIndex)}`;
	const message = `${displayName} ${brokenRule}${quotedValue(value, readAs)}`;
	const description = `Nothing was ${nothingWas}${whose}.`;
	return new NodeOperationError(context.getNode(), message, { itemIndex, description });
}

/** Makes the error for a rule that is broken in a field, at a path such as `[0].title` if only a part of it is meant. */
export type FieldErrorAt = (brokenRule: string, path?: string) => Error;

export const fieldErrorAt =
	(context: IExecuteSingleFunctions, displayName: string): FieldErrorAt =>
	(brokenRule, path = '') =>
		fieldError(context, displayName, path === '' ? brokenRule : `${brokenRule} at ${path}`);

export const memberPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
