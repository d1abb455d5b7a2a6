import { Endpoints } from './endpoints';
import { FairQueue, type Client, type Waiting } from './fairQueue';
import { Quota } from './quota';
import type { Refusal } from './refusal';
import type { Tries } from './tries';
import { LONGEST_DROUGHT, pauseAfterRefusal, wait } from './waiting';
import { Window } from './window';

/** If the service asks for a longer wait, requests end in an error; in milliseconds. */
export const LONGEST_WAIT = 120_000;
/** After such a time without a request, a new round begins; in milliseconds. */
const BREAK = 1000;

/** How the service took a request, as far as its load goes; `refused` is an answer like `done`. */
export type Reception = 'done' | 'refused' | 'limited' | 'overloaded' | 'failed';

/** A request's place among those in flight; to be given back when its answer is there. */
export interface Slot {
	/** @param retryAfter milliseconds that the service asks to wait, where it limits */
	release(reception: Reception, retryAfter?: number): void;
}

/** The client was halted before its request had its turn. */
export class Cancelled extends Error {}

/** The service takes no requests, for too long a time to wait for. */
export class TooLongLimited extends Error {
	/**
	 * @param asked milliseconds that the service asks to wait; undefined if nothing got through for 5 minutes
	 * @param tookOthers it was this request alone that did not get through
	 */
	constructor(
		readonly asked?: number,
		readonly tookOthers = false,
	) {
		super('The service takes no requests');
	}
}

/** A request that was sent. */
interface Sent {
	number: number;
	sentAt: number;
	tries: Tries;
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
	private readonly window = new Window();
	private readonly quota = new Quota();
	private inFlight = 0;
	/** Numbers the requests. */
	private sent = 0;
	private readonly endpoints = new Endpoints();
	/** Endpoints that have a limit of their own. */
	private readonly apart = new Map<string, Limiter>();
	/** A request was given up because it alone was refused, and nothing was taken since. */
	private hasGivenUpOne = false;
	/** The last request that took the last place. */
	private sentWhenFull = 0;
	/** Falls count once for all that was in flight. */
	private sentAtOverload = 0;
	private refusal?: Refusal;
	/** Since when nothing has got through. */
	private drySince?: number;
	private lastUsed = performance.now();
	private timer?: { at: number; end: AbortController };

	/** That of an endpoint: its own, if it has a limit of its own. */
	of(endpoint: string): Limiter {
		return this.apart.get(endpoint) ?? this;
	}

	/** Whether nobody has used it for so many milliseconds. */
	isIdleFor(milliseconds: number): boolean {
		const isIdle = this.queue.isUnused && performance.now() - this.lastUsed > milliseconds;
		return isIdle && [...this.apart.values()].every((limiter) => limiter.isIdleFor(milliseconds));
	}

	/**
	 * Waits for a place.
	 *
	 * @param tries those of the request so far: what was sent before goes before what is new
	 * @throws Cancelled if the client is halted
	 * @throws TooLongLimited if the service asks for more than 2 minutes, or takes nothing for 5, or
	 * everything but this request
	 */
	async acquire(client: Client, tries: Tries): Promise<Slot> {
		if (client.halt?.aborted) throw new Cancelled();
		if (tries.areTooMany) throw new TooLongLimited(undefined, true);
		if (tries.end) throw tries.end;
		if (this.isIdleFor(BREAK)) this.resume();
		if (this.refusal && !tries.isRepeated) this.tryAnother(this.refusal);
		return await new Promise<Slot>((resolve, reject) => {
			const ended = new AbortController();
			const end = (error: Error) => {
				ended.abort();
				reject(error);
			};
			const cancel = () => {
				end(new Cancelled());
				this.serve();
			};
			const request = { go: () => resolve(this.begin(client, tries)), cancel, fail: end };
			if (tries.pause > 0) this.queue.addBehind(client, request);
			else this.queue.add(client, request, tries.isRepeated);
			this.serve();
			if (tries.pause > 0) void this.comeForward(client, request, tries.pause, ended.signal);
		});
	}

	private async comeForward(
		client: Client,
		request: Waiting,
		pause: number,
		ended: AbortSignal,
	): Promise<void> {
		await wait(pause, ended);
		if (ended.aborted) return;
		this.queue.comeForward(client, request);
		this.serve();
	}

	private begin(client: Client, tries: Tries): Slot {
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
				if (this.isOfAll(number, tries, reception, retryAfter)) {
					this.learn({ number, sentAt, tries }, reception, retryAfter);
				} else {
					// What the service asks for holds where the request goes on. There, it was sent before all others.
					this.apart.get(tries.endpoint)?.learn({ number: 0, sentAt, tries }, reception, retryAfter);
				}
				this.queue.done(client);
				// What went wrong may end the run: that comes before the next request.
				if (reception === 'done' || reception === 'limited') this.serve();
				else void wait(0).then(() => this.serve());
			},
		};
	}

	/** Whether what came of a request says something of the service, and not only of the request or its endpoint. */
	private isOfAll(number: number, tries: Tries, reception: Reception, retryAfter: number): boolean {
		const { endpoint } = tries;
		if (reception !== 'limited') {
			if (reception === 'done' || reception === 'refused') this.endpoints.taken(endpoint, number);
			tries.answered();
			return true;
		}
		tries.refused(number, this.endpoints.lastTakenAt(endpoint), retryAfter);
		if (!this.apart.has(endpoint) && this.endpoints.refused(endpoint, number)) {
			this.apart.set(endpoint, new Limiter());
		}
		return !this.apart.has(endpoint) && !tries.areRefusedAlone;
	}

	/** Where one request alone was refused, another that is new is tried, unless the service asks for a wait. */
	private tryAnother(refusal: Refusal): void {
		if (refusal.requests.size === 1 && refusal.alone > 2)
			refusal.until = Math.max(refusal.askedUntil, performance.now());
	}

	/** Lets go what may go, and comes back when more may. */
	private serve(): void {
		for (;;) {
			const milliseconds = this.queue.isEmpty ? undefined : this.timeToNext(performance.now());
			if (milliseconds === undefined || milliseconds > 0) return this.comeBackIn(milliseconds);
			// Those that are refused again and again may be the only ones that are.
			const alone = this.refusal?.alone ?? 0;
			const next = this.queue.next(alone % 2 === 1);
			if (next === undefined) return this.comeBackIn(undefined);
			next.go();
		}
	}

	private comeBackIn(milliseconds: number | undefined): void {
		// A timer knows whole milliseconds only.
		const at = milliseconds === undefined ? undefined : performance.now() + Math.ceil(milliseconds);
		if (at !== undefined && this.timer && this.timer.at <= at) return;
		this.timer?.end.abort();
		this.timer = undefined;
		if (milliseconds === undefined || at === undefined) return;
		const end = new AbortController();
		this.timer = { at, end };
		void wait(Math.ceil(milliseconds), end.signal).then(() => {
			if (end.signal.aborted) return;
			this.timer = undefined;
			this.serve();
		});
	}

	/** Milliseconds until another request may go out; undefined if it has to wait for an answer. */
	private timeToNext(now: number): number | undefined {
		if (this.refusal) return this.inFlight > 0 ? undefined : Math.max(0, this.refusal.until - now);
		return this.inFlight < this.window.size ? this.quota.waitBefore(now, this.inFlight) : undefined;
	}

	private learn(sent: Sent, reception: Reception, retryAfter: number): void {
		const now = performance.now();
		if (reception === 'done' || reception === 'refused') this.take(sent, now);
		if (reception === 'limited') this.refuse(sent, retryAfter, now);
		if (reception === 'overloaded') this.overload(sent, now);
		if (this.refusal && this.inFlight === 0) this.settle(this.refusal, now);
	}

	private take({ number, sentAt, tries }: Sent, now: number): void {
		this.drySince = undefined;
		this.hasGivenUpOne = false;
		const { refusal } = this;
		if (refusal && number <= refusal.number) {
			refusal.taken++;
			if (sentAt > refusal.last) refusal.takenLater++;
		} else if (refusal) {
			this.refusal = undefined;
			if (refusal.mayBeWindow) this.window.fallTo(refusal.taken, refusal.refused, now);
			// Where one request alone was refused, that says nothing of the rate.
			const isOfOne = refusal.requests.size === 1 && !refusal.requests.has(tries);
			this.quota.reopened(isOfOne);
		}
		this.quota.taken(now);
		// A window that is not used up says nothing of what the service takes.
		const isUsedUp = number > this.sentWhenFull - this.window.size;
		if (!this.refusal && isUsedUp) this.window.grow(now);
	}

	private refuse(sent: Sent, retryAfter: number, now: number): void {
		this.drySince ??= now;
		this.refusal ??= {
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
		const { refusal } = this;
		refusal.requests.add(sent.tries);
		refusal.askedUntil = Math.max(refusal.askedUntil, now + retryAfter);
		this.refuseAgain(refusal, sent, now);
	}

	private refuseAgain(refusal: Refusal, { number, sentAt }: Sent, now: number): void {
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
	private settle(refusal: Refusal, now: number): void {
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

	private overload(sent: Sent, now: number): void {
		if (sent.number > this.sentAtOverload) this.window.halve();
		this.sentAtOverload = this.sent;
		if (!this.refusal) return;
		this.drySince ??= now;
		this.refuseAgain(this.refusal, sent, now);
	}

	private postpone(refusal: Refusal, least: number, now: number): void {
		const ours = Math.max(pauseAfterRefusal(now - (this.drySince ?? now)), least);
		refusal.until = Math.max(refusal.until, refusal.askedUntil, now + ours);
		const asked = refusal.askedUntil - now;
		const dry = now - (this.drySince ?? now);
		if (asked > LONGEST_WAIT) this.giveUp(refusal, now, new TooLongLimited(asked));
		else if (dry >= LONGEST_DROUGHT) this.giveUp(refusal, now, new TooLongLimited());
	}

	/**
	 * Ends all runs that use it, and that have waited for as long. One that comes later asks anew, with one request at
	 * first. Where one request alone was refused, it is that one that ends, once: others may be taken.
	 */
	private giveUp(refusal: Refusal, now: number, error: TooLongLimited): void {
		const [first, ...others] = refusal.requests;
		this.drySince = undefined;
		refusal.until = now;
		refusal.askedUntil = now;
		refusal.requests.clear();
		if (error.asked === undefined && first && others.length === 0 && !this.hasGivenUpOne) {
			first.end = error;
			this.hasGivenUpOne = true;
		} else {
			this.queue.failAll(error, error.asked === undefined ? now - LONGEST_DROUGHT : now);
		}
	}

	/** After a break, what comes next has nothing to do with what was before. */
	private resume(): void {
		this.drySince = undefined;
	}
}
