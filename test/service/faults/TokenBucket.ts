import type { RateLimit } from './settings';

/** What a rate limit counts with; it begins full, and anew with each new limit. */
export class TokenBucket {
	private limit?: RateLimit;
	private tokens = 0;
	private filledAt = 0;

	/** Takes a token, or gives the milliseconds until there is one; 0 where one was taken. */
	take(limit: RateLimit, now: number): number {
		const { perSecond, burst } = limit;
		const grown = ((now - this.filledAt) / 1000) * perSecond;
		this.tokens = limit === this.limit ? Math.min(burst, this.tokens + grown) : burst;
		this.limit = limit;
		this.filledAt = now;
		if (this.tokens < 1) return ((1 - this.tokens) / perSecond) * 1000;
		this.tokens -= 1;
		return 0;
	}
}
