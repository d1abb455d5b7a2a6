import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
} from 'n8n-workflow';

import type { KeptData } from '../../execution/nodeExecution';
import type { OrderingKeysOf } from '../../execution/requestPlan';
import type { OperationHook, RunScope } from '../../execution/runScope';
import { chosenOption, type ChoiceField } from '../../fields/choice';
import { isAutoMapped } from '../../fields/dataToSend';
import { fieldError, gaveNothing, type FieldContext } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { noPlaceholder, validatedText } from '../../fields/text';
import { isConstant, isEmpty } from '../../shared/values';
import { missing } from './columns';
import { matchOn, PERSON_TEXTS, type MatchField } from './fields';
import { matchKey, normalizedValue, type Match } from './matching';

/**
 * The match of an item whose match value is in the body (see `sendMatchValue`), and what errors
 * call it.
 */
export function matchIn(body: IDataObject, context: FieldContext): Match & { label: string } {
	const field = chosenOption(context, matchOn);
	return { field, value: String(body[field] as string), label: matchLabel(context, field) };
}

/** Items that are matched on the same value may be about one person. */
export const byMatch: OrderingKeysOf = (request, context) => [
	matchKey(matchIn(bodyOf(request), context)),
];

export const matchValue: INodeProperties = {
	displayName: 'Match Value',
	name: 'matchValue',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. nathan@acme.com',
	description: 'Value to look for. A new person is created with it.',
};

function matchLabel(context: FieldContext, field: MatchField): string {
	const { name = field } = matchOn.options.find(({ value }) => value === field) ?? {};
	return isAutoMapped(context) ? name : matchValue.displayName;
}

/**
 * @throws NodeOperationError if Match On is none of its options, or Match Value breaks a rule of
 * that field
 */
export function checkedMatch(context: IExecuteSingleFunctions): Match {
	const field = chosenOption(context, matchOn);
	const { normalize, rules = [] } = PERSON_TEXTS[field] ?? {};
	const given = context.getNodeParameter(matchValue.name, '') as GenericValue;
	const value = validatedText(context, matchValue, given, {
		normalize,
		rules: [noPlaceholder, ...rules],
	});
	return { field, value: value ?? '' };
}

/** The match of an item whose columns fill the fields: the value is in the body already. */
function mappedMatch(context: IExecuteSingleFunctions, body: IDataObject, run?: RunScope): Match {
	const field = chosenOption(context, matchOn);
	const asField = { ...matchValue, displayName: matchLabel(context, field), required: false };
	const value = validatedText(context, asField, body[field] as GenericValue, {});
	if (value !== undefined) return { field, value };
	const why = 'the person is found by it, and no column for it has a value';
	throw missing(context, { ...asField, name: field }, why, run);
}

/**
 * Refuses another Match On than an expression gave before, in loops and retries too: it would not
 * find whom they have created.
 */
export function checkIsSame(
	context: FieldContext,
	{ field }: Match,
	run: RunScope,
	isPreview: boolean,
) {
	const expression = context.getNode().parameters[matchOn.name];
	if (isConstant(expression)) return;
	const kept: KeptData & { matchOn?: Record<string, MatchField> } = run.execution.kept;
	const first = ((kept.matchOn ??= {})[
		`${isPreview ? 'preview of ' : ''}${expression as string}`
	] ??= field);
	const rule = `must be the same for all items. Set it to ${first}, or split the items with an If node, and write each part with a node of its own`;
	if (first !== field)
		throw fieldError(context, matchOn.displayName, rule, { value: field, nothingWas: 'done' });
}

/**
 * A new person gets the value. For `afterFields`: the fields may have a value for it too, which
 * must be the same.
 */
export const sendMatchValue: OperationHook = async function (request, run) {
	const body = bodyOf(request);
	const { field, value } = isAutoMapped(this) ? mappedMatch(this, body, run) : checkedMatch(this);
	if (
		!isEmpty(body[field]) &&
		normalizedValue(field, body[field]) !== normalizedValue(field, value)
	) {
		const rule = 'must be the same as the value of the field that Match On selects';
		throw fieldError(this, matchValue.displayName, rule);
	}
	return { ...request, body: { ...body, [field]: value } };
};

export type FindBy = 'search' | 'readAll';

export const findBy: ChoiceField<FindBy> = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	default: 'search',
	description:
		'How to find an existing person. Without this option, the node searches for an email or name, and reads all people for a phone number or LinkedIn profile URL.',
	options: [
		{
			name: 'Read All',
			value: 'readAll',
			description:
				'Read all people once per run and compare them in n8n. Reliable, but slow if you have many people.',
		},
		{
			name: 'Search',
			value: 'search',
			description:
				'Let the service search for each item: fast, but it decides which fields to search',
		},
	],
};

export function findByOf(context: IExecuteSingleFunctions, { field }: Match): FindBy {
	const path = `options.${findBy.name}`;
	const given = context.getNodeParameter(path, '');
	if (isEmpty(given) && !gaveNothing(context, path, given))
		return field === 'email' || field === 'name' ? 'search' : 'readAll';
	return chosenOption(context, findBy, path);
}
