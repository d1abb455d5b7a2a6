import { accountId } from '../fields/ids';
import { inBody, requestRouting } from '../fields/routing';
import { mustHaveLength } from '../fields/text';
import { byPath, describeResource, type Operation } from './operation';
import { ACCOUNT } from './records';

const updateAccount: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update account',
		description: 'Change the name of an account',
		routing: requestRouting('PATCH', '/v0/accounts/{accountId}'),
	},
	fields: [
		accountId,
		inBody(
			{
				displayName: 'Name',
				name: 'name',
				required: true,
				placeholder: 'e.g. Acme Corporation',
				description: 'New name of the account',
				hint: 'At most 255 characters',
			},
			{ rules: [mustHaveLength(1, 255)] },
		),
	],
	record: ACCOUNT,
	orderingKeys: byPath,
};

export const accountResource = describeResource(
	'account',
	'Account',
	'A company with a domain: change its name',
	[updateAccount],
);
