import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { RequestContext } from './attempt';
import { CREDENTIAL } from './connection';
import type { Caller } from './limiter';
import { PendingRequest, type RequestSettings } from './pendingRequest';

interface ClientOptions {
	maxConcurrentRequests?: number;
	/** Ends all waits; no request begins after that. */
	abortSignal?: AbortSignal;
	/** In place of a signal: for how long it may send, in milliseconds. */
	timeLimit?: number;
}

/**
 * Sends all requests of a run, a picker or a poll, within what the service accepts (see `Limiter`).
 */
export class ApiClient {
	/** How many attempts were rate limited. */
	rateLimitedCount = 0;

	private readonly slots: Semaphore;
	private readonly caller: Caller;
	private readonly endsAt: number;

	constructor({ maxConcurrentRequests = 1, abortSignal, timeLimit }: ClientOptions) {
		this.slots = new Semaphore(maxConcurrentRequests);
		const timeUp = timeLimit === undefined ? undefined : AbortSignal.timeout(timeLimit);
		this.caller = { abortSignal: timeUp ?? abortSignal };
		this.endsAt = performance.now() + (timeLimit ?? Infinity);
	}

	/**
	 * Sends a request with the credential of `context`, and repeats it where that is safe and useful
	 * (see `delayBeforeRetry`).
	 * @returns the JSON object of the response, an empty one for an empty response
	 * @throws NodeApiError with the service's own message, or with what is wrong with the connection;
	 * NodeOperationError if the node has no credential; RequestAbortedError if the run is aborted, or
	 * its time is up
	 */
	async send(
		context: RequestContext,
		request: IHttpRequestOptions,
		settings: RequestSettings = {},
	): Promise<IDataObject> {
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
		const { caller, endsAt } = this;
		const sender = { credential, caller, endsAt };
		const pending = new PendingRequest(context, request, settings, sender);
		await this.slots.acquire();
		try {
			return await pending.send();
		} finally {
			this.rateLimitedCount += pending.rateLimitedCount;
			this.slots.release();
		}
	}
}

/** So many may hold it at once; the others wait, in the order in which they come. */
class Semaphore {
	private readonly waiting: Array<() => void> = [];

	constructor(private free: number) {}

	async acquire(): Promise<void> {
		if (this.free > 0) this.free--;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
	}

	release(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.free++;
	}
}
