import { personId } from '../../fields/ids';
import { listRouting } from '../../fields/list';
import { withEmailLookup } from '../../resources/person/searchPeople';
import type { Event } from '../event';
import { watchList } from '../watchList';
import { WHEN_NEW } from './when';

export const personLogCreated: Event = {
	option: {
		name: 'Person Log Created',
		value: 'personLogCreated',
		description: `A log entry is added to a person. ${WHEN_NEW}, 2 by email.`,
		routing: listRouting(
			'/v0/persons/{personId}/logs',
			withEmailLookup(
				watchList({
					noun: 'log entry',
					idField: 'personLogId',
					whereToCreate: 'add one in Audience Page',
				}),
			),
		),
	},
	listOf: personId,
};
