import { options } from '../../fields/collections';
import { accountId } from '../../fields/ids';
import { length } from '../../fields/rules';
import { inBody, path } from '../../fields/routing';
import type { Operation } from '../describe';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update account',
		description: 'Change the name of an account',
		routing: { request: { method: 'PATCH', url: path('/v0/accounts/{accountId}') } },
	},
	fields: [
		accountId,
		inBody(
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				required: true,
				default: '',
				placeholder: 'e.g. Acme Corporation',
				description: 'New name of the account',
				hint: 'At most 255 characters',
			},
			{ rules: [length(1, 255)] },
		),
		options(),
	],
};
