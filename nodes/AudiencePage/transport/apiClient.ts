import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	NodeApiError,
} from 'n8n-workflow';

import { log, type LogFacts } from '../shared/log';
import { CREDENTIAL, originOf } from './connection';
import { delay } from './delay';
import { apiError, detailsOf, detailsOfRateLimit, writeError, type ErrorDetails } from './errors';
import { limiterFor, type Caller, type Feedback } from './limiter';
import { networkErrorOf } from './networkError';
import { answeredAttempt, mayBeRepeated, type Attempt, type ExpectedAnswer } from './outcome';
import { endpointOf, hasIdempotencyKey, toHttpOptions } from './request';

/** Milliseconds that an answer may take. */
export const TIMEOUT = 60_000;
/** How often a request is repeated at most. A rate limit does not count. */
const MAX_RETRIES = 5;
/** The bound of the first wait before that, in milliseconds; it doubles with each failure. */
const FIRST_BACKOFF = 500;
/** So often, a request may be rate limited while others get through. */
const MAX_RATE_LIMITS = 30;

type RequestContext = IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/** What is to be respected of a request beside what is sent. */
export interface RequestSettings extends ExpectedAnswer {
	/** Whether the run before has sent it, with the same key. */
	mayHaveSucceeded?: boolean;
	/** Whether its operation looks for what is there before it creates anything. */
	isRepeatable?: boolean;
}

interface ClientOptions {
	maxConcurrentRequests?: number;
	/** Ends all waits; no request begins after that. */
	abortSignal?: AbortSignal;
	/** In place of a signal: for how long it may send, in milliseconds. */
	timeLimit?: number;
}

/** A request that was not sent, or not repeated, as the run was aborted or its time was up. */
export class RequestAbortedError extends Error {
	/**
	 * @param mayHaveSucceeded at a previous attempt
	 * @param failure why it waited, for an n8n that asks
	 */
	constructor(
		readonly mayHaveSucceeded: boolean,
		readonly failure?: ErrorDetails['failure'],
	) {
		super('The run has stopped');
	}
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
	 * (see `mayBeRepeated`).
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
		const sender = { credential, caller: this.caller, endsAt: this.endsAt };
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

interface Sender {
	credential: ICredentialDataDecryptedObject;
	caller: Caller;
	/** Until when, as `performance.now()` counts. */
	endsAt: number;
}

/** One request, from its first attempt to its response. */
class PendingRequest {
	/** How many of its attempts were rate limited. */
	rateLimitedCount = 0;
	private failures = 0;
	private mayHaveSucceeded: boolean;
	private latest?: Attempt;

	constructor(
		private readonly context: RequestContext,
		private readonly request: IHttpRequestOptions,
		private readonly settings: RequestSettings,
		private readonly sender: Sender,
	) {
		this.mayHaveSucceeded = settings.mayHaveSucceeded === true;
	}

	/** @throws NodeApiError, RequestAbortedError */
	async send(): Promise<IDataObject> {
		for (;;) {
			const latest = await this.sendWhenAllowed();
			this.latest = latest;
			if (latest.outcome === 'success') return latest.json ?? {};
			if (latest.isRateLimited) this.countRateLimit();
			else await this.backOff(latest);
		}
	}

	/** Sends it once, as soon as the endpoint's limiter lets it. */
	private async sendWhenAllowed(): Promise<Attempt> {
		const { caller, credential } = this.sender;
		const limiter = limiterFor(credential, endpointOf(this.request));
		// What has failed before goes first: else each of many requests would fail slowly.
		const isRepeated = this.failures > 0;
		const release = await limiter.acquire(caller, isRepeated).catch((error: Error) => {
			throw this.rateLimitError(error.message);
		});
		if (caller.abortSignal?.aborted) {
			release();
			throw this.aborted();
		}
		const attempt = await this.attempt();
		const pause = release(feedbackOf(attempt), attempt.retryAfter);
		if (pause) this.log('rateLimited', attempt, pause);
		return attempt;
	}

	private async attempt(): Promise<Attempt> {
		const { context, request, settings } = this;
		const { credential: data, endsAt } = this.sender;
		// n8n takes 0 for no timeout.
		const timeout = Math.max(1, Math.min(TIMEOUT, Math.floor(endsAt - performance.now())));
		const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{ ...toHttpOptions(request), timeout },
				{ credentialsDecrypted },
			)) as IN8nHttpFullResponse;
			return answeredAttempt(response, request, settings);
		} catch (error) {
			const networkError = networkErrorOf(error, originOf(data));
			if (networkError) return { outcome: networkError.outcome, networkError };
			return { outcome: 'refused', error: error as Error };
		}
	}

	/** The limiter makes it wait. */
	private countRateLimit(): void {
		this.rateLimitedCount++;
		if (this.rateLimitedCount > MAX_RATE_LIMITS)
			throw this.rateLimitError(`it has refused this request ${this.rateLimitedCount} times`);
	}

	/** Waits until the next attempt; throws a NodeApiError if there is to be none. */
	private async backOff(latest: Attempt): Promise<void> {
		this.failures++;
		this.mayHaveSucceeded ||= latest.outcome === 'unknown';
		if (!mayBeRepeated(latest.outcome, this.request) || this.failures > MAX_RETRIES)
			throw this.errorOf(this.describe(latest));
		// All of it by chance: requests that failed together do not come back together.
		const milliseconds = Math.random() * FIRST_BACKOFF * 2 ** (this.failures - 1);
		const waitMilliseconds = Math.round(milliseconds);
		this.log('retrying', latest, { retry: this.failures, waitMilliseconds });
		await delay(milliseconds, this.sender.caller.abortSignal);
	}

	private log(line: Parameters<typeof log>[1], attempt: Attempt, facts: LogFacts): void {
		const { outcome, response, networkError } = attempt;
		log(this.context, line, {
			endpoint: endpointOf(this.request),
			status: response?.statusCode,
			errorCode: networkError?.code,
			outcome,
			...facts,
		});
	}

	private aborted(): RequestAbortedError {
		const failure = this.latest?.isRateLimited ? this.rateLimitFailure : undefined;
		return new RequestAbortedError(this.isWrite && this.mayHaveSucceeded, failure);
	}

	private rateLimitError(reason: string): NodeApiError {
		const refused = this.latest?.isRateLimited ? this.describe(this.latest) : undefined;
		const details = detailsOfRateLimit(reason, refused);
		return this.errorOf({ ...details, failure: this.rateLimitFailure });
	}

	/** For an n8n that waits longer before its next poll. */
	private get rateLimitFailure(): ErrorDetails['failure'] {
		return { cause: 'rate-limited', retryAfterMs: this.latest?.retryAfter };
	}

	/** Of a write, with what to do about it. */
	private errorOf(details: ErrorDetails): NodeApiError {
		const { request, settings, mayHaveSucceeded } = this;
		const node = this.context.getNode();
		const isRefused = this.latest?.outcome === 'refused';
		if (!this.isWrite || (isRefused && !mayHaveSucceeded)) return apiError(node, details);
		if (!mayHaveSucceeded) return writeError(node, details, 'notDone');
		if (request.method === 'PATCH') return writeError(node, details, 'runAgain');
		if (hasIdempotencyKey(request)) return writeError(node, details, 'retry');
		return writeError(node, details, settings.isRepeatable ? 'runAgainLater' : 'checkFirst');
	}

	private describe(attempt: Attempt): ErrorDetails {
		return detailsOf(attempt, this.request, this.sender.credential);
	}

	private get isWrite(): boolean {
		return this.request.method !== 'GET';
	}
}

/** What the end of an attempt says of the service's load. */
function feedbackOf({ response, outcome, isRateLimited }: Attempt): Feedback | undefined {
	if (isRateLimited) return 'rateLimited';
	if (response?.statusCode === 503) return 'overloaded';
	const isProcessed = outcome === 'success' || outcome === 'refused';
	return isProcessed && response !== undefined ? 'accepted' : undefined;
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
