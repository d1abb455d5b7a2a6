import type { IExecuteSingleFunctions, INodeProperties, PreSendAction } from 'n8n-workflow';

import { options } from '../../fields/collections';
import { validUnicode } from '../../fields/rules';
import { bodyOf, validatedText } from '../../fields/routing';
import { fieldError } from '../../fields/fieldError';
import { isEmpty } from '../../shared/values';
import { RULES } from './fields';
import { isMatchField, normalizedValue, matchOf, type Match } from './match';
import type { FindBy } from './personLookup';

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
 * Puts the value that people are matched on into the body: a new person gets it.
 *
 * @throws NodeOperationError if it breaks a rule of its field, or the field has another value too
 */
const sendMatchValue: PreSendAction = async function (request) {
	const { field, value } = matchOf(this);
	if (!isMatchField(field))
		throw fieldError(this, matchOn.displayName, 'must be one of the fields in the list');

	const given: unknown = this.getNodeParameter(matchValue.name, '');
	const trimmed = typeof given === 'object' ? given : value;
	const text = validatedText(this, matchValue, trimmed as string, [validUnicode, ...RULES[field]]);
	const body = bodyOf(request);
	if (!isEmpty(body[field]) && normalizedValue(field, body[field]) !== normalizedValue(field, text)) {
		throw fieldError(this, matchValue.displayName, 'must be the same as the value of that field below');
	}
	return { ...request, body: { ...body, [field]: text } };
};

const findBy: INodeProperties = {
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

/** Options of Create or Update. They stand last: the match is checked against the fields, which come first. */
export const optionsOfUpsert: INodeProperties = {
	...options(findBy),
	routing: { send: { preSend: [sendMatchValue] } },
};

/**
 * How the people who match are found.
 *
 * @throws NodeOperationError if the option is none of those in the list
 */
export function findByOf(context: IExecuteSingleFunctions, { field }: Match): FindBy {
	const chosen = context.getNodeParameter(`options.${findBy.name}`, '');
	if (isEmpty(chosen)) return field === 'email' || field === 'name' ? 'search' : 'readAll';
	if (chosen === 'search' || chosen === 'readAll') return chosen;
	throw fieldError(context, findBy.displayName, 'must be search or readAll');
}
