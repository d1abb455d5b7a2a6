import { NodeOperationError, type IExecuteSingleFunctions } from 'n8n-workflow';

import { isConstant } from '../shared/values';
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

/** Whether an expression in a text gave nothing, as in "Ada ()". Those with only blanks between them count as one. */
function hasEmptyPart(expression: string, text: string): boolean {
	const parts = expression.slice(1).split(/\{\{.*?\}\}/s);
	const fixed = parts.map((part) => part.trim().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
	const divided = fixed.filter((part, n) => part !== '' || n === 0 || n === fixed.length - 1);
	return !new RegExp(`^${divided.join('\\s*\\S.*?')}$`, 's').test(text);
}

/** Refuses a text that tells records apart, if an expression in it gave nothing. */
export function checkParts(
	context: FieldContext,
	displayName: string,
	expression: unknown,
	text: string,
): void {
	if (isConstant(expression) || !hasEmptyPart(expression as string, text)) return;
	const cure = 'give it another value, as in {{ $json.domain || "none" }}, or filter such items out';
	throw fieldError(context, displayName, `has an expression that gave nothing: ${cure}`, { value: text });
}

/** Makes the error for a rule that a value breaks in a field, at a place such as `Group 1 > Title` if only a part is meant. */
export type FieldErrorAt = (brokenRule: string, place?: string, value?: unknown) => Error;

export const fieldErrorAt =
	(context: IExecuteSingleFunctions, displayName: string): FieldErrorAt =>
	(brokenRule, place = '', value) =>
		fieldError(context, displayName, place === '' ? brokenRule : `${brokenRule} at ${place}`, { value });
