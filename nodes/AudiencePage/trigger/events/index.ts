import type { Event } from '../event';
import { audienceCreated, audiencePublished, audienceStatusChanged } from './audience';
import * as others from './others';
import { personCreated, personUpdated } from './person';

export { personCreated };

/** All events, in alphabetical order. */
export const events: Event[] = [
	others.accountLogCreated,
	others.assetTrashed,
	audienceCreated,
	audiencePublished,
	audienceStatusChanged,
	others.pageCreated,
	others.pageLinkCreated,
	personCreated,
	personUpdated,
	others.personLogCreated,
	others.topicEntryChanged,
];
