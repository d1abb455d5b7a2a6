import { personId } from '../../fields/ids';
import { listRouting } from '../../fields/list';
import { withEmailLookup } from '../../resources/person/searchPeople';
import { DELAY_OF_NEW, type Event } from '../event';
import { listWithCursors } from '../listReaders';
import { watchList } from '../watchList';

export const personLogCreated: Event = {
	option: {
		name: 'Person Log Created',
		value: 'personLogCreated',
		description: `A log entry is added to a person. ${DELAY_OF_NEW}, 2 by email.`,
		routing: listRouting(
			'/v0/persons/{personId}/logs',
			watchList(
				{ noun: 'log entry', idField: 'personLogId', whereToCreate: 'add one in Audience Page' },
				listWithCursors,
				withEmailLookup,
			),
		),
	},
	listOf: [personId],
};
