/** The caller was aborted before its request could be sent. */
export class AbortedError extends Error {}

/** Whoever sends requests, such as a run. */
export interface Caller {
	/** Ends all of its requests that wait. */
	abortSignal?: AbortSignal;
}

/** A request that waits: it is sent, or fails without being sent. */
export interface QueuedRequest {
	start(): void;
	fail(error: Error): void;
}

interface CallerQueue {
	requests: QueuedRequest[];
	onAbort: () => void;
}

/**
 * The waiting requests of several callers, round robin: one with 10,000 requests holds up nobody
 * else.
 */
export class FairQueue {
	/** In the order in which callers have their turns; only callers with requests that wait. */
	private readonly queues = new Map<Caller, CallerQueue>();

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	add(caller: Caller, request: QueuedRequest): void {
		const queue = this.queues.get(caller) ?? this.open(caller);
		queue.requests.push(request);
	}

	next(): QueuedRequest | undefined {
		const [turn] = this.queues;
		if (!turn) return undefined;
		const [caller, queue] = turn;
		const request = queue.requests.shift();
		if (queue.requests.length === 0) this.close(caller, queue);
		else {
			// The others have their turns before this caller has its next one.
			this.queues.delete(caller);
			this.queues.set(caller, queue);
		}
		return request;
	}

	fail(error: Error, isMeant: (caller: Caller) => boolean): void {
		for (const [caller, queue] of [...this.queues]) {
			if (!isMeant(caller)) continue;
			this.close(caller, queue);
			for (const request of queue.requests) request.fail(error);
		}
	}

	private open(caller: Caller): CallerQueue {
		const onAbort = () => this.fail(new AbortedError(), (other) => other === caller);
		const queue = { requests: [], onAbort };
		caller.abortSignal?.addEventListener('abort', onAbort);
		this.queues.set(caller, queue);
		return queue;
	}

	/** Keeps nothing of a caller that has nothing to send: a signal outlives it. */
	private close(caller: Caller, { onAbort }: CallerQueue): void {
		caller.abortSignal?.removeEventListener('abort', onAbort);
		this.queues.delete(caller);
	}
}
