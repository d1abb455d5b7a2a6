import type { INodeProperties } from 'n8n-workflow';

import { isTrue } from '../shared/values';
import { requestOptionFields } from './requestOptions';
import { inQuery, sentAs } from './routing';

/** A collection of optional fields, which the user adds one by one, from a list in the order of their names. */
const collection =
	(displayName: string, name: string, placeholder: string, description: string) =>
	(...options: INodeProperties[]): INodeProperties => ({
		displayName,
		name,
		type: 'collection',
		placeholder,
		default: {},
		description,
		options: options.sort((one, other) => one.displayName.localeCompare(other.displayName)),
	});

export const additionalFields = collection(
	'Additional Fields',
	'additionalFields',
	'Add Field',
	'Optional fields of the new record',
);

export const updateFields = collection(
	'Update Fields',
	'updateFields',
	'Add Field',
	'The fields to change. All others stay as they are.',
);

export const filters = collection('Filters', 'filters', 'Add Filter', 'What narrows the list down');

export const optionsCollection = collection('Options', 'options', 'Add Option', 'Optional settings');

export const operationOptions = (...own: INodeProperties[]): INodeProperties =>
	optionsCollection(...own, ...requestOptionFields);

/** The search text of a list. Which fields the service searches is not documented. */
export const query: INodeProperties = inQuery({
	displayName: 'Search',
	name: 'query',
	description: 'Text to search for. The service decides which fields to search.',
});

/** For the logs of accounts and of people (service interface, sections 4.3 and 4.5). */
export const includeDeleted = sentAs(
	{
		displayName: 'Include Deleted',
		name: 'includeDeleted',
		type: 'boolean',
		default: false,
		description: 'Whether to include deleted log entries',
	},
	'query',
	(value) => (isTrue(value) ? 'true' : undefined),
);
