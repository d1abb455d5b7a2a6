import { RateLimitStreak } from './rateLimitStreak';

/** What the service accepts and rate limits, by endpoint. Requests are numbered as they are sent. */
export class EndpointLog {
	private readonly lastAccepted = new Map<string, number>();
	private lastAcceptedOfAll = 0;
	private readonly streaks = new Map<string, RateLimitStreak>();

	noteAccepted(endpoint: string, number: number): void {
		this.lastAccepted.set(endpoint, Math.max(this.lastAcceptedAt(endpoint), number));
		this.lastAcceptedOfAll = Math.max(this.lastAcceptedOfAll, number);
		this.streaks.delete(endpoint);
	}

	/** The number of the last request to the endpoint that was accepted; 0 if none was. */
	lastAcceptedAt(endpoint: string): number {
		return this.lastAccepted.get(endpoint) ?? 0;
	}

	/** @returns whether the endpoint seems to have a rate limit of its own */
	noteRateLimited(endpoint: string, number: number): boolean {
		const streak = this.streaks.get(endpoint) ?? new RateLimitStreak();
		this.streaks.set(endpoint, streak);
		streak.add(number, this.lastAcceptedOfAll);
		return streak.isIsolated;
	}
}
