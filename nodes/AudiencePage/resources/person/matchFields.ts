import type {
	GenericValue,
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	PreSendAction,
} from 'n8n-workflow';

import type { OrderingKeysOf } from '../../execution/requestPlan';
import { chosenOption, settingAt, type ChoiceField, type Setting } from '../../fields/choice';
import { isAutoMapped } from '../../fields/dataToSend';
import { fieldError, type FieldContext } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { validatedText } from '../../fields/text';
import { isEmpty } from '../../shared/values';
import type { NeededField } from './columns';
import { matchOn, PERSON_TEXTS } from './fields';
import { matchKey, normalizedValue, type Match } from './matching';

export const matchValue: INodeProperties = {
	displayName: 'Match Value',
	name: 'matchValue',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. nathan@acme.com',
	description: 'Value to look for. A new person is created with it.',
};

/**
 * What *Match On* and *Match Value* say.
 * @throws NodeOperationError if the value is empty, or breaks a rule of the field
 */
export function checkedMatch(context: IExecuteSingleFunctions): Match {
	const field = chosenOption(context, matchOn);
	const typed = context.getNodeParameter(matchValue.name, '') as GenericValue;
	const value = validatedText(context, matchValue, typed, PERSON_TEXTS[field] ?? {});
	return { field, value: value ?? '', label: matchValue.displayName };
}

/** For columns that fill the fields: that of *Match On*, without which nobody can be found. */
export const neededToMatch = (context: FieldContext): NeededField => ({
	name: chosenOption(context, matchOn),
	why: 'the person is found by it',
});

/**
 * A new person gets the value. For `afterFields`: the fields may have a value for it too, which
 * must be the same.
 */
export const sendMatchValue: PreSendAction = async function (request) {
	if (isAutoMapped(this)) return request;
	const body = bodyOf(request);
	const { field, value } = checkedMatch(this);
	const isSame = normalizedValue(field, body[field]) === normalizedValue(field, value);
	if (!isEmpty(body[field]) && !isSame) {
		const rule = 'must be the same as the value of the field that Match On selects';
		throw fieldError(this, matchValue.displayName, rule);
	}
	return { ...request, body: { ...body, [field]: value } };
};

/** The match of an item whose body has the value: from its column, or by `sendMatchValue`. */
export function matchIn(body: IDataObject, context: FieldContext): Match {
	const field = chosenOption(context, matchOn);
	const column = matchOn.options.find(({ value }) => value === field)?.name ?? field;
	const label = isAutoMapped(context) ? column : matchValue.displayName;
	return { field, value: String(body[field] as string), label };
}

/** Items that are matched on the same value may be about one person. */
export const byMatch: OrderingKeysOf = (request, context) => [
	matchKey(matchIn(bodyOf(request), context)),
];

type FindBy = 'search' | 'readAll';

export const findBy: Setting<ChoiceField<FindBy>> = {
	displayName: 'How to Find',
	name: 'findBy',
	type: 'options',
	noDataExpression: true,
	default: 'search',
	description:
		'How to find an existing person. Without this option, the node searches for an email or name, and reads all people for a phone number or LinkedIn profile URL.',
	options: [
		{
			name: 'Read All',
			value: 'readAll',
			description:
				'Read all people, once for all items, and compare them in n8n. Reliable, but slow if you have many people.',
		},
		{
			name: 'Search',
			value: 'search',
			description:
				'Let the service search for each item: fast, but it decides which fields to search',
		},
	],
};

/** What *How to Find* says; without it, what suits the field of the match. */
export function findByOf(context: FieldContext, { field }: Match): FindBy {
	const path = `options.${findBy.name}`;
	if (!isEmpty(settingAt(context, path))) return chosenOption(context, findBy, path);
	return field === 'email' || field === 'name' ? 'search' : 'readAll';
}
