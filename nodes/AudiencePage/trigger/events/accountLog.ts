import { accountId } from '../../fields/ids';
import { listRouting } from '../../fields/list';
import { DELAY_OF_NEW, type Event } from '../event';
import { watchList } from '../watchList';

export const accountLogCreated: Event = {
	option: {
		name: 'Account Log Created',
		value: 'accountLogCreated',
		description: `A log entry is added to an account. ${DELAY_OF_NEW}.`,
		routing: listRouting(
			'/v0/accounts/{accountId}/logs',
			watchList({
				noun: 'log entry',
				idField: 'accountLogId',
				whereToCreate: 'add one with Account Log > Create',
			}),
		),
	},
	listOf: [accountId],
};
