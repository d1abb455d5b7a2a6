import type { INodeProperties } from 'n8n-workflow';

import { accountIdPattern } from './rules';
import { inPath } from './routing';

export const accountId: INodeProperties = inPath(
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. account_01hzy3kq8w5m2v7x9c4b6n0pde',
		description: 'ID of the account. It starts with account_ (a domain is not an ID).',
		hint: 'The service has no list of accounts: Account Log > Create returns the ID of the account of a domain',
	},
	accountIdPattern,
);

export const accountLogId: INodeProperties = inPath({
	displayName: 'Account Log ID',
	name: 'accountLogId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. log_01hzy3kq8w5m2v7x9c4b6n0pde',
	description: 'ID of the log entry',
	hint: 'Creating an account log entry returns its ID, and so does Get Many',
});

export const topicId: INodeProperties = inPath({
	displayName: 'Topic ID',
	name: 'topicId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. topic_01hzy3kq8w5m2v7x9c4b6n0pde',
	description: 'ID of the topic',
	hint: 'The service has no list of topics. Each entry of a topic carries the ID of the topic, as topicId.',
});

export const topicEntryId: INodeProperties = inPath({
	displayName: 'Topic Entry ID',
	name: 'topicEntryId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. entry_01hzy3kq8w5m2v7x9c4b6n0pde',
	description: 'ID of the entry',
	hint: 'Topic Entry > Get Many returns the IDs of the entries of a topic',
});
