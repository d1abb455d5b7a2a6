import { topicId } from '../../fields/ids';
import { listRouting } from '../../fields/list';
import { DELAY_OF_CHANGES, type Event } from '../event';
import { changes, contentChanges, fieldsToWatch } from '../watch';
import { watchList } from '../watchList';

/** What of a topic entry can change (service interface, section 2.11). */
const ENTRY_CONTENT = ['content', 'sortOrder'];

export const topicEntryChanged: Event = {
	option: {
		name: 'Topic Entry Created or Changed',
		value: 'topicEntryChanged',
		description: `An entry is added to a topic, or its content or place changes. ${DELAY_OF_CHANGES}.`,
		routing: listRouting(
			'/v0/topics/{topicId}/entries',
			watchList({
				noun: 'entry of this topic',
				idField: 'topicEntryId',
				whereToCreate: 'add one in Audience Page',
				...contentChanges(ENTRY_CONTENT),
			}),
		),
	},
	listOf: [topicId],
	changes: [changes, fieldsToWatch(ENTRY_CONTENT)],
};
