import type { Round } from './figures';

export interface Done extends Pick<Round, 'seconds' | 'longestWait' | 'longestWaitOfRun' | 'peakBytes'> {
	/** Ids of the records written or read, as the way itself gives them. */
	ids: unknown[];
	/** What stopped it. */
	failure?: string;
}

/** One way to do a job, ready to be run again and again: what it runs on is its own and goes on in between. */
export interface Way {
	/** Waits until nothing of earlier runs is left to do. */
	rest(): Promise<void>;
	/** Runs the job with these items: one execution for each batch. */
	run(batches: object[][]): Promise<Done>;
	close(): Promise<void>;
}
