/**
 * How late an event can be, and what it costs: the last sentences of its description, without the full stop. n8n's list
 * of events shows some 120 characters of a description.
 */

/** For events that report new records. */
export const WHEN_NEW = 'Noticed at the next full read at the latest. 1 request per poll';

/** For events that report changes (see `MAX_CHANGE_DELAY`). */
export const WHEN_CHANGED = 'Up to 15 minutes late. 1 request per poll';
