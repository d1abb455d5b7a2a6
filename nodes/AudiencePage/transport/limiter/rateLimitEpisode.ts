import type { AttemptLog } from './attemptLog';

/** From the first rate limit until the service accepts a request again that was sent after it. */
export interface RateLimitEpisode {
	/** The number of the last request sent before the episode; those sent since are probes, one at a time. */
	lastNumber: number;
	/** Of the requests sent before it: how many were rate limited, */
	rateLimited: number;
	/** when the last of these was sent, */
	lastSentAt: number;
	/** how many were accepted, */
	accepted: number;
	/** and how many of these were sent after the last that was rate limited. */
	acceptedLater: number;
	/** How many probes were rate limited. */
	failedProbes: number;
	/** What was rate limited, before or since. */
	requests: Set<AttemptLog>;
	/** The limit may be on requests in flight. */
	mayBeConcurrency: boolean;
	/** The next probe goes out at this time. */
	probeAt: number;
	/** The wait that the service asks for ends at this time. */
	retryAt: number;
}
