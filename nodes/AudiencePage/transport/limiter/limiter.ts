import { delay } from '../delay';
import { MAX_RETRY_AFTER } from '../retryAfter';
import { AbortedError, RateLimitTimeoutError } from './errors';
import { FairQueue, type Caller } from './fairQueue';
import { MAX_PAUSE, MAX_STALL, Pace, type Feedback } from './pace';

/** After so long without requests, a stall starts over, in milliseconds. */
const MIN_BREAK = 1000;
/** A request that is rate limited so often while others get through says nothing of the service's limit. */
const MIN_OVERTAKEN = 8;
/** How long such a request is retried, in milliseconds. */
export const MAX_WAIT_ALONE = 30 * 60_000;

/** The place of a request among those in flight. */
export interface Slot {
	/**
	 * To be called once, when the request has a response or has failed.
	 *
	 * @param retryAfter milliseconds that the service asks to wait, with a rate limit
	 */
	release(feedback: Feedback, retryAfter?: number): void;
}

/** What the limiter remembers of one request between its attempts. */
export class RateLimits {
	/** Whether its next attempt goes before new requests: once, since it may be the only one that is rate limited. */
	isFirst = false;
	/** When it was rate limited first, and last. */
	firstAt?: number;
	lastAt = Infinity;
	/** How often it was rate limited although a request that was sent after its previous rate limit got through. */
	overtaken = 0;
	/** How long it is held back on its own account, now and in all, in milliseconds. */
	pause = 0;
	waited = 0;
}

/**
 * Sends requests to one endpoint as fast as the service takes them: queues them (`FairQueue`), and starts the next one
 * when `Pace` says so. A request that is rate limited again and again while others get through does not hold these up.
 */
export class Limiter {
	private readonly queue = new FairQueue();
	private readonly pace = new Pace();
	private inFlight = 0;
	private lastUsed = performance.now();
	/** When the last request was sent that got through. */
	private lastAcceptedAt = -Infinity;
	/** When each caller sent its first request. */
	private readonly begunAt = new WeakMap<Caller, number>();
	/** Ends the requests of all callers that began by this time. */
	private failure = { begunBy: -Infinity, error: new RateLimitTimeoutError() };
	private timer?: { at: number; end: AbortController };

	/** Whether nothing has waited or been in flight for so many milliseconds. */
	isIdleFor(milliseconds: number): boolean {
		return this.queue.isEmpty && this.inFlight === 0 && performance.now() - this.lastUsed > milliseconds;
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @param limits of the request: retries go before new requests
	 * @throws AbortedError if the caller is aborted
	 * @throws RateLimitTimeoutError if the service asks to wait for more than 2 minutes, or rate limits
	 * everything for 5 minutes, or this request alone for half an hour
	 */
	async acquire(caller: Caller, limits: RateLimits): Promise<Slot> {
		if (this.isIdleFor(MIN_BREAK)) this.pace.startOver(performance.now());
		if (!this.begunAt.has(caller)) this.begunAt.set(caller, performance.now());
		if (limits.pause > 0) await delay(limits.pause, caller.abortSignal);
		if (caller.abortSignal?.aborted) throw new AbortedError();
		if (this.hasFailed(caller)) throw this.failure.error;
		if (limits.waited > MAX_WAIT_ALONE) throw new RateLimitTimeoutError(undefined, true);
		return await new Promise<Slot>((resolve, reject) => {
			const start = () => resolve(this.begin(limits));
			this.queue.add(caller, { start, fail: reject }, limits.isFirst);
			this.dispatch();
		});
	}

	private begin(limits: RateLimits): Slot {
		const sentAt = performance.now();
		this.inFlight++;
		this.pace.begin();
		return {
			release: (feedback, retryAfter = 0) => {
				this.inFlight--;
				this.lastUsed = performance.now();
				this.learn(limits, sentAt, feedback, retryAfter);
				// A failure may abort the run, and that comes before the next request.
				if (feedback === 'success' || feedback === 'rateLimited') this.dispatch();
				else void delay(0).then(() => this.dispatch());
			},
		};
	}

	private learn(limits: RateLimits, sentAt: number, feedback: Feedback, retryAfter: number): void {
		const now = performance.now();
		const isLimited = feedback === 'rateLimited';
		limits.isFirst = !isLimited || limits.firstAt === undefined;
		if (feedback === 'success' || feedback === 'refused')
			this.lastAcceptedAt = Math.max(this.lastAcceptedAt, sentAt);
		if (isLimited && this.isLimitedAlone(limits, now)) {
			// As long as it has lasted, so that it comes back seldom.
			limits.pause = Math.max(retryAfter, Math.min(MAX_PAUSE, now - Number(limits.firstAt)));
			limits.waited += limits.pause;
			this.pace.end(sentAt, 'failed', 0, now);
			return;
		}
		limits.pause = 0;
		const stall = this.pace.end(sentAt, feedback, retryAfter, now);
		if (isLimited && retryAfter > MAX_RETRY_AFTER)
			this.giveUp(sentAt, now, new RateLimitTimeoutError(retryAfter));
		else if (stall >= MAX_STALL) this.giveUp(now - MAX_STALL, now, new RateLimitTimeoutError());
	}

	/** A request was rate limited: whether again and again, while others get through. */
	private isLimitedAlone(limits: RateLimits, now: number): boolean {
		const isOvertaken = this.lastAcceptedAt > limits.lastAt;
		if (isOvertaken) limits.overtaken++;
		limits.firstAt ??= now;
		limits.lastAt = now;
		return isOvertaken && limits.overtaken >= MIN_OVERTAKEN;
	}

	/** Ends all that waits for callers that began by this time; those that come later begin with one request. */
	private giveUp(begunBy: number, now: number, error: RateLimitTimeoutError): void {
		this.failure = { begunBy: Math.max(begunBy, this.failure.begunBy), error };
		this.pace.giveUp(now);
		this.queue.fail(error, (caller) => this.hasFailed(caller));
	}

	private hasFailed(caller: Caller): boolean {
		return Number(this.begunAt.get(caller)) <= this.failure.begunBy;
	}

	/** Starts what may be sent now, and comes back when more may. */
	private dispatch(): void {
		for (;;) {
			const milliseconds = this.queue.isEmpty ? undefined : this.pace.delayBeforeNext(performance.now());
			if (milliseconds === undefined || milliseconds > 0) return this.scheduleDispatch(milliseconds);
			this.queue.next()?.start();
		}
	}

	/** @param milliseconds undefined if only a response lets more be sent */
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
}
