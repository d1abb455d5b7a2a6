/** If no request gets through for this long, in milliseconds, those that wait end in an error. */
export const MAX_STALL = 300_000;

/**
 * The shortest and the longest pause after a rate limit, in milliseconds, where the service asks
 * for less.
 */
const MIN_PAUSE = 200;
export const MAX_PAUSE = 60_000;
/**
 * From this stall on, in milliseconds, pauses are longer: some services lock a client out again
 * that comes back early.
 */
const LONG_STALL = 90_000;

/** Requests in flight at the beginning, and how many responses raise that by one. */
const INITIAL_WINDOW = 8;
const RESPONSES_PER_INCREASE = 8;
/**
 * Requests in flight at once when a pause is over that the service has asked for: it has room for
 * more than usual.
 */
const WINDOW_AFTER_PAUSE = 32;

/**
 * Seconds for which the rate is kept after a rate limit, and how much longer if no burst makes up
 * for the pause.
 */
const HOLD = 1;
const HOLD_IF_LOST = 2;
/** Seconds of the rate that may go at once, but for the burst after a pause. */
const SMALL_BURST = 0.05;

/**
 * What the end of a request says of load, if anything. A refused one was accepted too: the service
 * has processed it.
 */
export type Feedback = 'success' | 'refused' | 'rateLimited' | 'overloaded';

/**
 * Learns from responses how many requests a second the service takes. Its limits are not shown
 * (service interface, section 8), and whatever they count, it comes to a rate: a token bucket whose
 * rate falls to what was measured after a rate limit, and rises until the next, as in TCP or in the
 * adaptive retries of AWS. Times are those of `performance.now()`, in milliseconds, which no change
 * of the clock moves.
 *
 * An example, where the service accepts 100 requests in each second and answers the next with
 * `Retry-After: 1`:
 * - At 0.3 s, 100 are accepted, and a 429 comes. Nothing is sent until 1.3 s. 100 in 1.3 s are 77 a
 * second: the base.
 * - At 1.3 s, 77 go, as the pause had room for, 32 of them at once, then 77 a second. At 1.6 s, 23
 * more are accepted, and a 429 comes. From 1.3 s to 2.6 s, that is 77 a second again. The new base
 * is 0.9 × 77 + 0.5 × √77 = 74.
 * - So each 429 comes later in its second, the next at 2.95 s. At 3.95 s, 71 go, then 71 a second:
 * no 429.
 * - From 4.95 s on, 71 + √71 = 79 are tried, and twice as many a second later, until a 429 comes at
 * 5.9 s. So the capacity that another process leaves is found within about 3 seconds.
 */
export class Pace {
	private inFlight = 0;
	/** How many may be in flight: a service that is overloaded (503) gets fewer. */
	private window = INITIAL_WINDOW;
	/**
	 * A second limit, which is small after a pause, as the service may still be closed, and grows by
	 * one per response.
	 */
	private windowAfterPause = Infinity;
	/** Requests a second now, and right after the last rate limit; Infinity before the first. */
	private rate = Infinity;
	private base = Infinity;
	/**
	 * For how many seconds the rate stays at the base, and for how many it has been used to the full
	 * since the pause.
	 */
	private hold = 0;
	private used = 0;
	/** How many requests may go at once, up to `filledAt`. */
	private tokens = 1;
	private filledAt = 0;
	/**
	 * How many requests may go at once after a pause, and how often the service has refused some of
	 * them.
	 */
	private burst = Infinity;
	private burstsRefused = 0;
	/** Of the last request that was accepted, in seconds. */
	private latency = 0;
	/** Since the last pause: what was accepted, and the tokens at its beginning. */
	private cycle = { since: performance.now(), accepted: 0, tokens: 0 };
	/**
	 * The last cycle in which something was accepted: how many, in how many seconds, and when the
	 * rate limit came.
	 */
	private measured = { accepted: 0, seconds: 0, limitedAt: 0 };
	/** The pause after a rate limit; `isAsked` if the service asks for it. */
	private pause?: { since: number; until: number; isAsked: boolean };
	/** Since when nothing has got through. */
	private stalledSince?: number;
	/** Since when an overload counts again: it counts once for all that was in flight. */
	private overloadedAt = -Infinity;

	/** Milliseconds until the next request may go out; undefined if it has to wait for a response. */
	delayBeforeNext(now: number): number | undefined {
		if (this.pause && now < this.pause.until) return this.pause.until - now;
		if (this.pause) this.resume(this.pause, now);
		if (this.inFlight >= Math.floor(Math.min(this.window, this.windowAfterPause))) return undefined;
		this.fill(now);
		// A timer ends on a whole millisecond, and may leave a little of a token open.
		return this.tokens >= 0.999 ? 0 : (1000 * (1 - this.tokens)) / this.rate;
	}

	begin(): void {
		this.inFlight++;
		if (this.rate < Infinity) this.tokens--;
	}

	/**
	 * A request has ended. Returns for how many milliseconds nothing has got through, if it was rate
	 * limited.
	 */
	end(sentAt: number, feedback: Feedback | undefined, retryAfter: number, now: number): number {
		if (feedback === 'success' || feedback === 'refused') this.onAccepted(sentAt, now);
		this.inFlight--;
		if (feedback === 'overloaded') {
			if (sentAt > this.overloadedAt) this.window = Math.max(1, this.window / 2);
			this.overloadedAt = now;
		}
		const isLimited =
			feedback === 'rateLimited' || (feedback === 'overloaded' && this.stalledSince !== undefined);
		return isLimited ? this.onRateLimited(retryAfter, now) : 0;
	}

	/**
	 * For the log: the pause that a rate limit has begun, and what is accepted a second, from the end
	 * of the one before to its end.
	 */
	pauseAt(now: number): { waitMilliseconds: number; acceptedPerSecond: number } | undefined {
		if (!this.pause || this.pause.until <= now) return undefined;
		const perSecond = (1000 * this.cycle.accepted) / (this.pause.until - this.cycle.since);
		const acceptedPerSecond = Math.round(10 * perSecond) / 10;
		return { waitMilliseconds: Math.round(this.pause.until - now), acceptedPerSecond };
	}

	/** Nothing was sent for a while: what is measured then starts over. */
	startOver(now: number): void {
		this.stalledSince = undefined;
		if (!this.pause) this.cycle = { since: now, accepted: 0, tokens: 0 };
	}

	/** Those that waited have failed: the next request goes at once. */
	giveUp(now: number): void {
		this.stalledSince = undefined;
		if (this.pause) this.pause.until = now;
	}

	private onAccepted(sentAt: number, now: number): void {
		this.cycle.accepted++;
		this.latency = (now - sentAt) / 1000;
		if (sentAt >= this.cycle.since) {
			this.stalledSince = undefined;
			this.windowAfterPause++;
		}
		// A window that is not full says nothing of what the service accepts.
		if (this.inFlight >= Math.floor(this.window)) this.window += 1 / RESPONSES_PER_INCREASE;
	}

	private onRateLimited(retryAfter: number, now: number): number {
		this.stalledSince ??= now;
		const stall = now - this.stalledSince;
		if (!this.pause) this.fill(now);
		this.pause ??= { since: now, until: now, isAsked: false };
		const own = pauseAfter(stall);
		if (retryAfter >= own) this.pause.isAsked = true;
		this.pause.until = Math.max(this.pause.until, now + Math.max(retryAfter, own));
		return stall;
	}

	private resume({ since, until, isAsked }: NonNullable<Pace['pause']>, now: number): void {
		const { accepted, tokens } = this.cycle;
		if (accepted > 0)
			this.measured = { accepted, seconds: (since - this.cycle.since) / 1000, limitedAt: since };
		const seconds = (until - this.measured.limitedAt) / 1000;
		if (this.measured.accepted > 0) {
			if (accepted > 0 && accepted < Math.floor(tokens)) {
				// 77 were to go at once, and the 429 came after 20: the burst was too large, not the rate.
				// Next time 10 go.
				this.burst = accepted / 2;
				this.burstsRefused++;
			} else {
				// Ever more slowly, as a bucket of a few tokens refuses each burst that is larger.
				if (accepted > 0) this.burst *= 1 + 3 / 4 ** this.burstsRefused;
				this.adjust(seconds);
			}
			this.rate = this.base;
		}
		this.used = 0;
		this.tokens = this.rate < Infinity ? Math.max(1, Math.min(this.rate * seconds, this.burst)) : 1;
		this.window = Math.max(this.window, this.tokens);
		// 50 a second, each of which takes 0.2 s, are 10 in flight; a quarter at first, since the
		// service may still be closed.
		const usual = isAsked ? WINDOW_AFTER_PAUSE : Math.max(1, 0.25 * this.rate * this.latency);
		this.windowAfterPause = accepted > 0 ? usual : 1;
		this.cycle = { since: now, accepted: 0, tokens: this.tokens };
		this.filledAt = now;
		this.pause = undefined;
	}

	/**
	 * Sets the base to what got through a second, or a little less: the root lets processes that
	 * share a limit converge.
	 */
	private adjust(pauseSeconds: number): void {
		const { accepted, seconds } = this.measured;
		const isKnown = this.base < Infinity;
		const madeUp = isKnown ? Math.min(pauseSeconds, this.burst / this.base) : pauseSeconds;
		const measured = accepted / (seconds + madeUp);
		const lower = 0.9 * measured + 0.5 * Math.sqrt(measured);
		this.base = isKnown ? Math.max(lower, this.rate / 2) : measured;
		this.hold = HOLD + HOLD_IF_LOST * Math.min(1, pauseSeconds - madeUp);
	}

	/** Adds the tokens of the time that has passed. */
	private fill(now: number): void {
		if (this.rate === Infinity || this.pause) return;
		const max = Math.max(1, SMALL_BURST * this.rate);
		const seconds = Math.min(
			(now - this.filledAt) / 1000,
			Math.max(0, max - this.tokens) / this.rate,
		);
		this.filledAt = now;
		this.tokens += this.rate * seconds;
		// Only a rate that is used to the full says that the service takes more.
		this.used += seconds;
		const late = this.used - this.hold;
		this.rate = late > 0 ? (this.base + Math.sqrt(this.base)) * 2 ** late : this.base;
	}
}

/**
 * Milliseconds that nothing is sent after a rate limit: an eighth of the stall so far, half of a
 * long one, and jitter.
 */
export function pauseAfter(stall: number): number {
	const part = stall < LONG_STALL ? 1 / 8 : 1 / 2;
	const max = Math.min(MAX_PAUSE, MAX_STALL - stall);
	return Math.max(MIN_PAUSE, Math.min(max, stall * part)) * (1 + Math.random() / 4);
}
