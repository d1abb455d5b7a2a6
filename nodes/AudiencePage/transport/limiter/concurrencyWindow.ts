import { HoldDown } from './holdDown';

/** Requests in flight at the beginning. */
const INITIAL_WINDOW = 8;
/** One more in flight for so many responses: when a limit is met, at most about a tenth of them is rate limited. */
const RESPONSES_TO_INCREASE = 8;

/**
 * How many requests may be in flight at once: additive increase, multiplicative decrease (AIMD), as in
 * TCP, except that a decrease goes to the number that the service has accepted at once.
 */
export class ConcurrencyWindow {
	private readonly holdDown = new HoldDown(5000);
	private exactSize = INITIAL_WINDOW;
	private hasDecreased = false;
	private sizeBefore = INITIAL_WINDOW;

	get size(): number {
		return Math.floor(this.exactSize);
	}

	/** A response came while the window was full. */
	increase(now: number): void {
		if (!this.holdDown.isActive(now)) this.exactSize += 1 / RESPONSES_TO_INCREASE;
	}

	/** Of the requests in flight, so many were accepted and the others rate limited. */
	decreaseTo(accepted: number, rateLimited: number, now: number): void {
		// The first time, a few may be chance.
		if (this.hasDecreased || rateLimited > accepted / 2) this.holdDown.renew(now);
		this.hasDecreased = true;
		if (accepted >= this.exactSize) return;
		this.sizeBefore = Math.max(this.exactSize, this.sizeBefore);
		this.exactSize = Math.max(1, accepted);
	}

	/** A request that was alone in flight was rate limited: the limit is on something else. */
	restore(): void {
		this.exactSize = Math.max(this.exactSize, this.sizeBefore);
	}

	/** The service is overloaded. */
	halve(): void {
		this.exactSize = Math.max(1, this.exactSize / 2);
		this.sizeBefore = this.exactSize;
	}
}
