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
	description: 'The field by which to tell whether the person is there already',
	options: [
		{ name: 'Email', value: 'email', description: 'Upper and lower case are the same' },
		{ name: 'LinkedIn Profile URL', value: 'linkedinProfileUrl' },
		{ name: 'Name', value: 'name', description: 'The whole name, exactly as it is written' },
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
	description: 'The value of that field. A new person gets it too.',
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
		throw fieldError(this, matchValue.displayName, 'must not differ from the value of the same field below');
	}
	return { ...request, body: { ...body, [field]: text } };
};

const findBy: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	default: 'search',
	description:
		'How to look whether the person is there. Without this option: by a search for emails and names, in all people for the rest, since the service does not say which fields it searches.',
	options: [
		{
			name: 'Read All',
			value: 'readAll',
			description: 'Read all people once a run and compare them here: certain, and slow where there are many',
		},
		{ name: 'Search', value: 'search', description: 'Have the service search for each item' },
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
