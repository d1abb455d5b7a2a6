import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { LogFacts } from '../../shared/log';
import { getOrMake } from '../../shared/values';
import { connectionId } from '../connection';
import { delay } from '../delay';
import { MAX_RETRY_AFTER } from '../retry';
import { AbortedError, FairQueue, type Caller } from './fairQueue';
import { MAX_PAUSE, MAX_STALL, Pace, type Feedback } from './pace';

const MINUTE = 60_000;
/** After so many milliseconds without requests a stall is forgotten: silence is no refusal. */
const MIN_BREAK = 1000;
/**
 * A request that is rate limited so often while others get through has a reason of its own, and
 * must not slow the others.
 */
const MIN_OVERTAKEN = 8;
/** How long such a request is retried, in milliseconds. */
const MAX_WAIT_ALONE = 30 * MINUTE;
/** A limiter that was idle for this long is dropped, in milliseconds. */
const MAX_IDLE = 5 * MINUTE;
const STALLED = `it has accepted nothing for ${MAX_STALL / MINUTE} minutes`;
const LIMITED_ALONE = `it has rejected this request for ${MAX_WAIT_ALONE / MINUTE} minutes, but accepted others`;
const asksToWait = (milliseconds: number): string =>
	`it asks for a wait of ${Math.ceil(milliseconds / 1000)} seconds, but this node waits ${MAX_RETRY_AFTER / 1000} at most`;

/**
 * Ends a request that was in flight: called once, with the milliseconds that the service asks to
 * wait. Gives the pause that begins.
 */
export type Release = (feedback?: Feedback, retryAfter?: number) => LogFacts | undefined;

/** What the limiter remembers of one request between its attempts. */
export class RateLimits {
	firstAt?: number;
	lastAt = Infinity;
	/**
	 * How often it was rate limited again, after another request had got through that was sent in the
	 * meantime.
	 */
	overtaken = 0;
	/** How long it is held back on its own account, in milliseconds, and why no longer. */
	pause = 0;
	error?: Error;
}

/**
 * Starts queued requests to one endpoint when `Pace` says so. One that is always limited holds up
 * no others.
 */
export class Limiter {
	private readonly queue = new FairQueue();
	private readonly pace = new Pace();
	private inFlight = 0;
	private lastUsed = performance.now();
	/** When the last request was sent that got through. */
	private lastAcceptedAt = -Infinity;
	private readonly begunAt = new WeakMap<Caller, number>();
	/** Ends the requests of all callers that began by this time. */
	private failure = { begunBy: -Infinity, error: new Error(STALLED) };
	private wakesAt = Infinity;

	isIdleFor(milliseconds: number): boolean {
		return (
			this.queue.isEmpty && this.inFlight === 0 && performance.now() - this.lastUsed > milliseconds
		);
	}

	/**
	 * Waits until a request may be sent. Throws AbortedError, or an Error that says why the wait is
	 * too long.
	 */
	async acquire(caller: Caller, limits: RateLimits): Promise<Release> {
		const now = performance.now();
		if (this.isIdleFor(MIN_BREAK)) this.pace.startOver(now);
		if (!this.begunAt.has(caller)) this.begunAt.set(caller, now);
		if (limits.pause > 0 && !limits.error) await delay(limits.pause, caller.abortSignal);
		if (caller.abortSignal?.aborted) throw new AbortedError();
		if (this.hasFailed(caller)) throw this.failure.error;
		if (limits.error) throw limits.error;
		if (this.queue.isEmpty && this.pace.delayBeforeNext(performance.now()) === 0)
			return this.begin(limits);
		return await new Promise<Release>((resolve, reject) => {
			this.queue.add(caller, { start: () => resolve(this.begin(limits)), fail: reject });
			this.dispatch();
		});
	}

	private begin(limits: RateLimits): Release {
		const sentAt = performance.now();
		this.inFlight++;
		this.pace.begin();
		return (feedback, retryAfter = 0) => {
			this.inFlight--;
			this.lastUsed = performance.now();
			const pause = this.learn(limits, sentAt, feedback, retryAfter);
			// A failure may abort the run, and that comes before the next request.
			if (feedback === 'success' || feedback === 'rateLimited') this.dispatch();
			else void delay(0).then(() => this.dispatch());
			return pause;
		};
	}

	private learn(
		limits: RateLimits,
		sentAt: number,
		feedback: Feedback | undefined,
		retryAfter: number,
	) {
		const now = performance.now();
		const isLimited = feedback === 'rateLimited';
		limits.pause = 0;
		if (feedback === 'success' || feedback === 'refused')
			this.lastAcceptedAt = Math.max(this.lastAcceptedAt, sentAt);
		if (isLimited && this.isLimitedAlone(limits, now)) {
			// As long as it has lasted, so that it comes back seldom.
			const waited = now - Number(limits.firstAt);
			limits.pause = Math.max(retryAfter, Math.min(MAX_PAUSE, waited));
			if (retryAfter > MAX_RETRY_AFTER) limits.error = new Error(asksToWait(retryAfter));
			else if (waited + limits.pause > MAX_WAIT_ALONE) limits.error = new Error(LIMITED_ALONE);
			this.pace.end(sentAt, undefined, 0, now);
			return { waitMilliseconds: Math.round(limits.pause), isThisRequestOnly: true };
		}
		const knownPause = this.pace.pauseAt(now);
		const stall = this.pace.end(sentAt, feedback, retryAfter, now);
		if (isLimited && retryAfter > MAX_RETRY_AFTER) this.giveUp(sentAt, now, asksToWait(retryAfter));
		else if (stall >= MAX_STALL) this.giveUp(now - MAX_STALL, now, STALLED);
		return knownPause ? undefined : this.pace.pauseAt(now);
	}

	/** A request was rate limited: whether again and again, while others got through. */
	private isLimitedAlone(limits: RateLimits, now: number): boolean {
		const isOvertaken = this.lastAcceptedAt > limits.lastAt;
		if (isOvertaken) limits.overtaken++;
		limits.firstAt ??= now;
		limits.lastAt = now;
		return isOvertaken && limits.overtaken >= MIN_OVERTAKEN;
	}

	/**
	 * Ends all that waits for callers that began by this time; those that begin later start with one
	 * request.
	 */
	private giveUp(begunBy: number, now: number, reason: string): void {
		const error = new Error(reason);
		this.failure = { begunBy: Math.max(begunBy, this.failure.begunBy), error };
		this.pace.giveUp(now);
		this.queue.fail(error, (caller) => this.hasFailed(caller));
	}

	private hasFailed(caller: Caller): boolean {
		return Number(this.begunAt.get(caller)) <= this.failure.begunBy;
	}

	/** Starts what may be sent now, and comes back when more may. */
	private dispatch(): void {
		while (!this.queue.isEmpty) {
			const milliseconds = this.pace.delayBeforeNext(performance.now());
			if (milliseconds === undefined) return;
			// A timer knows whole ones only.
			if (milliseconds > 0) return this.wakeAfter(Math.ceil(milliseconds));
			this.queue.next()?.start();
		}
	}

	private wakeAfter(milliseconds: number): void {
		const at = performance.now() + milliseconds;
		if (this.wakesAt <= at) return;
		this.wakesAt = at;
		void delay(milliseconds).then(() => {
			if (this.wakesAt === at) this.wakesAt = Infinity;
			this.dispatch();
		});
	}
}

/** By a hash of origin and key, and the endpoint: the key itself is kept nowhere. */
const limiters = new Map<string, Limiter>();
/** These hashes: each time n8n reads a credential, it gives a new object. */
const connections = new WeakMap<ICredentialDataDecryptedObject, string>();

/**
 * The limiter of all that this process sends to one endpoint with one key: to the service, that is
 * one client.
 */
export function limiterFor(credential: ICredentialDataDecryptedObject, endpoint: string): Limiter {
	const id = `${getOrMake(connections, credential, () => connectionId(credential))} ${endpoint}`;
	const known = limiters.get(id);
	if (known && !known.isIdleFor(MAX_IDLE)) return known;
	// Here and not with each request: a run may have as many credentials as items.
	for (const [other, limiter] of limiters) if (limiter.isIdleFor(MAX_IDLE)) limiters.delete(other);
	const limiter = new Limiter();
	limiters.set(id, limiter);
	return limiter;
}
