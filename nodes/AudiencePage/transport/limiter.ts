import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { LogFacts } from '../shared/log';
import { getOrMake } from '../shared/values';
import { connectionId } from './connection';
import { delay, onAbort } from './delay';

const MINUTE = 60_000;
/** All times are in milliseconds. If nothing gets through for so long, all that waits fails. */
const MAX_STALL = 5 * MINUTE;
/** If the service asks for a longer wait, all that waits fails. */
export const MAX_WAIT = 2 * MINUTE;
/** The shortest and the longest pause that the service has not asked for. */
const MIN_PAUSE = 250;
const MAX_PAUSE = MINUTE;
/** How many requests may be in flight at first, and at most. */
const FIRST_WINDOW = 8;
const MAX_WINDOW = 256;
/** A rate that has been at its plateau for so long is twice as high. */
const DOUBLING = 5000;
/** How much later than planned a request may go without slowing the next: timers are late. */
const MAX_LATENESS = 20;
/** After a break of this length, measuring starts over: silence is no refusal. */
const MIN_BREAK = 1000;
/** A limiter that was idle for so long is dropped. */
const MAX_IDLE = 5 * MINUTE;

/** Whoever sends requests, such as a run. */
export interface Caller {
	/** Ends all of its requests that wait. */
	abortSignal?: AbortSignal;
}

/** The caller was aborted before its request could be sent. */
export class AbortedError extends Error {}

/** What the end of a request says of load, if anything. */
export type Feedback = 'accepted' | 'rateLimited' | 'overloaded';

/**
 * Ends a request that was in flight: called once. `retryAfter`: for how long the service asks to
 * wait. Gives, for the log, the pause that begins.
 */
type Release = (feedback?: Feedback, retryAfter?: number) => LogFacts | undefined;

interface WaitingRequest {
	caller: Caller;
	start: () => void;
	fail: (error: Error) => void;
}

/**
 * Sends the requests to one endpoint as fast as the service takes them. Its limits are not shown
 * (service interface, section 8), and whatever they count, it comes to a rate.
 *
 * After a 429, nothing is sent for as long as the service asks, or for a pause that grows. Then the
 * rate is felt for as TCP does it (CUBIC, RFC 9438): it starts at what got through a second, pause
 * included, rises to what got through while requests were sent, its plateau, stays near it, and
 * rises ever faster until the next 429. Callers take turns.
 *
 * An example: 10 requests are accepted in each second, the next is answered with `Retry-After: 1`.
 * - 8 go at once. After 0.08 s, 8 are accepted, and a 429 comes: nothing goes for a second. 8 in
 * 1.08 s are the start, 7.4 a second; 8 in 0.08 s the plateau, 100 a second.
 * - After the pause, the rate climbs from 7.4 towards 100. After 0.5 s, 12 more are accepted, and a
 * 429 comes. Now 12 in 1.5 s are the start, and half of the old plateau is the new one.
 * - After three more pauses, the plateau is 10: what the service takes. From then on, a 429 comes
 * every 7 s, and 8 a second get through.
 */
export class Limiter {
	private waiting: WaitingRequest[] = [];
	/** In which turn a caller sent its latest request. */
	private readonly latestTurnOf = new WeakMap<Caller, number>();
	private turn = 0;
	private inFlight = 0;
	/** How many may be in flight: a service that is overloaded (503) gets fewer. */
	private window = FIRST_WINDOW;
	/** Requests a second, after a pause and later; undefined before the first. */
	private rate?: { start: number; plateau: number };
	private pausedUntil = 0;
	/** When the rate lets the next request go. */
	private nextAt = 0;
	/** The end of the latest pause, from which on is counted what is accepted. */
	private measuredSince = performance.now();
	private accepted = 0;
	/** When the first 429 came of those since which nothing that was sent has got through. */
	private stalledSince?: number;
	private lastUsed = performance.now();
	private wakesAt = Infinity;

	isIdleFor(milliseconds: number): boolean {
		const isIdle = this.waiting.length === 0 && this.inFlight === 0;
		return isIdle && performance.now() - this.lastUsed > milliseconds;
	}

	/**
	 * Waits until a request may be sent.
	 * @param isFirst whether it goes before the others of its caller
	 * @throws AbortedError, or an Error that says why the wait is too long
	 */
	async acquire(caller: Caller, isFirst = false): Promise<Release> {
		if (caller.abortSignal?.aborted) throw new AbortedError();
		if (this.isIdleFor(MIN_BREAK)) this.startOver();
		let ignoreAbort = (): void => undefined;
		const mayStart = new Promise<void>((start, fail) => {
			const request = { caller, start, fail };
			ignoreAbort = onAbort(caller.abortSignal, () => {
				this.waiting = this.waiting.filter((other) => other !== request);
				fail(new AbortedError());
			});
			if (isFirst) this.waiting.unshift(request);
			else this.waiting.push(request);
		});
		this.dispatch();
		await mayStart.finally(ignoreAbort);
		const sentAt = performance.now();
		return (feedback, retryAfter = 0) => this.end(sentAt, feedback, retryAfter);
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
		const acceptedPerSecond = this.measure(now);
		return {
			waitMilliseconds: Math.round(pause),
			acceptedPerSecond: Math.round(10 * acceptedPerSecond) / 10,
		};
	}

	/** Learns from what was accepted between the last pause and this one. */
	private measure(now: number): number {
		const perSecond = (until: number) => (1000 * this.accepted) / (until - this.measuredSince);
		const start = perSecond(this.pausedUntil);
		if (this.accepted > 0) {
			// Half of what was there is the least: with a short time between pauses, it can be chance.
			const least = (this.rate?.plateau ?? 0) / 2;
			this.rate = { start, plateau: Math.max(start, perSecond(now), least) };
		}
		this.accepted = 0;
		this.measuredSince = this.pausedUntil;
		return start;
	}

	/** Sets when the request after this one may go. */
	private planNext(now: number): void {
		if (this.rate === undefined) return;
		const { start, plateau } = this.rate;
		const age = (now - this.pausedUntil) / DOUBLING;
		const ageAtPlateau = Math.cbrt(1 - start / plateau);
		const perSecond = plateau * (1 + (age - ageAtPlateau) ** 3);
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
			this.inFlight++;
			this.takeNext().start();
		}
	}

	/** The first one of the caller whose latest turn is longest ago. */
	private takeNext(): WaitingRequest {
		const turnOf = ({ caller }: WaitingRequest) => this.latestTurnOf.get(caller) ?? 0;
		const next = this.waiting.reduce((first, other) =>
			turnOf(other) < turnOf(first) ? other : first,
		);
		this.waiting = this.waiting.filter((other) => other !== next);
		this.latestTurnOf.set(next.caller, ++this.turn);
		return next;
	}

	/** As long as a pause lasts: when it is over, the next request tries again. */
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
		if (this.wakesAt <= time) return;
		this.wakesAt = time;
		void delay(Math.ceil(time - performance.now())).then(() => {
			if (this.wakesAt === time) this.wakesAt = Infinity;
			this.dispatch();
		});
	}
}

/** By a hash of origin and key, and the endpoint: the key itself is kept nowhere. */
const limiters = new Map<string, Limiter>();
/** These hashes: of a credential, one is enough. */
const connections = new WeakMap<ICredentialDataDecryptedObject, string>();

/**
 * The limiter of all that this process sends to one endpoint with one key: to the service, that is
 * one client.
 */
export function limiterFor(credential: ICredentialDataDecryptedObject, endpoint: string): Limiter {
	const id = `${getOrMake(connections, credential, () => connectionId(credential))} ${endpoint}`;
	return getOrMake(limiters, id, () => {
		for (const [other, known] of limiters) if (known.isIdleFor(MAX_IDLE)) limiters.delete(other);
		return new Limiter();
	});
}
