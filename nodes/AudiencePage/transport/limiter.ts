import { Endpoints } from './endpoints';
import { FairQueue, type Caller, type QueuedRequest } from './fairQueue';
import { Quota } from './quota';
import type { RateLimitEpisode } from './rateLimitEpisode';
import type { AttemptLog } from './attemptLog';
import { MAX_STALL, pauseAfterRefusal, delay } from './waiting';
import { ConcurrencyWindow } from './concurrencyWindow';

/** If the service asks for a longer wait, requests end in an error; in milliseconds. */
export const MAX_RETRY_AFTER = 120_000;
/** After such a time without a request, a new round begins; in milliseconds. */
const IDLE_TIME = 1000;

/** How the service took a request, as far as its load goes; `refused` is an answer like `done`. */
export type Feedback = 'success' | 'refused' | 'rateLimited' | 'overloaded' | 'failed';

/** A request's place among those in flight; to be given back when its answer is there. */
export interface Slot {
	/** @param retryAfter milliseconds that the service asks to wait, where it limits */
	release(reception: Feedback, retryAfter?: number): void;
}

/** The client was halted before its request had its turn. */
export class AbortedError extends Error {}

/** The service takes no requests, for too long a time to wait for. */
export class RateLimitTimeoutError extends Error {
	/**
	 * @param requestedWait milliseconds that the service asks to wait; undefined if nothing got through for 5 minutes
	 * @param othersSucceed it was this request alone that did not get through
	 */
	constructor(
		readonly requestedWait?: number,
		readonly othersSucceed = false,
	) {
		super('The service takes no requests');
	}
}

/** A request that was sent. */
interface SentRequest {
	number: number;
	sentAt: number;
	tries: AttemptLog;
}

/**
 * Decides when the next request may go out. The service's limits are not shown (service interface,
 * section 8), so they are found out, with two things that are learnt: how many requests it takes at
 * once (`Window`) and in how long a time (`Quota`).
 *
 * - After a refusal nothing goes out until the service takes a request again, which is tried with one
 *   at a time, after the greater of what it asks for and a growing wait of our own.
 * - What the refusal says is judged when all that was in flight is answered: if later requests were
 *   taken, or a known quota does not explain it, it may be the number in flight; otherwise the rate.
 *
 * Times are those of `performance.now()`, which no change of the clock moves.
 */
export class Limiter {
	private readonly queue = new FairQueue();
	private readonly window = new ConcurrencyWindow();
	private readonly quota = new Quota();
	private inFlight = 0;
	/** Numbers the requests. */
	private sent = 0;
	private readonly endpoints = new Endpoints();
	/** Endpoints that have a limit of their own. */
	private readonly ownLimiters = new Map<string, Limiter>();
	/** A request was given up because it alone was refused, and nothing was taken since. */
	private hasGivenUpOne = false;
	/** The last request that took the last place. */
	private sentWhenFull = 0;
	/** Falls count once for all that was in flight. */
	private sentAtOverload = 0;
	private episode?: RateLimitEpisode;
	/** Since when nothing has got through. */
	private stalledSince?: number;
	private lastUsed = performance.now();
	private timer?: { at: number; end: AbortController };

	/** That of an endpoint: its own, if it has a limit of its own. */
	forEndpoint(endpoint: string): Limiter {
		return this.ownLimiters.get(endpoint) ?? this;
	}

	/** Whether nobody has used it for so many milliseconds. */
	isIdleFor(milliseconds: number): boolean {
		const isIdle = this.queue.isIdle && performance.now() - this.lastUsed > milliseconds;
		return isIdle && [...this.ownLimiters.values()].every((limiter) => limiter.isIdleFor(milliseconds));
	}

	/**
	 * Waits for a place.
	 *
	 * @param tries those of the request so far: what was sent before goes before what is new
	 * @throws Cancelled if the client is halted
	 * @throws TooLongLimited if the service asks for more than 2 minutes, or takes nothing for 5, or
	 * everything but this request
	 */
	async acquire(client: Caller, tries: AttemptLog): Promise<Slot> {
		if (client.abortSignal?.aborted) throw new AbortedError();
		if (tries.isGivenUp) throw new RateLimitTimeoutError(undefined, true);
		if (tries.finalError) throw tries.finalError;
		if (this.isIdleFor(IDLE_TIME)) this.forgetStall();
		if (this.episode && !tries.isRepeated) this.tryAnother(this.episode);
		return await new Promise<Slot>((resolve, reject) => {
			const ended = new AbortController();
			const end = (error: Error) => {
				ended.abort();
				reject(error);
			};
			const cancel = () => {
				end(new AbortedError());
				this.dispatch();
			};
			const request = { start: () => resolve(this.startRequest(client, tries)), cancel, fail: end };
			if (tries.pause > 0) this.queue.addDelayed(client, request);
			else this.queue.add(client, request, tries.isRepeated);
			this.dispatch();
			if (tries.pause > 0) void this.releaseAfter(client, request, tries.pause, ended.signal);
		});
	}

	private async releaseAfter(
		client: Caller,
		request: QueuedRequest,
		pause: number,
		ended: AbortSignal,
	): Promise<void> {
		await delay(pause, ended);
		if (ended.aborted) return;
		this.queue.release(client, request);
		this.dispatch();
	}

	private startRequest(client: Caller, tries: AttemptLog): Slot {
		const sentAt = performance.now();
		this.inFlight++;
		const number = ++this.sent;
		tries.isRepeated = true;
		if (this.inFlight >= this.window.size) this.sentWhenFull = number;
		return {
			release: (reception, retryAfter = 0) => {
				this.inFlight--;
				this.lastUsed = performance.now();
				// What ends all runs ends this one too: it is still in the queue's books.
				if (this.concernsAll(number, tries, reception, retryAfter)) {
					this.learn({ number, sentAt, tries }, reception, retryAfter);
				} else {
					// What the service asks for holds where the request goes on. There, it was sent before all others.
					this.ownLimiters.get(tries.endpoint)?.learn({ number: 0, sentAt, tries }, reception, retryAfter);
				}
				this.queue.done(client);
				// What went wrong may end the run: that comes before the next request.
				if (reception === 'success' || reception === 'rateLimited') this.dispatch();
				else void delay(0).then(() => this.dispatch());
			},
		};
	}

	/** Whether what came of a request says something of the service, and not only of the request or its endpoint. */
	private concernsAll(number: number, tries: AttemptLog, reception: Feedback, retryAfter: number): boolean {
		const { endpoint } = tries;
		if (reception !== 'rateLimited') {
			if (reception === 'success' || reception === 'refused') this.endpoints.taken(endpoint, number);
			tries.answered();
			return true;
		}
		tries.refused(number, this.endpoints.lastTakenAt(endpoint), retryAfter);
		if (!this.ownLimiters.has(endpoint) && this.endpoints.refused(endpoint, number)) {
			this.ownLimiters.set(endpoint, new Limiter());
		}
		return !this.ownLimiters.has(endpoint) && !tries.isLimitedAlone;
	}

	/** Where one request alone was refused, another that is new is tried, unless the service asks for a wait. */
	private tryAnother(refusal: RateLimitEpisode): void {
		if (refusal.requests.size === 1 && refusal.alone > 2)
			refusal.until = Math.max(refusal.askedUntil, performance.now());
	}

	/** Lets go what may go, and comes back when more may. */
	private dispatch(): void {
		for (;;) {
			const milliseconds = this.queue.isEmpty ? undefined : this.delayToNext(performance.now());
			if (milliseconds === undefined || milliseconds > 0) return this.scheduleDispatch(milliseconds);
			// Those that are refused again and again may be the only ones that are.
			const alone = this.episode?.alone ?? 0;
			const next = this.queue.next(alone % 2 === 1);
			if (next === undefined) return this.scheduleDispatch(undefined);
			next.start();
		}
	}

	private scheduleDispatch(milliseconds: number | undefined): void {
		// A timer knows whole milliseconds only.
		const at = milliseconds === undefined ? undefined : performance.now() + Math.ceil(milliseconds);
		if (at !== undefined && this.timer && this.timer.at <= at) return;
		this.timer?.end.abort();
		this.timer = undefined;
		if (milliseconds === undefined || at === undefined) return;
		const end = new AbortController();
		this.timer = { at, end };
		void delay(Math.ceil(milliseconds), end.signal).then(() => {
			if (end.signal.aborted) return;
			this.timer = undefined;
			this.dispatch();
		});
	}

	/** Milliseconds until another request may go out; undefined if it has to wait for an answer. */
	private delayToNext(now: number): number | undefined {
		if (this.episode) return this.inFlight > 0 ? undefined : Math.max(0, this.episode.until - now);
		return this.inFlight < this.window.size ? this.quota.waitBefore(now, this.inFlight) : undefined;
	}

	private learn(sent: SentRequest, reception: Feedback, retryAfter: number): void {
		const now = performance.now();
		if (reception === 'success' || reception === 'refused') this.onSuccess(sent, now);
		if (reception === 'rateLimited') this.onRateLimit(sent, retryAfter, now);
		if (reception === 'overloaded') this.onOverload(sent, now);
		if (this.episode && this.inFlight === 0) this.interpretEpisode(this.episode, now);
	}

	private onSuccess({ number, sentAt, tries }: SentRequest, now: number): void {
		this.stalledSince = undefined;
		this.hasGivenUpOne = false;
		const { episode } = this;
		if (episode && number <= episode.number) {
			episode.taken++;
			if (sentAt > episode.last) episode.takenLater++;
		} else if (episode) {
			this.episode = undefined;
			if (episode.mayBeWindow) this.window.fallTo(episode.taken, episode.refused, now);
			// Where one request alone was refused, that says nothing of the rate.
			const isOfOne = episode.requests.size === 1 && !episode.requests.has(tries);
			this.quota.reopened(isOfOne);
		}
		this.quota.taken(now);
		// A window that is not used up says nothing of what the service takes.
		const isUsedUp = number > this.sentWhenFull - this.window.size;
		if (!this.episode && isUsedUp) this.window.grow(now);
	}

	private onRateLimit(sent: SentRequest, retryAfter: number, now: number): void {
		this.stalledSince ??= now;
		this.episode ??= {
			number: this.sent,
			last: sent.sentAt,
			refused: 0,
			taken: 0,
			takenLater: 0,
			alone: 0,
			requests: new Set(),
			mayBeWindow: false,
			until: now,
			askedUntil: now,
		};
		const { episode } = this;
		episode.requests.add(sent.tries);
		episode.askedUntil = Math.max(episode.askedUntil, now + retryAfter);
		this.extendEpisode(episode, sent, now);
	}

	private extendEpisode(refusal: RateLimitEpisode, { number, sentAt }: SentRequest, now: number): void {
		if (number <= refusal.number) {
			refusal.refused++;
			if (sentAt > refusal.last) [refusal.last, refusal.takenLater] = [sentAt, 0];
		} else {
			this.window.restore();
			if (++refusal.alone > 1) this.quota.refusedAgain(sentAt);
			this.postpone(refusal, this.quota.untilEmpty(now), now);
		}
		this.postpone(refusal, 0, now);
	}

	/** All that was in flight is answered: what does the refusal say? */
	private interpretEpisode(refusal: RateLimitEpisode, now: number): void {
		if (refusal.number < this.sent || refusal.refused === 0) return;
		const { taken, takenLater, refused } = refusal;
		const { isKnown } = this.quota;
		// A limit of the rate does not take what comes later.
		const isRate = takenLater < refused;
		const isExplained = isRate && this.quota.refused(now);
		if (isExplained || (taken === 0 && refused === 1)) this.window.restore();
		else if (taken > 0) refusal.mayBeWindow = true;
		if (isRate && isKnown) this.postpone(refusal, this.quota.untilFree(now), now);
	}

	private onOverload(sent: SentRequest, now: number): void {
		if (sent.number > this.sentAtOverload) this.window.halve();
		this.sentAtOverload = this.sent;
		if (!this.episode) return;
		this.stalledSince ??= now;
		this.extendEpisode(this.episode, sent, now);
	}

	private postpone(refusal: RateLimitEpisode, least: number, now: number): void {
		const ours = Math.max(pauseAfterRefusal(now - (this.stalledSince ?? now)), least);
		refusal.until = Math.max(refusal.until, refusal.askedUntil, now + ours);
		const asked = refusal.askedUntil - now;
		const dry = now - (this.stalledSince ?? now);
		if (asked > MAX_RETRY_AFTER) this.giveUp(refusal, now, new RateLimitTimeoutError(asked));
		else if (dry >= MAX_STALL) this.giveUp(refusal, now, new RateLimitTimeoutError());
	}

	/**
	 * Ends all runs that use it, and that have waited for as long. One that comes later asks anew, with one request at
	 * first. Where one request alone was refused, it is that one that ends, once: others may be taken.
	 */
	private giveUp(refusal: RateLimitEpisode, now: number, error: RateLimitTimeoutError): void {
		const [first, ...others] = refusal.requests;
		this.stalledSince = undefined;
		refusal.until = now;
		refusal.askedUntil = now;
		refusal.requests.clear();
		if (error.requestedWait === undefined && first && others.length === 0 && !this.hasGivenUpOne) {
			first.finalError = error;
			this.hasGivenUpOne = true;
		} else {
			this.queue.failAll(error, error.requestedWait === undefined ? now - MAX_STALL : now);
		}
	}

	/** After a break, what comes next has nothing to do with what was before. */
	private forgetStall(): void {
		this.stalledSince = undefined;
	}
}
