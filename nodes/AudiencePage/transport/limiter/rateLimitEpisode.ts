import type { AttemptLog } from './attemptLog';

/** From the first rate limit until the service accepts a request again that was sent after it. */
export interface RateLimitEpisode {
	/** The number of the last request sent before the episode; those sent since are probes, one at a time. */
	lastNumber: number;
	/** How many of the requests sent before the episode were rate limited. */
	rateLimited: number;
	/** When the last of these was sent. */
	lastSentAt: number;
	/** How many of the requests sent before the episode were accepted. */
	accepted: number;
	/** How many of these were sent after the last one that was rate limited. */
	acceptedLater: number;
	/** How many probes were rate limited. */
	failedProbes: number;
	/** What was rate limited, before or since. */
	rateLimitedRequests: Set<AttemptLog>;
	/** The limit may be on requests in flight. */
	mayBeConcurrency: boolean;
	/** The next probe goes out at this time. */
	probeAt: number;
	/** The wait that the service asks for ends at this time. */
	retryAt: number;
}
