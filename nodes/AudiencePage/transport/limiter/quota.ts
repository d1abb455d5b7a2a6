import { HoldDown } from './holdDown';

/** A second, in milliseconds: periods of rate limits are whole seconds. */
const SECOND = 1000;
/** A test raises the count by this factor at most. */
const INCREASE = 1.02;
/** A rate limit within the count lowers it to this part at most. */
const DECREASE = 0.95;
/** If more than twice the count and 8 are accepted in one period, there is no such limit. */
const REFUTED_BY = { factor: 2, more: 8 };
/**
 * What was accepted between two rate limits is of one period if it took at most so many of the known period, or, for
 * the first rate limit, so many times as long as nothing was accepted since.
 */
const MAX_BURST_RATIO = 4;
/** Of at least so many requests, it is remembered when they were accepted. */
const LOG_LENGTH = 20_000;

/**
 * How many requests the service accepts in which period, learnt from its rate limits and kept with a
 * sliding log: a request goes out no earlier than a period after the response to the one `count` before
 * it, which suits fixed windows, sliding windows and token buckets alike. To test the count, requests go
 * beyond it, one at a time at first: soon after a first rate limit, and ever more seldom once tests have
 * confirmed it (see `HoldDown`). Times are those of `performance.now()`.
 */
export class Quota {
	private readonly holdDown = new HoldDown(10_000);
	private count = Infinity;
	/** The count by the last test alone. */
	private measured = Infinity;
	private period = SECOND;
	/** Whether the service accepted requests again after it had shown a limit. */
	private isConfirmed = false;
	/** The log: when the responses to accepted requests came, in order. */
	private acceptedAt: number[] = [];
	/** As it was before probes were rate limited. */
	private previous?: { count: number; period: number };
	/** What was accepted since the last episode of rate limits. */
	private burst = { start: 0, accepted: 0 };

	/** Whether the service has shown a limit. */
	get isKnown(): boolean {
		return this.count < Infinity;
	}

	/** Milliseconds until the next request may go out; undefined if it has to wait for a response. */
	delayBefore(now: number, inFlight: number): number | undefined {
		const accepted = this.acceptedSince(now - this.period);
		// After an episode, the number in flight doubles with what is accepted.
		if (accepted + inFlight < this.count) {
			return !this.isKnown || inFlight <= this.burst.accepted ? 0 : undefined;
		}
		if (this.holdDown.isActive(now)) return inFlight < this.count ? this.untilFree(now, inFlight) : undefined;
		return inFlight <= Math.max(0, accepted - this.count) / 2 ? 0 : undefined;
	}

	/** Milliseconds until the log and those in flight are fewer than `count`. */
	untilFree(now: number, inFlight = 0): number {
		const time = this.acceptedAt.at(inFlight - this.count);
		return time === undefined ? 0 : Math.max(0, time + this.period - now);
	}

	/** Milliseconds until the last of the log is a period ago. */
	untilEmpty(now: number): number {
		return Math.max(0, this.lastAcceptedAt + this.period - now);
	}

	/** A request was accepted, and its response came now. */
	addAccepted(now: number): void {
		if (this.burst.accepted++ === 0) this.burst.start = now;
		this.acceptedAt.push(now);
		if (this.acceptedAt.length > 2 * LOG_LENGTH) this.acceptedAt = this.acceptedAt.slice(-LOG_LENGTH);
		const max = REFUTED_BY.factor * this.count + REFUTED_BY.more;
		if (this.acceptedSince(now - this.period) > max) this.forget();
	}

	/**
	 * The last response came to the requests that were in flight when one was rate limited.
	 *
	 * @returns whether a count that was known explains the rate limit
	 */
	learnCount(now: number): boolean {
		const accepted = this.acceptedSince(now - this.period);
		const isExplained = this.isKnown && 2 * accepted >= this.count;
		if (this.holdDown.isActive(now)) this.lower(accepted);
		else this.measure(accepted);
		if (!isExplained) this.holdDown.cancel();
		else if (!this.holdDown.isActive(now)) this.holdDown.renew(now, this.period);
		return isExplained;
	}

	/** The count was kept, and is too high all the same. That may be chance, so it is lowered little by little. */
	private lower(accepted: number): void {
		const least = Math.max(accepted, Math.floor(this.count * DECREASE));
		this.count = Math.max(1, Math.min(this.count - 1, least));
	}

	/** A test has shown the count. A high one may be chance: it takes two tests to raise it. */
	private measure(accepted: number): void {
		if (accepted === 0) return;
		this.count = this.isKnown
			? Math.min(accepted, this.measured, Math.ceil(this.count * INCREASE))
			: accepted;
		this.measured = accepted;
	}

	/**
	 * A probe was rate limited, and so was the one before it: if the log was empty by then, the period is longer. After
	 * a long time without rate limits, it is taken for an outage, which says nothing of the quota.
	 */
	addFailedProbe(sentAt: number): void {
		const { start, accepted } = this.burst;
		const { lastAcceptedAt } = this;
		if (accepted === 0 || lastAcceptedAt > sentAt - this.period) return;
		const scale = this.isConfirmed ? this.period : sentAt - lastAcceptedAt;
		if (lastAcceptedAt - start > MAX_BURST_RATIO * scale) return;
		this.previous ??= { count: this.count, period: this.period };
		this.count = accepted;
		this.period = Math.ceil((sentAt - start) / SECOND) * SECOND;
	}

	/**
	 * A probe was accepted.
	 *
	 * @param isUnfounded whether the failed probes said nothing of the rate
	 */
	endEpisode(isUnfounded: boolean): void {
		if (isUnfounded && this.previous) Object.assign(this, this.previous);
		this.previous = undefined;
		this.isConfirmed = this.isKnown;
		this.burst = { start: 0, accepted: 0 };
	}

	private forget(): void {
		this.count = Infinity;
		this.period = SECOND;
		this.isConfirmed = false;
	}

	private get lastAcceptedAt(): number {
		return this.acceptedAt.at(-1) ?? -Infinity;
	}

	/** A binary search in the log. */
	private acceptedSince(time: number): number {
		const { acceptedAt } = this;
		let [low, high] = [0, acceptedAt.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (Number(acceptedAt[middle]) > time) high = middle;
			else low = middle + 1;
		}
		return acceptedAt.length - low;
	}
}
