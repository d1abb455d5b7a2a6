/** When an event starts the workflow, and what it costs: the end of its description. */

/** For events that report new records. */
export const WHEN_NEW =
	'It starts at the next poll, at the latest at the next full read. A poll is 1 request, and 1 more for every 100 records at a full read.';

/** For events that report changes (see `MAX_CHANGE_DELAY`). */
export const WHEN_CHANGED =
	'It starts at the next poll, or up to 15 minutes later. A poll is 1 request, and 1 more for every 100 records when it reads the whole list.';
