import type { Operation } from '../operation';
import { account } from './account';
import { accountLog } from './accountLog';
import { analytics } from './analytics';
import { audience } from './audience';
import { audienceMessage } from './audienceMessage';
import { lists } from './lists';
import { page } from './page';
import { person } from './person';
import { topicEntry } from './topicEntry';

/** Every operation of the contract. */
export const operations: Operation[] = [
	...account,
	...accountLog,
	...analytics,
	...audience,
	...audienceMessage,
	...lists,
	...page,
	...person,
	...topicEntry,
];
