/** From this many overtaken rate limits in a row on, they concern the sender alone. */
const MIN_OVERTAKEN = 3;

/**
 * The rate limits in a row of one sender: a request, or an endpoint. One counts as overtaken if others
 * were accepted that were sent after the rate limit before it. Requests are numbered as they are sent.
 */
export class RateLimitStreak {
	private lastNumber = Infinity;
	private overtaken = 0;
	private isOvertaken = false;

	/** Whether only this sender is rate limited, while others get through. */
	get isIsolated(): boolean {
		return this.isOvertaken && this.overtaken >= MIN_OVERTAKEN;
	}

	/**
	 * @param number of the request that was rate limited
	 * @param lastAccepted number of the last request that was accepted, of those it is compared with; 0 if none was
	 */
	add(number: number, lastAccepted: number): void {
		this.isOvertaken = lastAccepted > this.lastNumber;
		if (this.isOvertaken) this.overtaken++;
		this.lastNumber = number;
	}

	/** The service has given another response. */
	reset(): void {
		this.overtaken = 0;
		this.lastNumber = Infinity;
	}
}
