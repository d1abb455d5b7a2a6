import type { INodeProperties } from 'n8n-workflow';

import { accountIdPattern } from './rules';
import { inPath } from './send';

export const accountId: INodeProperties = inPath(
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. account_01hzy3kq8w5m2v7x9c4b6n0pde',
		description: 'ID of the account',
		hint: 'Creating an account log entry returns the ID of its account',
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

export const pageId: INodeProperties = inPath({
	displayName: 'Page',
	name: 'pageId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The page to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a page...',
			typeOptions: { searchListMethod: 'searchPages', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. page_01hzy3kq8w5m2v7x9c4b6n0pde',
		},
	],
});

export const personId: INodeProperties = inPath({
	displayName: 'Person',
	name: 'personId',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'id', value: '' },
	description: 'The person to work with',
	hint: 'Creating a person returns their ID, and so does Get Many',
	modes: [
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. person_01hzy3kq8w5m2v7x9c4b6n0pde',
		},
	],
});
