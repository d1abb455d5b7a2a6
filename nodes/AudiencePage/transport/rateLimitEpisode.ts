import type { AttemptLog } from './attemptLog';

/** From the first refusal until the service takes a request again. */
export interface RateLimitEpisode {
	/** Requests up to this number were sent before it. */
	number: number;
	/** When the last of those was sent that were refused. */
	last: number;
	/** Of those that were sent before it, so many were refused, */
	refused: number;
	/** were taken, */
	taken: number;
	/** and were taken though they were sent after the last that was refused. */
	takenLater: number;
	/** The number in flight may be what the service limits. */
	mayBeWindow: boolean;
	/** Those that were sent alone since, and refused. */
	alone: number;
	/** Those that were refused, however often each. */
	requests: Set<AttemptLog>;
	/** Nothing goes out before this time. */
	until: number;
	/** The wait that the service asks for ends at this time. */
	askedUntil: number;
}
