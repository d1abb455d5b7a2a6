/** Whoever sends requests, such as a run. */
export interface Caller {
	/** Requests in flight at once, at least 1. */
	maxConcurrentRequests: number;
	/** When aborted, nothing of it waits any longer. */
	abortSignal?: AbortSignal;
}

/** A request that waits for its turn. */
export interface QueuedRequest {
	/** It has its turn. */
	start(): void;
	/** Its client was halted. */
	cancel(): void;
	/** It will not get a turn. */
	fail(error: Error): void;
}

interface CallerQueue {
	/** Those that stand back. */
	delayed: Set<QueuedRequest>;
	retries: QueuedRequest[];
	fresh: QueuedRequest[];
	inFlight: number;
	onAbort: () => void;
}

/**
 * The requests of several clients, each client in turn: one with 10,000 requests holds up nobody
 * else. Of one client, what was sent before comes before what is new, and both come in their order.
 */
export class FairQueue {
	/** In the order of their turns. */
	private readonly queues = new Map<Caller, CallerQueue>();
	/** What has failed the requests of these clients. */
	private readonly failures = new WeakMap<Caller, Error>();
	/** When each client first had a request here. */
	private readonly startedAt = new WeakMap<Caller, number>();
	private count = 0;

	get isEmpty(): boolean {
		return this.count === 0;
	}

	/** Whether nothing waits, and nothing is in flight. */
	get isIdle(): boolean {
		return this.queues.size === 0;
	}

	add(client: Caller, request: QueuedRequest, isRepeated: boolean): void {
		const line = this.queueOf(client, request);
		if (line === undefined) return;
		(isRepeated ? line.retries : line.fresh).push(request);
		this.count++;
	}

	/** Has a request that was sent before stand back: it has no turn before `comeForward`. */
	addDelayed(client: Caller, request: QueuedRequest): void {
		this.queueOf(client, request)?.delayed.add(request);
	}

	release(client: Caller, request: QueuedRequest): void {
		if (this.queues.get(client)?.delayed.delete(request)) this.add(client, request, true);
	}

	/** Where a request of the client is to wait; undefined, and it has failed, if the client has come to its end. */
	private queueOf(client: Caller, request: QueuedRequest): CallerQueue | undefined {
		const failure = this.failures.get(client);
		if (failure === undefined) return this.queues.get(client) ?? this.open(client);
		request.fail(failure);
		return undefined;
	}

	/**
	 * Takes the next request out, and counts it as in flight.
	 *
	 * @param isFreshFirst what is new comes before what was sent before, for once
	 * @returns undefined if no client may send one
	 */
	next(isFreshFirst = false): QueuedRequest | undefined {
		for (const [client, line] of this.queues) {
			if (line.inFlight >= client.maxConcurrentRequests) continue;
			const fresh = isFreshFirst ? line.fresh.shift() : undefined;
			const request = fresh ?? line.retries.shift() ?? line.fresh.shift();
			if (request === undefined) continue;
			this.count--;
			line.inFlight++;
			// To the end: the others have their turns first.
			this.queues.delete(client);
			this.queues.set(client, line);
			return request;
		}
		return undefined;
	}

	/** A request of the client is no longer in flight. */
	done(client: Caller): void {
		const line = this.queues.get(client);
		if (line === undefined) return;
		line.inFlight--;
		this.closeIfIdle(client, line);
	}

	/**
	 * Takes out all requests of the clients that have begun by this time. These have come to their end: what they
	 * add later fails as well.
	 */
	failAll(error: Error, time: number): void {
		for (const [client, line] of this.queues) {
			if (Number(this.startedAt.get(client)) > time) continue;
			this.failures.set(client, error);
			for (const request of this.empty(line)) request.fail(error);
			this.closeIfIdle(client, line);
		}
	}

	private open(client: Caller): CallerQueue {
		if (!this.startedAt.has(client)) this.startedAt.set(client, performance.now());
		const onAbort = () => this.cancelAll(client);
		const line: CallerQueue = { delayed: new Set(), retries: [], fresh: [], inFlight: 0, onAbort };
		client.abortSignal?.addEventListener('abort', onAbort);
		this.queues.set(client, line);
		return line;
	}

	private cancelAll(client: Caller): void {
		const line = this.queues.get(client);
		if (line === undefined) return;
		for (const request of this.empty(line)) request.cancel();
		this.closeIfIdle(client, line);
	}

	private empty(line: CallerQueue): QueuedRequest[] {
		const requests = [...line.retries.splice(0), ...line.fresh.splice(0)];
		this.count -= requests.length;
		requests.push(...line.delayed);
		line.delayed.clear();
		return requests;
	}

	/** Keeps nothing of a client that has come to its end. */
	private closeIfIdle(client: Caller, line: CallerQueue): void {
		const waiting = line.delayed.size + line.retries.length + line.fresh.length;
		if (line.inFlight > 0 || waiting > 0) return;
		client.abortSignal?.removeEventListener('abort', line.onAbort);
		this.queues.delete(client);
	}
}
