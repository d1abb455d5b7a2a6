/** From this many overtaken rate limits in a row on, they concern the sender alone. */
const MIN_OVERTAKEN = 3;

/**
 * The rate limits in a row of one sender: a request, or an endpoint. One counts as overtaken if it was sent after the
 * one before it was known, and others too, which were accepted. Requests are numbered as they are sent.
 */
export class RateLimitStreak {
	/** The last request that was sent when the last rate limit became known. */
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
	 * @param lastSent number of the last request that was sent
	 */
	add(number: number, lastAccepted: number, lastSent: number): void {
		// Of those in flight at the same time, some are accepted, and the responses come in any order.
		if (this.lastNumber < Infinity && number <= this.lastNumber) return;
		this.isOvertaken = lastAccepted > this.lastNumber;
		if (this.isOvertaken) this.overtaken++;
		this.lastNumber = lastSent;
	}

	/** The service has given another response. */
	reset(): void {
		this.overtaken = 0;
		this.lastNumber = Infinity;
	}
}
