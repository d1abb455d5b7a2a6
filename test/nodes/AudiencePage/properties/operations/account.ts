import { accountId, badNames, bodyText, names } from '../fields';
import type { Operation } from '../operation';

export const account: Operation[] = [
	{
		resource: 'account',
		operation: 'update',
		operationId: 'updateAccount',
		fields: [accountId, bodyText('name', names, badNames)],
	},
];
