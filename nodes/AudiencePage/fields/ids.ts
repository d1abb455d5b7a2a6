import type { INodeProperties } from 'n8n-workflow';

import { inPath } from './routing';
import { mustBeAccountId, mustBeEmail, normalizeEmail, type Rule } from './text';

/** An ID that no list of the service helps to choose: the hint says where it is found. */
const plainId = (
	field: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder' | 'description' | 'hint'>,
	...rules: Rule[]
) => inPath({ ...field, type: 'string', required: true, default: '' }, ...rules);

export const accountId = plainId(
	{
		displayName: 'Account ID',
		name: 'accountId',
		placeholder: 'e.g. account_01hzy3kq8w5m2v7x9c4b6n0pde',
		description: 'ID of the account. It starts with account_ (a domain is not an ID).',
		hint: 'The service has no list of accounts. Account Log > Create returns the ID of the account, as accountId.',
	},
	mustBeAccountId('Creating an account log entry for a domain returns the ID of its account'),
);

export const accountLogId = plainId({
	displayName: 'Account Log ID',
	name: 'accountLogId',
	placeholder: 'e.g. log_01hzy3kq8w5m2v7x9c4b6n0pde',
	description: 'ID of the log entry',
	hint: 'Creating an account log entry returns its ID, and so does Get Many',
});

export const topicId = plainId({
	displayName: 'Topic ID',
	name: 'topicId',
	placeholder: 'e.g. topic_01hzy3kq8w5m2v7x9c4b6n0pde',
	description: 'ID of the topic',
	hint: 'The service has no list of topics: ask whoever administers Audience Page for the ID',
});

export const topicEntryId = plainId({
	displayName: 'Topic Entry ID',
	name: 'topicEntryId',
	placeholder: 'e.g. entry_01hzy3kq8w5m2v7x9c4b6n0pde',
	description: 'ID of the entry',
	hint: 'Getting the entries of a topic returns their IDs',
});

/**
 * A record that is chosen from a list, which the service searches (`searchPages` etc.), or given by
 * its ID.
 */
const resourceLocator = (displayName: string, description: string): INodeProperties => ({
	displayName,
	name: `${displayName.toLowerCase()}Id`,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select ${displayName.toLowerCase()}...`,
			typeOptions: { searchListMethod: `search${displayName}s`, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: `e.g. ${displayName.toLowerCase()}_01hzy3kq8w5m2v7x9c4b6n0pde`,
		},
	],
});

const pageLocator = resourceLocator('Page', 'The page to work with');
export const pageId = inPath(pageLocator);

export const optionalPage: INodeProperties = { ...pageLocator, required: false };

export const audienceId = inPath(
	resourceLocator(
		'Audience',
		'The audience to work with. The list shows those of the selected page.',
	),
);

export const messageId = inPath(
	resourceLocator(
		'Message',
		'The message whose snapshot to restore. The list shows only messages that have one, each with its number and time.',
	),
);

const personLocator = resourceLocator(
	'Person',
	'The person to work with. A value that contains @ is always used as an email address, any other as an ID.',
);

/** An operation with this field has to find the person by email too (see `withEmailLookup`). */
export const personId = inPath(
	{
		...personLocator,
		modes: [
			...(personLocator.modes ?? []),
			{
				displayName: 'By Email',
				name: 'email',
				type: 'string',
				placeholder: 'e.g. nathan@acme.com',
			},
		],
	},
	// A value with an @ is never an ID.
	(text) => (text.includes('@') ? mustBeEmail(normalizeEmail(text)) : undefined),
);
