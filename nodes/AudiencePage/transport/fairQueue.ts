/** Whoever sends requests, such as a run. */
export interface Client {
	/** Requests in flight at once, at least 1. */
	maxConcurrentRequests: number;
	/** When aborted, nothing of it waits any longer. */
	halt?: AbortSignal;
}

/** A request that waits for its turn. */
export interface Waiting {
	/** It has its turn. */
	go(): void;
	/** Its client was halted. */
	cancel(): void;
	/** It will not get a turn. */
	fail(error: Error): void;
}

interface Line {
	/** Those that stand back. */
	back: Set<Waiting>;
	repeated: Waiting[];
	fresh: Waiting[];
	inFlight: number;
	stop: () => void;
}

/**
 * The requests of several clients, each client in turn: one with 10,000 requests holds up nobody
 * else. Of one client, what was sent before comes before what is new, and both come in their order.
 */
export class FairQueue {
	/** In the order of their turns. */
	private readonly lines = new Map<Client, Line>();
	/** What has failed the requests of these clients. */
	private readonly failures = new WeakMap<Client, Error>();
	/** When each client first had a request here. */
	private readonly began = new WeakMap<Client, number>();
	private count = 0;

	get isEmpty(): boolean {
		return this.count === 0;
	}

	/** Whether nothing waits, and nothing is in flight. */
	get isUnused(): boolean {
		return this.lines.size === 0;
	}

	add(client: Client, request: Waiting, isRepeated: boolean): void {
		const line = this.lineOf(client, request);
		if (line === undefined) return;
		(isRepeated ? line.repeated : line.fresh).push(request);
		this.count++;
	}

	/** Has a request that was sent before stand back: it has no turn before `comeForward`. */
	addBehind(client: Client, request: Waiting): void {
		this.lineOf(client, request)?.back.add(request);
	}

	comeForward(client: Client, request: Waiting): void {
		if (this.lines.get(client)?.back.delete(request)) this.add(client, request, true);
	}

	/** Where a request of the client is to wait; undefined, and it has failed, if the client has come to its end. */
	private lineOf(client: Client, request: Waiting): Line | undefined {
		const failure = this.failures.get(client);
		if (failure === undefined) return this.lines.get(client) ?? this.open(client);
		request.fail(failure);
		return undefined;
	}

	/**
	 * Takes the next request out, and counts it as in flight.
	 *
	 * @param isFreshFirst what is new comes before what was sent before, for once
	 * @returns undefined if no client may send one
	 */
	next(isFreshFirst = false): Waiting | undefined {
		for (const [client, line] of this.lines) {
			if (line.inFlight >= client.maxConcurrentRequests) continue;
			const fresh = isFreshFirst ? line.fresh.shift() : undefined;
			const request = fresh ?? line.repeated.shift() ?? line.fresh.shift();
			if (request === undefined) continue;
			this.count--;
			line.inFlight++;
			// To the end: the others have their turns first.
			this.lines.delete(client);
			this.lines.set(client, line);
			return request;
		}
		return undefined;
	}

	/** A request of the client is no longer in flight. */
	done(client: Client): void {
		const line = this.lines.get(client);
		if (line === undefined) return;
		line.inFlight--;
		this.closeIfUnused(client, line);
	}

	/**
	 * Takes out all requests of the clients that have begun by this time. These have come to their end: what they
	 * add later fails as well.
	 */
	failAll(error: Error, time: number): void {
		for (const [client, line] of this.lines) {
			if (Number(this.began.get(client)) > time) continue;
			this.failures.set(client, error);
			for (const request of this.empty(line)) request.fail(error);
			this.closeIfUnused(client, line);
		}
	}

	private open(client: Client): Line {
		if (!this.began.has(client)) this.began.set(client, performance.now());
		const stop = () => this.cancelAll(client);
		const line: Line = { back: new Set(), repeated: [], fresh: [], inFlight: 0, stop };
		client.halt?.addEventListener('abort', stop);
		this.lines.set(client, line);
		return line;
	}

	private cancelAll(client: Client): void {
		const line = this.lines.get(client);
		if (line === undefined) return;
		for (const request of this.empty(line)) request.cancel();
		this.closeIfUnused(client, line);
	}

	private empty(line: Line): Waiting[] {
		const requests = [...line.repeated.splice(0), ...line.fresh.splice(0)];
		this.count -= requests.length;
		requests.push(...line.back);
		line.back.clear();
		return requests;
	}

	/** Keeps nothing of a client that has come to its end. */
	private closeIfUnused(client: Client, line: Line): void {
		const waiting = line.back.size + line.repeated.length + line.fresh.length;
		if (line.inFlight > 0 || waiting > 0) return;
		client.halt?.removeEventListener('abort', line.stop);
		this.lines.delete(client);
	}
}
