import { filters, includeDeleted } from '../../fields/collections';
import { accountId } from '../../fields/ids';
import { listFields, listOptions, listRouting, paginated } from '../../fields/list';
import type { Operation } from '../operation';
import { ACCOUNT_LOG } from '../records';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many account log entries',
		description: 'Get the log entries of an account',
		routing: listRouting('/v0/accounts/{accountId}/logs', paginated(ACCOUNT_LOG)),
	},
	fields: [accountId, ...listFields, filters(includeDeleted)],
	options: listOptions,
	record: ACCOUNT_LOG,
};
