import { filters } from '../../fields/collections';
import { accountId } from '../../fields/ids';
import { list, listFields, listOptions } from '../../fields/list';
import { flagInQuery } from '../../fields/send';
import type { Operation } from '../describe';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many account logs',
		description: 'Read the log of an account',
		routing: list('/v0/accounts/{accountId}/logs'),
	},
	fields: [
		accountId,
		...listFields,
		filters(
			flagInQuery({
				displayName: 'Include Deleted',
				name: 'includeDeleted',
				type: 'boolean',
				default: false,
				description: 'Whether to return deleted entries too',
			}),
		),
		listOptions,
	],
};
