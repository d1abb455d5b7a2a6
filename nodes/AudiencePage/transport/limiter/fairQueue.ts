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
	retries: QueuedRequest[];
	fresh: QueuedRequest[];
	onAbort: () => void;
}

/**
 * The waiting requests of several callers, round robin: one with 10,000 requests holds up nobody else. Of
 * one caller, retries go before new requests, each in their order.
 */
export class FairQueue {
	/** In the order in which callers have their turns; only callers with requests that wait. */
	private readonly queues = new Map<Caller, CallerQueue>();

	get isEmpty(): boolean {
		return this.queues.size === 0;
	}

	add(caller: Caller, request: QueuedRequest, isRetry: boolean): void {
		const queue = this.queues.get(caller) ?? this.open(caller);
		(isRetry ? queue.retries : queue.fresh).push(request);
	}

	/** Takes the next request out. */
	next(): QueuedRequest | undefined {
		for (const [caller, queue] of this.queues) {
			const request = queue.retries.shift() ?? queue.fresh.shift();
			this.close(caller, queue);
			// The others have their turns before this caller has its next one.
			if (queue.retries.length + queue.fresh.length > 0) this.open(caller, queue);
			return request;
		}
		return undefined;
	}

	/** Fails what these callers have in the queue. */
	fail(error: Error, isMeant: (caller: Caller) => boolean): void {
		for (const [caller, queue] of [...this.queues]) {
			if (!isMeant(caller)) continue;
			this.close(caller, queue);
			for (const request of [...queue.retries, ...queue.fresh]) request.fail(error);
		}
	}

	private open(caller: Caller, { retries, fresh }: Partial<CallerQueue> = {}): CallerQueue {
		const onAbort = () => this.fail(new AbortedError(), (other) => other === caller);
		const queue = { retries: retries ?? [], fresh: fresh ?? [], onAbort };
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
