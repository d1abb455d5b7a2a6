import { HoldDown } from './holdDown';

/** Services count by whole seconds, in milliseconds. */
const SECOND = 1000;
/** How much greater a count becomes at once. */
const MORE = 1.02;
/** How much smaller a count becomes at once that was kept to. */
const LESS = 0.95;
/** So many more than the count in one period, and the count is no limit: twice as many, and some. */
const BEYOND = { factor: 2, more: 8 };
/** Of so many requests of the past at most, the times are kept. */
const MOST_TIMES = 20_000;

/**
 * How many requests the service takes in how long a time, learnt from what it refuses. Kept to with a
 * sliding log: a request goes no earlier than a period after the answer to the one that is `count`
 * before it, which keeps within fixed windows, sliding windows and token buckets alike. What goes beyond
 * the count goes carefully, one at a time at first: at once after a first refusal, and from time to time
 * after those that confirm it (see `Hold`). Times are those of `performance.now()`.
 */
export class Quota {
	private readonly hold = new HoldDown(10_000);
	private count = Infinity;
	/** What the last test has shown. */
	private measured = Infinity;
	private period = SECOND;
	/** When the requests were answered that the service has taken, in order. */
	private times: number[] = [];
	/** What was known before it refused again. */
	private before?: { count: number; period: number };
	/** What was taken since the service took requests again. */
	private burst = { start: 0, taken: 0 };

	/** Whether the service has shown a limit. */
	get isKnown(): boolean {
		return this.count < Infinity;
	}

	/** Milliseconds until another request may go out; undefined if it has to wait for an answer. */
	waitBefore(now: number, inFlight: number): number | undefined {
		const taken = this.takenSince(now - this.period);
		// After a refusal, twice as many go each time that the service takes them.
		if (taken + inFlight < this.count) return !this.isKnown || inFlight <= this.burst.taken ? 0 : undefined;
		if (this.hold.isActive(now)) return inFlight < this.count ? this.untilFree(now, inFlight) : undefined;
		return inFlight <= Math.max(0, taken - this.count) / 2 ? 0 : undefined;
	}

	/** Milliseconds until fewer than `count` requests are in the log, with those in flight. */
	untilFree(now: number, inFlight = 0): number {
		const time = this.times.at(inFlight - this.count);
		return time === undefined ? 0 : Math.max(0, time + this.period - now);
	}

	/** Milliseconds until the log is empty. */
	untilEmpty(now: number): number {
		return Math.max(0, (this.times.at(-1) ?? -Infinity) + this.period - now);
	}

	/** The service has taken a request, and answered now. */
	taken(now: number): void {
		if (this.burst.taken++ === 0) this.burst.start = now;
		this.times.push(now);
		if (this.times.length > 2 * MOST_TIMES) this.times = this.times.slice(-MOST_TIMES);
		// It takes far more than was thought.
		if (this.takenSince(now - this.period) > BEYOND.factor * this.count + BEYOND.more) this.forget();
	}

	/**
	 * All that was in flight when the service refused is answered now.
	 *
	 * @returns whether a count that was known explains the refusal
	 */
	refused(now: number): boolean {
		const taken = this.takenSince(now - this.period);
		const isExplained = this.isKnown && 2 * taken >= this.count;
		if (this.hold.isActive(now)) this.lower(taken);
		else this.measure(taken);
		if (!isExplained) this.hold.cancel();
		else if (!this.hold.isActive(now)) this.hold.renew(now, this.period);
		return isExplained;
	}

	/** The count was kept to, and is too much all the same. That may be chance: it falls little by little. */
	private lower(taken: number): void {
		const least = Math.max(taken, Math.floor(this.count * LESS));
		this.count = Math.max(1, Math.min(this.count - 1, least));
	}

	/** A test has shown where the service refuses. It may be chance that so much is taken: two tests must show it. */
	private measure(taken: number): void {
		if (taken === 0) return;
		this.count = this.isKnown ? Math.min(taken, this.measured, Math.ceil(this.count * MORE)) : taken;
		this.measured = taken;
	}

	/** It has refused again, with nothing taken in between: if the log is empty, the period is longer. */
	refusedAgain(sentAt: number): void {
		const { start, taken } = this.burst;
		if (taken === 0 || this.takenSince(sentAt - this.period) > 0) return;
		this.before ??= { count: this.count, period: this.period };
		this.count = taken;
		this.period = Math.ceil((sentAt - start) / SECOND) * SECOND;
	}

	/**
	 * The service takes requests again.
	 *
	 * @param isUnfounded what it refused again says nothing of the rate
	 */
	reopened(isUnfounded: boolean): void {
		if (isUnfounded && this.before) Object.assign(this, this.before);
		this.before = undefined;
		this.burst = { start: 0, taken: 0 };
	}

	private forget(): void {
		this.count = Infinity;
		this.period = SECOND;
	}

	private takenSince(time: number): number {
		const { times } = this;
		let [low, high] = [0, times.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (Number(times[middle]) > time) high = middle;
			else low = middle + 1;
		}
		return times.length - low;
	}
}
