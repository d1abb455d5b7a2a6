import { options } from '../../fields/collections';
import { accountId, accountLogId } from '../../fields/ids';
import { path } from '../../fields/routing';
import type { Operation } from '../describe';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account log entry',
		description: 'Get one entry of the log of an account',
		routing: { request: { method: 'GET', url: path('/v0/accounts/{accountId}/logs/{accountLogId}') } },
	},
	fields: [accountId, accountLogId, options()],
};
