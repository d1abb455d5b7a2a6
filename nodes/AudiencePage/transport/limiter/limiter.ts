import { delay } from '../delay';
import type { AttemptLog } from './attemptLog';
import { CongestionControl, type Feedback, type SentRequest } from './congestionControl';
import { EndpointLog } from './endpointLog';
import { AbortedError, RateLimitTimeoutError } from './errors';
import { FairQueue, type Caller, type QueuedRequest } from './fairQueue';

/** A stall begins anew after so long without requests, in milliseconds. */
const MIN_BREAK = 1000;

/** The place of a request among those in flight. */
export interface Slot {
	/**
	 * To be called once, when the request has a response or has failed.
	 *
	 * @param retryAfter milliseconds that the service asks to wait, with a rate limit
	 */
	release(feedback: Feedback, retryAfter?: number): void;
}

/**
 * Sends requests out as fast as the service takes them: queues them (`FairQueue`), and starts the next
 * one when `CongestionControl` says so. An endpoint or a request that is rate limited while others get
 * through does not hold these up: the endpoint gets a limiter of its own, the request waits longer.
 */
export class Limiter {
	private readonly queue = new FairQueue();
	private readonly control = new CongestionControl((error, time) => this.queue.failAll(error, time));
	private readonly endpointLog = new EndpointLog();
	/** Those of endpoints that have a rate limit of their own. */
	private readonly endpointLimiters = new Map<string, Limiter>();
	private lastUsed = performance.now();
	private timer?: { at: number; end: AbortController };

	/** The limiter for an endpoint: its own, if it has one. */
	forEndpoint(endpoint: string): Limiter {
		return this.endpointLimiters.get(endpoint) ?? this;
	}

	/** Whether nothing has waited or been in flight for so many milliseconds. */
	isIdleFor(milliseconds: number): boolean {
		const isIdle = this.queue.isIdle && performance.now() - this.lastUsed > milliseconds;
		return isIdle && [...this.endpointLimiters.values()].every((limiter) => limiter.isIdleFor(milliseconds));
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @param attemptLog of the request: retries go before new requests
	 * @throws AbortedError if the caller is aborted
	 * @throws RateLimitTimeoutError if the service asks to wait for more than 2 minutes, or rate limits
	 * everything for 5 minutes, or this request alone for half an hour
	 */
	async acquire(caller: Caller, attemptLog: AttemptLog): Promise<Slot> {
		if (caller.abortSignal?.aborted) throw new AbortedError();
		if (attemptLog.isExhausted) throw new RateLimitTimeoutError(undefined, true);
		if (attemptLog.finalError) throw attemptLog.finalError;
		if (this.isIdleFor(MIN_BREAK)) this.control.endStall();
		if (!attemptLog.isRetry) this.control.probeWithNew();
		return await new Promise<Slot>((resolve, reject) => {
			const ended = new AbortController();
			const fail = (error: Error) => {
				ended.abort();
				reject(error);
			};
			const cancel = () => {
				fail(new AbortedError());
				this.dispatch();
			};
			const start = () => resolve(this.occupySlot(caller, attemptLog));
			const request = { start, cancel, fail };
			if (attemptLog.pause > 0) this.queue.hold(caller, request);
			else this.queue.add(caller, request, attemptLog.isRetry);
			this.dispatch();
			if (attemptLog.pause > 0) void this.resumeAfter(attemptLog.pause, caller, request, ended.signal);
		});
	}

	private async resumeAfter(
		pause: number,
		caller: Caller,
		request: QueuedRequest,
		ended: AbortSignal,
	): Promise<void> {
		await delay(pause, ended);
		if (ended.aborted) return;
		this.queue.resume(caller, request);
		this.dispatch();
	}

	private occupySlot(caller: Caller, attemptLog: AttemptLog): Slot | Promise<Slot> {
		const endpointLimiter = this.endpointLimiters.get(attemptLog.endpoint);
		if (endpointLimiter) {
			// It was queued before its endpoint had one.
			this.queue.done(caller);
			return endpointLimiter.acquire(caller, attemptLog);
		}
		const sent = this.control.begin(attemptLog);
		attemptLog.isRetry = true;
		return {
			release: (feedback, retryAfter = 0) => {
				this.control.end();
				this.lastUsed = performance.now();
				// Before `done`: what fails all callers in the queue must fail this one too.
				this.report(sent, feedback, retryAfter);
				this.queue.done(caller);
				// A failure may abort the run, and that comes before the next request.
				if (feedback === 'success' || feedback === 'rateLimited') this.dispatch();
				else void delay(0).then(() => this.dispatch());
			},
		};
	}

	private report(sent: SentRequest, feedback: Feedback, retryAfter: number): void {
		if (this.concernsAll(sent, feedback, retryAfter)) {
			this.control.learn(sent, feedback, retryAfter);
		} else {
			// The wait that the service asks for holds for the endpoint's limiter, which has not sent it: number 0.
			const limiter = this.endpointLimiters.get(sent.attemptLog.endpoint);
			limiter?.control.learn({ ...sent, number: 0 }, feedback, retryAfter);
		}
	}

	/** Whether a response shows a limit of the whole service, and not only of the request or its endpoint. */
	private concernsAll({ number, attemptLog }: SentRequest, feedback: Feedback, retryAfter: number): boolean {
		const { endpoint } = attemptLog;
		if (feedback !== 'rateLimited') {
			if (feedback === 'success' || feedback === 'refused') this.endpointLog.noteAccepted(endpoint, number);
			attemptLog.addOther();
			return true;
		}
		const { lastSent } = this.control;
		attemptLog.addRateLimited(number, this.endpointLog.lastAcceptedAt(endpoint), lastSent, retryAfter);
		if (
			!this.endpointLimiters.has(endpoint) &&
			this.endpointLog.noteRateLimited(endpoint, number, lastSent)
		) {
			this.endpointLimiters.set(endpoint, new Limiter());
		}
		return !this.endpointLimiters.has(endpoint) && !attemptLog.isLimitedAlone;
	}

	/** Starts what may be sent now, and comes back when more may. */
	private dispatch(): void {
		for (;;) {
			const milliseconds = this.queue.isEmpty ? undefined : this.control.delayBeforeNext(performance.now());
			if (milliseconds === undefined || milliseconds > 0) return this.scheduleDispatch(milliseconds);
			const next = this.queue.next(this.control.isNewFirst);
			if (next === undefined) return this.scheduleDispatch(undefined);
			next.start();
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
