/** Whoever sends requests, such as a run. */
export interface Caller {
	/** How many of its requests may be in flight at once, at least 1. */
	maxConcurrentRequests: number;
	/** Aborts all of its requests that wait. */
	abortSignal?: AbortSignal;
}

/** A request that waits to be sent. */
export interface QueuedRequest {
	/** It may be sent now. */
	start(): void;
	/** Its caller was aborted. */
	cancel(): void;
	/** It will not be sent. */
	fail(error: Error): void;
}

interface CallerQueue {
	/** Retries that have no turn for a time. */
	held: Set<QueuedRequest>;
	retries: QueuedRequest[];
	fresh: QueuedRequest[];
	inFlight: number;
	onAbort: () => void;
}

/**
 * The waiting requests of several callers, round robin: one with 10,000 requests holds up nobody else. Of
 * one caller, retries go before new requests, each in their order.
 */
export class FairQueue {
	/** In the order in which callers have their turns. */
	private readonly queues = new Map<Caller, CallerQueue>();
	/** The callers whose requests have all failed. */
	private readonly failures = new WeakMap<Caller, Error>();
	/** When each caller added its first request. */
	private readonly startedAt = new WeakMap<Caller, number>();
	/** How many requests wait, without those that are held. */
	private count = 0;

	get isEmpty(): boolean {
		return this.count === 0;
	}

	/** Whether nothing waits, and nothing is in flight. */
	get isIdle(): boolean {
		return this.queues.size === 0;
	}

	add(caller: Caller, request: QueuedRequest, isRetry: boolean): void {
		const queue = this.queueOf(caller, request);
		if (queue === undefined) return;
		(isRetry ? queue.retries : queue.fresh).push(request);
		this.count++;
	}

	/** Adds a retry that has no turn before `resume`. */
	hold(caller: Caller, request: QueuedRequest): void {
		this.queueOf(caller, request)?.held.add(request);
	}

	resume(caller: Caller, request: QueuedRequest): void {
		if (this.queues.get(caller)?.held.delete(request)) this.add(caller, request, true);
	}

	/** The queue that a request is to join; undefined if its caller has failed, and the request with it. */
	private queueOf(caller: Caller, request: QueuedRequest): CallerQueue | undefined {
		const failure = this.failures.get(caller);
		if (failure === undefined) return this.queues.get(caller) ?? this.open(caller);
		request.fail(failure);
		return undefined;
	}

	/**
	 * Takes the next request out, and counts it as in flight.
	 *
	 * @param isNewFirst a new request goes before retries, this time
	 * @returns undefined if no caller may send one
	 */
	next(isNewFirst = false): QueuedRequest | undefined {
		for (const [caller, queue] of this.queues) {
			if (queue.inFlight >= caller.maxConcurrentRequests) continue;
			const fresh = isNewFirst ? queue.fresh.shift() : undefined;
			const request = fresh ?? queue.retries.shift() ?? queue.fresh.shift();
			if (request === undefined) continue;
			this.count--;
			queue.inFlight++;
			// The others have their turns before this caller has its next one.
			this.queues.delete(caller);
			this.queues.set(caller, queue);
			return request;
		}
		return undefined;
	}

	/** A request of the caller is no longer in flight. */
	done(caller: Caller): void {
		const queue = this.queues.get(caller);
		if (queue === undefined) return;
		queue.inFlight--;
		this.closeIfIdle(caller, queue);
	}

	/** Fails all requests of the callers that have begun by this time, and what these add later. */
	failAll(error: Error, time: number): void {
		for (const [caller, queue] of this.queues) {
			if (Number(this.startedAt.get(caller)) > time) continue;
			this.failures.set(caller, error);
			for (const request of this.empty(queue)) request.fail(error);
			this.closeIfIdle(caller, queue);
		}
	}

	private open(caller: Caller): CallerQueue {
		if (!this.startedAt.has(caller)) this.startedAt.set(caller, performance.now());
		const onAbort = () => this.cancelAll(caller);
		const queue: CallerQueue = { held: new Set(), retries: [], fresh: [], inFlight: 0, onAbort };
		caller.abortSignal?.addEventListener('abort', onAbort);
		this.queues.set(caller, queue);
		return queue;
	}

	private cancelAll(caller: Caller): void {
		const queue = this.queues.get(caller);
		if (queue === undefined) return;
		for (const request of this.empty(queue)) request.cancel();
		this.closeIfIdle(caller, queue);
	}

	private empty(queue: CallerQueue): QueuedRequest[] {
		const requests = [...queue.retries.splice(0), ...queue.fresh.splice(0)];
		this.count -= requests.length;
		requests.push(...queue.held);
		queue.held.clear();
		return requests;
	}

	/** Keeps nothing of a caller that has nothing to send: a signal outlives it. */
	private closeIfIdle(caller: Caller, queue: CallerQueue): void {
		const waiting = queue.held.size + queue.retries.length + queue.fresh.length;
		if (queue.inFlight > 0 || waiting > 0) return;
		caller.abortSignal?.removeEventListener('abort', queue.onAbort);
		this.queues.delete(caller);
	}
}
