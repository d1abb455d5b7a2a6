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

import { delay } from './delay';
import {
	apiError,
	detailsOfNetworkError,
	detailsOfRateLimit,
	detailsOfResponse,
	RetryableOutcomeError,
	UnknownOutcomeError,
	withDuplicateKey,
	withPreviousUnknownOutcome,
	withRetryableOutcome,
	withUnknownOutcome,
	type ErrorDetails,
	type RetryAdvice,
} from './errors';
import { AbortedError, type Caller } from './limiter/fairQueue';
import { limiterFor, RateLimits, RateLimitTimeoutError, type Slot } from './limiter/limiter';
import type { Feedback } from './limiter/pace';
import {
	classifyNetworkError,
	classifyResponse,
	failedSystemCall,
	isRateLimited,
	jsonObjectOf,
	networkCode,
} from './outcome';
import { receive } from './receive';
import { endpointOf, hasIdempotencyKey, isIdempotent, pathOf, toHttpOptions } from './request';
import { retryDelay, seldomGoesAway, type AttemptResult } from './retry';
import { parseRetryAfter } from './retryAfter';
import { Semaphore } from './semaphore';

export const CREDENTIAL = 'audiencePageApi';

export interface RequestSettings {
	/** How often a failed request is retried at most, at least 0. A rate limit is no failure. */
	maxRetries: number;
	/** Milliseconds that one attempt may take, up to the last byte of its response. */
	timeout: number;
	/** Whether a previous attempt at the run may have succeeded. */
	mayHaveSucceeded?: boolean;
	/** Of a log entry: what sends its idempotency key again, for the errors. A retry of the execution, if not given. */
	retryAdvice?: RetryAdvice;
}

type RequestContext = IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/** A request that was not sent, or not retried, because the run was aborted. */
export class RequestAbortedError extends Error {
	/** @param mayHaveSucceeded whether a previous attempt may have been processed */
	constructor(readonly mayHaveSucceeded: boolean) {
		super('The run has stopped');
	}
}

interface Attempt extends AttemptResult {
	isRateLimited?: boolean;
	/** Makes the texts of its error; only called if the request ends in one. */
	describe: () => ErrorDetails;
}

function feedbackOf({ outcome, statusCode, isRateLimited: isLimit }: Attempt): Feedback {
	if (outcome === 'success') return 'success';
	if (isLimit) return 'rateLimited';
	if (statusCode === 503) return 'overloaded';
	return outcome === 'refused' && statusCode !== undefined ? 'refused' : 'failed';
}

/**
 * Sends all requests to the service: those of the node, its pickers and its trigger. They keep within
 * what the service accepts (see `Limiter`), and are retried where that is safe.
 */
export class ApiClient {
	/** How many of its attempts were rate limited. */
	rateLimitedCount = 0;

	private readonly slots: Semaphore;

	/** At most `caller.maxConcurrentRequests` are in flight at once. */
	constructor(private readonly caller: Caller & { maxConcurrentRequests: number }) {
		this.slots = new Semaphore(caller.maxConcurrentRequests);
	}

	/**
	 * Sends a request with the credential of `context`, and retries it where that is safe and useful: after
	 * a rate limit until it gets through (see `Limiter`), after a failure as `retryDelay` says.
	 *
	 * @param context that of the item
	 * @param request path, query as an object, and body as an object that is sent as it is
	 * @returns the JSON object of the response, an empty one for an empty response
	 * @throws NodeApiError with the service's own message, or with what is wrong with the connection
	 * @throws NodeOperationError if the node has no credential
	 * @throws RequestAbortedError if the run is aborted first
	 */
	async send(
		context: RequestContext,
		request: IHttpRequestOptions,
		settings: RequestSettings,
	): Promise<IDataObject> {
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
		const pending = new PendingRequest(context, credential, request, settings, this.caller);
		for (;;) {
			const attempt = await this.attempt(pending);
			if (attempt.outcome === 'success') return attempt.json ?? {};
			await pending.backOff(attempt);
		}
	}

	private async attempt(pending: PendingRequest): Promise<Attempt> {
		await this.slots.acquire(pending.isRetry);
		try {
			for (;;) {
				const attempt = await pending.attempt();
				if (!attempt.isRateLimited) return attempt;
				this.rateLimitedCount++;
			}
		} finally {
			this.slots.release();
		}
	}
}

/** One request, from its first attempt to its response. */
class PendingRequest {
	private readonly rateLimits = new RateLimits();
	private mayHaveSucceeded: boolean;
	private failures = 0;
	private internalErrors = 0;
	private waited = 0;
	private rateLimited?: Attempt;

	constructor(
		private readonly context: RequestContext,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly request: IHttpRequestOptions,
		private readonly settings: RequestSettings,
		private readonly caller: Caller,
	) {
		this.mayHaveSucceeded = settings.mayHaveSucceeded === true;
	}

	get isRetry(): boolean {
		return this.failures > 0;
	}

	async attempt(): Promise<Attempt> {
		const slot = await this.acquireSlot();
		let attempt: Attempt | undefined;
		try {
			if (this.caller.abortSignal?.aborted) throw new RequestAbortedError(this.mayHaveSucceeded);
			attempt = await this.sendOnce();
		} finally {
			slot.release(attempt ? feedbackOf(attempt) : 'failed', attempt?.retryAfter);
		}
		this.rateLimited = attempt.isRateLimited ? attempt : undefined;
		return attempt;
	}

	/** Waits until the next attempt; throws a NodeApiError if there is to be none. */
	async backOff(attempt: Attempt): Promise<void> {
		const { request, waited, settings } = this;
		this.failures++;
		if (seldomGoesAway(attempt)) this.internalErrors++;
		const history = { failures: this.failures, internalErrors: this.internalErrors, waited };
		const milliseconds = retryDelay(request, attempt, history, settings.maxRetries);
		if (milliseconds === undefined) throw this.errorOf(attempt);
		this.waited += milliseconds;
		this.mayHaveSucceeded ||= attempt.outcome === 'unknown';
		await delay(milliseconds, this.caller.abortSignal);
	}

	private async acquireSlot(): Promise<Slot> {
		const limiter = limiterFor(this.credential, endpointOf(this.request));
		return await limiter.acquire(this.caller, this.rateLimits).catch((error: Error) => {
			if (error instanceof AbortedError) throw new RequestAbortedError(this.mayHaveSucceeded);
			if (!(error instanceof RateLimitTimeoutError)) throw error;
			const details = detailsOfRateLimit(error, this.rateLimited?.describe());
			throw this.errorOf({ outcome: 'notProcessed', statusCode: 429, describe: () => details });
		});
	}

	private async sendOnce(): Promise<Attempt> {
		const { context, credential: data, request, settings } = this;
		let response: IN8nHttpFullResponse;
		try {
			const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
			const send = async (options: Partial<IHttpRequestOptions>) =>
				(await context.helpers.httpRequestWithAuthentication.call(
					context,
					CREDENTIAL,
					{ ...toHttpOptions(request), ...options },
					{ credentialsDecrypted },
				)) as IN8nHttpFullResponse;
			response = await receive(send, settings.timeout);
		} catch (error) {
			const outcome = classifyNetworkError(networkCode(error), failedSystemCall(error));
			return { outcome, describe: () => detailsOfNetworkError(error) };
		}
		const { statusCode, headers } = response;
		return {
			outcome: classifyResponse(response, request),
			isRateLimited: isRateLimited(response),
			statusCode,
			json: jsonObjectOf(response),
			describe: () => detailsOfResponse(response, pathOf(request), data.apiKey as string),
			retryAfter: parseRetryAfter(headers['retry-after'], headers.date),
		};
	}

	private errorOf({ outcome, statusCode, describe }: Attempt): NodeApiError {
		const { request, mayHaveSucceeded } = this;
		const { retryAdvice = 'execution' } = this.settings;
		const details = describe();
		const node = this.context.getNode();
		const retryable = (of: ErrorDetails) => apiError(node, of, RetryableOutcomeError);
		if (outcome === 'unknown' && !isIdempotent(request)) {
			return apiError(node, withUnknownOutcome(details), UnknownOutcomeError);
		}
		if (!hasIdempotencyKey(request)) return apiError(node, details);
		if (statusCode === 409 && mayHaveSucceeded) return retryable(withDuplicateKey(details));
		if (outcome === 'unknown') return retryable(withRetryableOutcome(details, retryAdvice));
		return mayHaveSucceeded
			? retryable(withPreviousUnknownOutcome(details, retryAdvice))
			: apiError(node, details);
	}
}
