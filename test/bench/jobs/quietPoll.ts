import type { PollJob } from './job';

/** A poll of a list that has nothing new; the whole list is not read again while it is measured. */
export const quietPoll: PollJob = {
	records: 0,
	trigger: { event: 'personCreated', startFrom: 'now', options: { fullReadEvery: 1_000_000 } },
};
