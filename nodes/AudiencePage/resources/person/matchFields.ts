import type { GenericValue, IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import type { OrderingKeysOf } from '../../execution/operationRules';
import { chosenOption, type ChoiceField } from '../../fields/choice';
import { fieldError } from '../../fields/fieldError';
import { bodyOf } from '../../fields/routing';
import { validUnicode } from '../../fields/rules';
import { validatedText } from '../../fields/text';
import { isEmpty } from '../../shared/values';
import { MATCH_FIELD_RULES, MATCH_FIELDS, type MatchField } from './fields';
import { isMatchField, matchKey, matchKeys, normalizedValue, type Match } from './matching';

/** The match that the form asks for, as it is: `checkedMatch` checks it. */
export function matchOf(context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>): Match {
	const field = context.getNodeParameter('matchOn', '') as MatchField | '' | null;
	const value = context.getNodeParameter('matchValue', '');
	return {
		field: isEmpty(field) ? 'email' : field,
		value: isEmpty(value) ? '' : String(value as string).trim(),
	};
}

/**
 * Two items of Create or Update that may be about the same person have a key in common. Where all items
 * match on one field, that field alone tells. Where each chooses its own, every value that it gives can
 * be the one that another is matched on; a name, which many people share, only where it is matched on.
 */
export const byMatch: OrderingKeysOf = (request, context) => {
	const match = matchOf(context);
	const { matchOn } = context.getNode().parameters;
	if (typeof matchOn !== 'string' || !matchOn.startsWith('=')) return [matchKey(match)];
	return matchKeys(
		bodyOf(request),
		MATCH_FIELDS.filter((field) => field !== 'name' || match.field === 'name'),
	);
};

export const matchOn: INodeProperties = {
	displayName: 'Match On',
	name: 'matchOn',
	type: 'options',
	default: 'email',
	description: 'Field used to find an existing person',
	options: [
		{ name: 'Email', value: 'email', description: 'Ignores upper and lower case' },
		{ name: 'LinkedIn Profile URL', value: 'linkedinProfileUrl' },
		{ name: 'Name', value: 'name', description: 'The full name, exactly as written' },
		{ name: 'Phone Number', value: 'phoneNumber' },
	],
};

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
 * The match that the form asks for, after its checks: for a hook, or a flow that sends nothing before it.
 *
 * @throws NodeOperationError if Match On is none of its options, or Match Value breaks a rule of that field
 */
export function checkedMatch(context: IExecuteSingleFunctions): Match {
	const match = matchOf(context);
	if (!isMatchField(match.field))
		throw fieldError(context, matchOn.displayName, 'must be one of the fields in the list');

	const given = context.getNodeParameter(matchValue.name, '') as GenericValue;
	validatedText(context, matchValue, given, [validUnicode, ...MATCH_FIELD_RULES[match.field]]);
	return match;
}

/** Refuses a match that fails its checks; for `afterFields`. */
export const checkMatch: PreSendAction = async function (request) {
	checkedMatch(this);
	return request;
};

/**
 * Puts the value that people are matched on into the body: a new person gets it. For `afterFields`:
 * the fields may have a value for it too.
 *
 * @throws NodeOperationError if the match fails its checks, or the field has another value too
 */
export const sendMatchValue: PreSendAction = async function (request) {
	const { field, value } = checkedMatch(this);
	const body = bodyOf(request);
	if (!isEmpty(body[field]) && normalizedValue(field, body[field]) !== normalizedValue(field, value)) {
		throw fieldError(
			this,
			matchValue.displayName,
			'must be the same as the value of the field that Match On selects',
		);
	}
	return { ...request, body: { ...body, [field]: value } };
};

/** How the people who match are found: by a search for each item, or in the whole list, read once. */
export type FindBy = 'search' | 'readAll';

export const findBy: ChoiceField<FindBy> = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	default: 'search',
	description:
		'How to find an existing person. By default, the node searches for an email or name, and reads all people for a phone number or LinkedIn profile URL.',
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
				'Let the service search for each item. Fast, but the service decides which fields to search.',
		},
	],
};

/**
 * How the people who match are found.
 *
 * @throws NodeOperationError if the option is none of those in the list
 */
export function findByOf(context: IExecuteSingleFunctions, { field }: Match): FindBy {
	const path = `options.${findBy.name}`;
	const isLeftToNode = isEmpty(context.getNodeParameter(path, ''));
	if (isLeftToNode) return field === 'email' || field === 'name' ? 'search' : 'readAll';
	return chosenOption(context, findBy, path);
}
