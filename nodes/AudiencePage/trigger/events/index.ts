import type { Event } from '../event';
import { accountLogCreated } from './accountLog';
import { assetTrashed } from './asset';
import { audienceCreated, audienceStatusChanged } from './audience';
import { pageCreated } from './page';
import { pageLinkCreated } from './pageLink';
import { personCreated, personUpdated } from './person';
import { personLogCreated } from './personLog';
import { topicEntryChanged } from './topicEntry';

export { personCreated };

/** All events, in alphabetical order. */
export const events: Event[] = [
	accountLogCreated,
	assetTrashed,
	audienceCreated,
	audienceStatusChanged,
	pageCreated,
	pageLinkCreated,
	personCreated,
	personUpdated,
	personLogCreated,
	topicEntryChanged,
];
