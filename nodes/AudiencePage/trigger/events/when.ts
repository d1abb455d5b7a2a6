/** How late an event can be, and what it costs: the last sentences of its description. */

/** For events that report new records. */
export const WHEN_NEW =
	'Noticed at the next poll, or at the next full read at the latest. Costs 1 request per poll, and at a full read 1 per 100 records';

/** For events that report changes (see `MAX_CHANGE_DELAY`). */
export const WHEN_CHANGED =
	'Noticed at the next poll, or up to 15 minutes later. Costs 1 request per poll, and every 15 minutes 1 per 100 records';
