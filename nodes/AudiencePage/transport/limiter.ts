import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { LogFacts } from '../shared/log';
import { getOrMake } from '../shared/values';
import { connectionId } from './connection';
import { delay, onAbort } from './delay';

const MINUTE = 60_000;
/** All times are in milliseconds. If nothing gets through for so long, all that waits fails. */
const MAX_STALL = 5 * MINUTE;
/** If the service asks for a longer wait, all that waits fails. */
const MAX_WAIT = 2 * MINUTE;
/** The shortest and the longest pause that the service has not asked for; chance adds a quarter. */
const MIN_PAUSE = 250;
const MAX_PAUSE = MINUTE;
/** How many requests may be in flight at first, and at most. */
const FIRST_WINDOW = 8;
const MAX_WINDOW = 256;
/** The rate doubles in this time. */
const DOUBLING = 5000;
/** How much later than planned a request may go without slowing the next: timers are late. */
const MAX_LATENESS = 20;
/** After a break of this length, measuring starts over: silence is no refusal. */
const MIN_BREAK = 1000;
/** A limiter that was idle for so long is dropped. */
const MAX_IDLE = 5 * MINUTE;

/** Whoever sends requests, such as a run. Callers take turns. */
export interface Caller {
	/** Ends all of its requests that wait. */
	abortSignal?: AbortSignal;
}

/** What the end of a request says of load, if anything. */
export type Feedback = 'accepted' | 'rateLimited' | 'overloaded';

/**
 * Ends a request that was in flight: called once. `retryAfter`: for how long the service asks to
 * wait. Gives, for the log, the pause that begins.
 */
type Release = (feedback?: Feedback, retryAfter?: number) => LogFacts | undefined;

interface WaitingRequest {
	caller: Caller;
	resolve: () => void;
	fail: (error: Error) => void;
}

/**
 * Sends the requests to one endpoint as fast as the service takes them. Its limits are not shown
 * (service interface, section 8), and whatever they count, it comes to a rate.
 *
 * After a 429, nothing is sent for as long as the service asks, or for a pause that grows. Then the
 * rate is what got through a second since the last pause, this pause included, and rises until the
 * next 429. Before the first one there is no rate, only a number of requests in flight that grows.
 *
 * An example: 10 requests are accepted in each second, the next is answered with `Retry-After: 1`.
 * After 0.1 s, 10 are accepted, and a 429 comes: nothing goes for a second. 10 in 1.1 s are 9 a
 * second. After 0.8 s, it is 10 again, and soon the next 429 comes.
 */
export class Limiter {
	private waiting: WaitingRequest[] = [];
	/** In which turn a caller sent its latest request. */
	private readonly latestTurnOf = new WeakMap<Caller, number>();
	private turn = 0;
	private inFlight = 0;
	/** How many may be in flight: a service that is overloaded (503) gets fewer. */
	private window = FIRST_WINDOW;
	/** Requests a second after the latest pause. */
	private rate = Infinity;
	private pausedUntil = 0;
	/** When the rate lets the next request go. */
	private nextAt = 0;
	/** The end of the latest pause, from which on is counted what is accepted. */
	private measuredSince = performance.now();
	private accepted = 0;
	/** When the first 429 came of those since which nothing that was sent has got through. */
	private stalledSince?: number;
	private lastUsed = performance.now();
	private isWakeUpSet = false;

	isIdleFor(milliseconds: number): boolean {
		const isIdle = this.waiting.length === 0 && this.inFlight === 0;
		return isIdle && performance.now() - this.lastUsed > milliseconds;
	}

	/**
	 * Waits until a request may be sent, or its caller is aborted.
	 * @param isFirst whether it goes before the others of its caller
	 * @throws an Error that says why the wait is too long
	 */
	async acquire(caller: Caller, isFirst = false): Promise<Release> {
		if (this.isIdleFor(MIN_BREAK)) this.startOver();
		let ignoreAbort = (): void => undefined;
		const mayStart = new Promise<void>((resolve, fail) => {
			const request = { caller, resolve, fail };
			if (isFirst) this.waiting.unshift(request);
			else this.waiting.push(request);
			// It waits no longer: whoever asked sees that the caller is aborted, and sends nothing.
			ignoreAbort = onAbort(caller.abortSignal, () => this.start(request));
		});
		this.dispatch();
		await mayStart.finally(ignoreAbort);
		const sentAt = performance.now();
		return (feedback, retryAfter = 0) => this.end(sentAt, feedback, retryAfter);
	}

	private start(request: WaitingRequest): void {
		this.waiting = this.waiting.filter((queued) => queued !== request);
		this.inFlight++;
		request.resolve();
	}

	private startOver(): void {
		this.measuredSince = performance.now();
		this.accepted = 0;
		this.stalledSince = undefined;
	}

	private end(sentAt: number, feedback: Feedback | undefined, retryAfter: number) {
		this.inFlight--;
		this.lastUsed = performance.now();
		// Its caller may end the run because of it, and that comes before the next request.
		if (this.waiting.length > 0) void delay(0).then(() => this.dispatch());
		if (feedback === 'accepted') this.onAccepted(sentAt);
		if (feedback === 'overloaded') this.window = Math.max(1, this.window / 2);
		return feedback === 'rateLimited' ? this.onRateLimited(sentAt, retryAfter) : undefined;
	}

	private onAccepted(sentAt: number): void {
		this.accepted++;
		this.window = Math.min(MAX_WINDOW, this.window + 1 / 4);
		if (sentAt >= this.pausedUntil) this.stalledSince = undefined;
	}

	private onRateLimited(sentAt: number, retryAfter: number): LogFacts | undefined {
		const now = performance.now();
		// The others that were in flight with the first one say nothing new.
		const isFirst = sentAt >= this.pausedUntil;
		this.stalledSince ??= now;
		const ownPause = Math.max(MIN_PAUSE, Math.min(MAX_PAUSE, (now - this.stalledSince) / 4));
		const pause = Math.max(retryAfter, ownPause * (1 + Math.random() / 4));
		this.pausedUntil = Math.max(this.pausedUntil, now + pause);
		if (!isFirst) return undefined;
		const perSecond = (1000 * this.accepted) / (this.pausedUntil - this.measuredSince);
		if (this.accepted > 0) this.rate = perSecond;
		this.accepted = 0;
		this.measuredSince = this.pausedUntil;
		return {
			waitMilliseconds: Math.round(pause),
			acceptedPerSecond: Math.round(10 * perSecond) / 10,
		};
	}

	/** Sets when the request after this one may go. */
	private planNext(now: number): void {
		const perSecond = this.rate * 2 ** ((now - this.pausedUntil) / DOUBLING);
		this.nextAt = Math.max(now - MAX_LATENESS, this.nextAt) + 1000 / perSecond;
	}

	/** Sends what may be sent now, and comes back when more may be. */
	private dispatch(): void {
		this.giveUpIfUseless();
		while (this.waiting.length > 0 && this.inFlight < Math.floor(this.window)) {
			const now = performance.now();
			const mayStartAt = Math.max(this.pausedUntil, this.nextAt);
			if (mayStartAt > now) return this.wakeAt(mayStartAt);
			this.planNext(now);
			this.start(this.takeTurn());
		}
	}

	/** The first request of the caller whose latest turn is longest ago. */
	private takeTurn(): WaitingRequest {
		const turnOf = ({ caller }: WaitingRequest) => this.latestTurnOf.get(caller) ?? 0;
		const next = this.waiting.reduce((first, request) =>
			turnOf(request) < turnOf(first) ? request : first,
		);
		this.latestTurnOf.set(next.caller, ++this.turn);
		return next;
	}

	/** In a pause that is too long, or the last of many. After it, the next request tries again. */
	private giveUpIfUseless(): void {
		const now = performance.now();
		const wait = this.pausedUntil - now;
		if (wait <= 0) return;
		const stall = now - (this.stalledSince ?? now);
		if (wait > MAX_WAIT)
			this.failAll(
				`it asks for a wait of ${Math.ceil(wait / 1000)} seconds, but this node waits ${MAX_WAIT / 1000} at most`,
			);
		if (stall > MAX_STALL)
			this.failAll(`it has accepted nothing for ${MAX_STALL / MINUTE} minutes`);
	}

	private failAll(reason: string): void {
		if (this.waiting.length > 0) this.lastUsed = performance.now();
		for (const { fail } of this.waiting.splice(0)) fail(new Error(reason));
	}

	private wakeAt(time: number): void {
		if (this.isWakeUpSet) return;
		this.isWakeUpSet = true;
		void delay(Math.ceil(time - performance.now())).then(() => {
			this.isWakeUpSet = false;
			this.dispatch();
		});
	}
}

/** By a hash of origin and key, and the endpoint: the key itself is kept nowhere. */
const limiters = new Map<string, Limiter>();

/**
 * The limiter of all that this process sends to one endpoint with one key: to the service, that is
 * one client.
 */
export function limiterFor(credential: ICredentialDataDecryptedObject, endpoint: string): Limiter {
	const id = `${connectionId(credential)} ${endpoint}`;
	return getOrMake(limiters, id, () => {
		for (const [idleKey, limiter] of limiters)
			if (limiter.isIdleFor(MAX_IDLE)) limiters.delete(idleKey);
		return new Limiter();
	});
}
