import {
	isResourceLocatorValue,
	NodeOperationError,
	type IDataObject,
	type IExecuteSingleFunctions,
} from 'n8n-workflow';

import { isConstant, isEmpty } from '../shared/values';
import { nameOfItem, saying, shortened } from '../shared/words';

/** On one line, and shortened. */
const shown = (value: unknown): string =>
	shortened(typeof value === 'string' ? JSON.stringify(value) : String(value));

/** A value, and what was made of it, in brackets. Structures are not shown. */
function quotedValue(value: unknown, readAs?: string): string {
	if (!['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return '';
	return ` (got ${shown(value)}${readAs === undefined ? '' : `, read as ${shown(readAs)}`})`;
}

/** n8n's context, as far as it takes to read a field and to refuse what it holds. */
export type FieldContext = Pick<
	IExecuteSingleFunctions,
	'evaluateExpression' | 'getNode' | 'getItemIndex' | 'getNodeParameter'
>;

const valueOf = (at: unknown, key: string): unknown => (at as IDataObject | undefined)?.[key];

function expressionIn(parameter: unknown): unknown {
	const stored = isResourceLocatorValue(parameter) ? parameter.value : parameter;
	return isConstant(stored) ? undefined : stored;
}

/** The expression at a path such as `options.limit`; undefined if there is none. */
export const expressionAt = (context: FieldContext, path: string): unknown =>
	expressionIn(path.split('.').reduce<unknown>(valueOf, context.getNode().parameters));

/** The same, of the field of this name, which may stand in a collection. */
export function expressionOf(context: FieldContext, field: string): unknown {
	const { parameters } = context.getNode();
	const place = [parameters, ...Object.values(parameters)].find((one) =>
		expressionIn(valueOf(one, field)),
	);
	return expressionIn(valueOf(place, field));
}

/**
 * Whether a field is empty because its expression gave nothing; not if an agent fills it, who may
 * leave it empty.
 */
export const gaveNothing = (context: FieldContext, path: string, value: unknown): boolean =>
	isEmpty(value) && !/^(?:undefined|.*\$fromAI.*)$/is.test(String(expressionAt(context, path)));

export const GAVE_NOTHING = 'must not be empty, but its expression gave nothing';

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
	return saying(
		new NodeOperationError(context.getNode(), message, { itemIndex, description }),
		message,
	);
}

/**
 * Makes the error for a rule that a value breaks in a field, at a place such as `Group 1 > Title`
 * if only a part is meant.
 */
export type FieldErrorAt = (brokenRule: string, place?: string, value?: unknown) => Error;

export const fieldErrorAt =
	(context: IExecuteSingleFunctions, displayName: string): FieldErrorAt =>
	(brokenRule, place = '', value) =>
		fieldError(context, displayName, place === '' ? brokenRule : `${brokenRule} at ${place}`, {
			value,
		});
