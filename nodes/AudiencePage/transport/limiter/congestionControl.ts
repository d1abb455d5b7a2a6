import { MAX_RETRY_AFTER } from '../retryAfter';
import type { AttemptLog } from './attemptLog';
import { ConcurrencyWindow } from './concurrencyWindow';
import { RateLimitTimeoutError } from './errors';
import { Quota } from './quota';
import type { RateLimitEpisode } from './rateLimitEpisode';
import { MAX_STALL, pauseWithJitter } from './rateLimitPause';

/** How a request ended, as far as load goes. A refused one was accepted too: the service has processed it. */
export type Feedback = 'success' | 'refused' | 'rateLimited' | 'overloaded' | 'failed';

/** A request that was sent. */
export interface SentRequest {
	/** Requests are numbered as they are sent. */
	number: number;
	sentAt: number;
	attemptLog: AttemptLog;
}

/**
 * Learns from responses when the next request may go out. The service's limits are not shown (service
 * interface, section 8), so two things are learnt: how many requests it accepts at once
 * (`ConcurrencyWindow`) and in which period (`Quota`).
 *
 * - A rate limit begins an episode: until the service accepts a request again, it is probed with one at a
 *   time, each after the wait that the service asks for or a growing pause, whichever is longer.
 * - What the rate limit means is decided when all that was in flight has a response: if later requests were
 *   accepted, or a known quota does not explain it, it may be on requests in flight; otherwise on the rate.
 *
 * Times are those of `performance.now()`, which no change of the clock moves.
 */
export class CongestionControl {
	private readonly window = new ConcurrencyWindow();
	private readonly quota = new Quota();
	private inFlight = 0;
	private lastNumber = 0;
	/** The number of the last request that filled the window. */
	private lastFull = 0;
	/** Up to this number, an overload has been counted: it counts once for all that was in flight. */
	private lastOverloaded = 0;
	private episode?: RateLimitEpisode;
	/** Since when no request has got through. */
	private stalledSince?: number;
	/** One request was given up because it alone was rate limited, and none was accepted since. */
	private hasGivenUpOne = false;

	/** @param failAll ends the requests of the callers that began by this time */
	constructor(private readonly failAll: (error: RateLimitTimeoutError, time: number) => void) {}

	/** Whether a new request goes before retries: what is rate limited again and again may be all that is. */
	get isNewFirst(): boolean {
		return (this.episode?.failedProbes ?? 0) % 2 === 1;
	}

	/** The number of the last request that was sent. */
	get lastSent(): number {
		return this.lastNumber;
	}

	/** Milliseconds until the next request may go out; undefined if it has to wait for a response. */
	delayBeforeNext(now: number): number | undefined {
		if (this.episode) return this.inFlight > 0 ? undefined : Math.max(0, this.episode.probeAt - now);
		return this.inFlight < this.window.size ? this.quota.delayBefore(now, this.inFlight) : undefined;
	}

	/** A request goes out. */
	begin(attemptLog: AttemptLog): SentRequest {
		const sentAt = performance.now();
		this.inFlight++;
		const number = ++this.lastNumber;
		if (this.inFlight >= this.window.size) this.lastFull = number;
		return { number, sentAt, attemptLog };
	}

	/** A request is no longer in flight. */
	end(): void {
		this.inFlight--;
	}

	/** There was a break without requests: a stall begins anew. */
	endStall(): void {
		this.stalledSince = undefined;
	}

	/** A new request has come: where all probes were the same request, it is sent without a pause of our own. */
	probeWithNew(): void {
		const { episode } = this;
		if (episode?.rateLimitedRequests.size === 1 && episode.failedProbes > 2) {
			episode.probeAt = Math.max(episode.retryAt, performance.now());
		}
	}

	/** @param retryAfter milliseconds that the service asks to wait */
	learn(sent: SentRequest, feedback: Feedback, retryAfter: number): void {
		const now = performance.now();
		if (feedback === 'success' || feedback === 'refused') this.onAccepted(sent, now);
		if (feedback === 'rateLimited') this.onRateLimited(sent, retryAfter, now);
		if (feedback === 'overloaded') this.onOverloaded(sent, now);
		if (this.episode && this.inFlight === 0) this.interpret(this.episode, now);
	}

	private onAccepted({ number, sentAt, attemptLog }: SentRequest, now: number): void {
		this.stalledSince = undefined;
		this.hasGivenUpOne = false;
		const { episode } = this;
		if (episode && number <= episode.lastNumber) {
			episode.accepted++;
			if (sentAt > episode.lastSentAt) episode.acceptedLater++;
		} else if (episode) {
			this.episode = undefined;
			if (episode.mayBeConcurrency) this.window.decreaseTo(episode.accepted, episode.rateLimited, now);
			// Where one request alone was rate limited, that says nothing of the rate.
			const isOfOne = episode.rateLimitedRequests.size === 1 && !episode.rateLimitedRequests.has(attemptLog);
			this.quota.endEpisode(isOfOne);
		}
		this.quota.addAccepted(now);
		// A window that is not full says nothing of what the service accepts.
		const wasFull = number > this.lastFull - this.window.size;
		if (!this.episode && wasFull) this.window.increase(now);
	}

	private onRateLimited(sent: SentRequest, retryAfter: number, now: number): void {
		this.stalledSince ??= now;
		this.episode ??= {
			lastNumber: this.lastNumber,
			lastSentAt: sent.sentAt,
			rateLimited: 0,
			accepted: 0,
			acceptedLater: 0,
			failedProbes: 0,
			rateLimitedRequests: new Set(),
			mayBeConcurrency: false,
			probeAt: now,
			retryAt: now,
		};
		const { episode } = this;
		episode.rateLimitedRequests.add(sent.attemptLog);
		episode.retryAt = Math.max(episode.retryAt, now + retryAfter);
		this.extendEpisode(episode, sent, now);
	}

	private onOverloaded(sent: SentRequest, now: number): void {
		if (sent.number > this.lastOverloaded) this.window.halve();
		this.lastOverloaded = this.lastNumber;
		if (!this.episode) return;
		this.stalledSince ??= now;
		this.extendEpisode(this.episode, sent, now);
	}

	private extendEpisode(episode: RateLimitEpisode, { number, sentAt }: SentRequest, now: number): void {
		if (number <= episode.lastNumber) {
			episode.rateLimited++;
			if (sentAt > episode.lastSentAt) [episode.lastSentAt, episode.acceptedLater] = [sentAt, 0];
		} else {
			this.window.restore();
			if (++episode.failedProbes > 1) this.quota.addFailedProbe(sentAt);
			// No longer than it has lasted already: it need not be a quota.
			this.postpone(episode, Math.min(this.quota.untilEmpty(now), this.stallAt(now)), now);
		}
		this.postpone(episode, 0, now);
	}

	/** All that was in flight has a response: is the limit on the rate, or on requests in flight? */
	private interpret(episode: RateLimitEpisode, now: number): void {
		if (episode.lastNumber < this.lastNumber || episode.rateLimited === 0) return;
		const { accepted, acceptedLater, rateLimited } = episode;
		const { isKnown } = this.quota;
		// With a limit on the rate, what is sent later is not accepted.
		const isRate = acceptedLater < rateLimited;
		const isExplained = isRate && this.quota.learnCount(now);
		if (isExplained || (accepted === 0 && rateLimited === 1)) this.window.restore();
		else if (accepted > 0) episode.mayBeConcurrency = true;
		if (isRate && isKnown) this.postpone(episode, this.quota.untilFree(now), now);
	}

	/** How long no request has got through, in milliseconds. */
	private stallAt(now: number): number {
		return now - (this.stalledSince ?? now);
	}

	/** Puts off the next probe by `least` milliseconds or a pause, whichever is longer; gives up if that is too long. */
	private postpone(episode: RateLimitEpisode, least: number, now: number): void {
		const stall = this.stallAt(now);
		const requestedWait = episode.retryAt - now;
		const pause = Math.max(pauseWithJitter(stall), least);
		episode.probeAt = Math.max(episode.probeAt, episode.retryAt, now + pause);
		if (requestedWait > MAX_RETRY_AFTER) this.giveUp(episode, now, new RateLimitTimeoutError(requestedWait));
		else if (stall >= MAX_STALL) this.giveUp(episode, now, new RateLimitTimeoutError());
	}

	/**
	 * Ends the requests of all callers that have waited as long; those that come later begin with a probe.
	 * If one request alone was rate limited, only that one ends, the first time: others may be accepted.
	 */
	private giveUp(episode: RateLimitEpisode, now: number, error: RateLimitTimeoutError): void {
		const [first, ...others] = episode.rateLimitedRequests;
		this.stalledSince = undefined;
		episode.probeAt = now;
		episode.retryAt = now;
		episode.rateLimitedRequests.clear();
		if (error.requestedWait === undefined && first && others.length === 0 && !this.hasGivenUpOne) {
			first.finalError = error;
			this.hasGivenUpOne = true;
		} else {
			this.failAll(error, error.requestedWait === undefined ? now - MAX_STALL : now);
		}
	}
}
