import { RateLimitStreak } from './rateLimitStreak';

/** What the service accepts and rate limits, by endpoint. Requests are numbered as they are sent. */
export class EndpointLog {
	private readonly lastAccepted = new Map<string, number>();
	private readonly streaks = new Map<string, RateLimitStreak>();

	noteAccepted(endpoint: string, number: number): void {
		this.lastAccepted.set(endpoint, Math.max(this.lastAcceptedAt(endpoint), number));
		this.streaks.delete(endpoint);
	}

	/** The number of the last request to the endpoint that was accepted; 0 if none was. */
	lastAcceptedAt(endpoint: string): number {
		return this.lastAccepted.get(endpoint) ?? 0;
	}

	/**
	 * @param lastSent number of the last request that was sent
	 * @returns whether the endpoint seems to have a rate limit of its own
	 */
	noteRateLimited(endpoint: string, number: number, lastSent: number): boolean {
		const streak = this.streaks.get(endpoint) ?? new RateLimitStreak();
		this.streaks.set(endpoint, streak);
		streak.add(number, this.lastAcceptedOfOthers(endpoint), lastSent);
		return streak.isIsolated;
	}

	private lastAcceptedOfOthers(endpoint: string): number {
		const others = [...this.lastAccepted].filter(([other]) => other !== endpoint);
		return Math.max(0, ...others.map(([, number]) => number));
	}
}
