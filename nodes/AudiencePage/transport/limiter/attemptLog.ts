import { MAX_STALL, minPause } from './rateLimitPause';
import { RateLimitStreak } from './rateLimitStreak';

/** How long a request is retried that is rate limited while others get through, in milliseconds. */
const MAX_WAIT_ALONE = 30 * 60_000;

/** What the limiter knows of the attempts of one request. */
export class AttemptLog {
	/** An attempt was made before. */
	isRetry = false;
	/** How long it is held back before the next attempt, so that others go first, in milliseconds. */
	pause = 0;
	/** Set if there is to be no further attempt. */
	finalError?: Error;
	/** How long it was held back, or the service asked to wait, in milliseconds. */
	private waited = 0;
	private readonly streak = new RateLimitStreak();

	/** @param endpoint method and path, without the record */
	constructor(readonly endpoint: string) {}

	/** Whether others of its endpoint get through while it does not, so that it says nothing of the service's limit. */
	get isLimitedAlone(): boolean {
		return this.streak.isIsolated;
	}

	/** Whether it was rate limited for too long while others got through. */
	get isExhausted(): boolean {
		return this.isLimitedAlone && this.waited >= MAX_WAIT_ALONE;
	}

	/**
	 * An attempt was rate limited.
	 *
	 * @param number of the attempt among all requests sent
	 * @param lastAccepted number of the last request to its endpoint that was accepted
	 * @param lastSent number of the last request that was sent
	 * @param retryAfter milliseconds that the service asks to wait
	 */
	addRateLimited(number: number, lastAccepted: number, lastSent: number, retryAfter: number): void {
		this.streak.add(number, lastAccepted, lastSent);
		const ownPause = minPause(Math.min(this.waited, MAX_STALL / 2));
		this.pause = this.isLimitedAlone ? Math.max(ownPause, retryAfter) : ownPause;
		this.waited += Math.max(ownPause, retryAfter);
	}

	/** An attempt had any other result. */
	addOther(): void {
		this.pause = 0;
		this.waited = 0;
		this.streak.reset();
	}
}
