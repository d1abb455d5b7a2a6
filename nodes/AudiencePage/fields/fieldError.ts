import { NodeOperationError, type IExecuteSingleFunctions } from 'n8n-workflow';

import { nameOfItem, withMessage, shortened } from '../shared/words';

/** n8n's context, as far as it takes to read a field and to refuse what it holds. */
export type FieldContext = Pick<
	IExecuteSingleFunctions,
	'getNode' | 'getItemIndex' | 'getNodeParameter'
>;

/** On one line, and shortened. */
const shown = (value: unknown): string =>
	shortened(typeof value === 'string' ? JSON.stringify(value) : String(value));

/** ' (got "x")'. Structures are not shown. */
function quotedValue(value: unknown): string {
	const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
	return isScalar ? ` (got ${shown(value)})` : '';
}

interface FieldErrorOptions {
	/** The value, to be shown; left out for a field that may hold a secret. */
	value?: unknown;
	/** What was not done: "done" if the value was looked up in the service first. */
	nothingWas?: 'sent' | 'done';
}

/** Of a run of the node; a trigger has none. */
export function hasSeveralItems(context: object): boolean {
	const { getExecuteData } = context as Partial<IExecuteSingleFunctions>;
	const items = getExecuteData?.call(context as IExecuteSingleFunctions).data.main?.[0] ?? [];
	return items.length > 1;
}

/** "Nothing was sent for item 3 (counted from 0)."; of one item, without its number. */
export function nothingWas(
	done: 'sent' | 'done',
	context: Pick<IExecuteSingleFunctions, 'getItemIndex'>,
): string {
	const ofItem = hasSeveralItems(context) ? ` for ${nameOfItem(context.getItemIndex())}` : '';
	return `Nothing was ${done}${ofItem}.`;
}

/** "<Display Name> <broken rule> (got <value>)", which names the item, if there are several. */
export function fieldError(
	context: Pick<IExecuteSingleFunctions, 'getNode' | 'getItemIndex'>,
	displayName: string,
	brokenRule: string,
	{ value, nothingWas: done = 'sent' }: FieldErrorOptions = {},
): NodeOperationError {
	// A trigger has no items.
	const itemIndex = context.getItemIndex() as number | undefined;
	const message = `${displayName} ${brokenRule}${quotedValue(value)}`;
	const description = nothingWas(done, context);
	const error = new NodeOperationError(context.getNode(), message, { itemIndex, description });
	return withMessage(error, message);
}
