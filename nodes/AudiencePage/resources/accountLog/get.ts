import { accountId, accountLogId } from '../../fields/ids';
import { pathExpression } from '../../fields/routing';
import type { Operation } from '../operation';
import { ACCOUNT_LOG } from '../records';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account log entry',
		description: 'Get one entry of the log of an account',
		routing: {
			request: { method: 'GET', url: pathExpression('/v0/accounts/{accountId}/logs/{accountLogId}') },
		},
	},
	fields: [accountId, accountLogId],
	record: ACCOUNT_LOG,
};
