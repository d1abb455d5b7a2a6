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

import {
	apiError,
	withUnknownOutcome,
	withRetryableOutcome,
	withDuplicateKey,
	detailsOfResponse,
	detailsOfRateLimit,
	detailsOfNetworkError,
	type ErrorDetails,
} from './errors';
import type { Caller } from './fairQueue';
import { AbortedError, RateLimitTimeoutError, type Feedback, type Slot } from './limiter';
import { limiterFor } from './limiters';
import {
	jsonObjectOf,
	failedSystemCall,
	isRateLimited,
	networkCode,
	classifyResponse,
	classifyNetworkError,
} from './outcome';
import { toHttpOptions, endpointOf, hasIdempotencyKey, isIdempotent, pathOf } from './request';
import { retryDelay, type AttemptResult } from './retry';
import { AttemptLog } from './attemptLog';
import { parseRetryAfter, delay } from './waiting';

export const CREDENTIAL = 'audiencePageApi';

/** How one request is sent. */
export interface RequestSettings {
	/** How often a request that failed is sent again, at most; at least 0. A rate limit is no failure. */
	maxRetries: number;
	/** How long one try may take, in milliseconds. */
	timeout: number;
	/** It may have been sent before, by an earlier try. */
	isRetry?: boolean;
}

type Context = IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/** A request that was not sent, or not sent again, because the run had come to its end. */
export class RequestAbortedError extends Error {
	/** @param mayHaveSucceeded an earlier attempt may have been successful */
	constructor(readonly mayHaveSucceeded: boolean) {
		super('The run has stopped');
	}
}

/** What came of sending a request once. */
interface Attempt extends AttemptResult {
	isRateLimited?: boolean;
	json?: IDataObject;
	/** What the user is told, if it is not done. */
	describe: () => ErrorDetails;
}

function feedbackOf({ outcome, statusCode, isRateLimited: isOver }: Attempt): Feedback {
	if (outcome === 'success') return 'success';
	if (isOver) return 'rateLimited';
	if (statusCode === 503) return 'overloaded';
	return outcome === 'refused' && statusCode !== undefined ? 'refused' : 'failed';
}

/** Errors of writes that may have been done, and that nothing can safely send again. */
const unknownOutcomes = new WeakSet<Error>();

/** Whether the error leaves open if the service did what was asked, and there is no safe way to repeat it. */
export const isUnknownOutcome = (error: Error): boolean => unknownOutcomes.has(error);

/** Errors of writes that an earlier try has probably done. */
const duplicates = new WeakSet<Error>();

/** Whether the error is the conflict of a write with its own earlier try, which probably did it. */
export const isDuplicateOfEarlierAttempt = (error: Error): boolean => duplicates.has(error);

/** Errors of writes that may have been done, and that their key lets anyone send again. */
const retryableByKey = new WeakSet<Error>();

/** Whether the error leaves open if the service did what was asked, and its key makes it safe to repeat. */
export const isUnknownButRetryable = (error: Error): boolean => retryableByKey.has(error);

const withMark = (marks: WeakSet<Error>, error: NodeApiError): NodeApiError => {
	marks.add(error);
	return error;
};

/**
 * The one way to the service: for the node, its pickers and its trigger. Requests keep within what
 * the service takes (see `Limiter`), are sent again where that is safe, and end in the JSON object
 * of an answer or in an error in the service's words.
 */
export class ApiClient {
	/** How often the service has refused a request because of its rate limit. */
	rateLimitedCount = 0;

	/**
	 * @param client how many requests may be in flight at once, for each credential, and the signal by
	 * which no further request is sent and no wait goes on
	 */
	constructor(private readonly client: Caller) {}

	/**
	 * Sends a request with the credential of `context`, and again where that is safe and of use: after
	 * a rate limit until it gets through (see `Limiter`), after a failure as `waitBeforeRetry` says.
	 *
	 * @param context that of the item
	 * @param request path, query as an object, and body as an object that arrives as it is
	 * @returns the JSON object of the answer, an empty one for an empty answer
	 * @throws NodeApiError with the service's words, or with what happened on the way
	 * @throws NodeOperationError if the node has no credential
	 * @throws Halted if the run stops first
	 */
	async send(
		context: Context,
		request: IHttpRequestOptions,
		settings: RequestSettings,
	): Promise<IDataObject> {
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
		const sending = new PendingRequest(context, credential, request, settings, this.client);
		for (;;) {
			const attempt = await sending.attempt();
			if (attempt.outcome === 'success') return attempt.json ?? {};
			if (attempt.isRateLimited) this.rateLimitedCount++;
			else await sending.waitAfter(attempt);
		}
	}
}

/** One request on its way, from try to try. */
class PendingRequest {
	private readonly tries: AttemptLog;
	private mayHaveSucceeded = false;
	private failures = 0;
	private internalErrors = 0;
	private waited = 0;
	private rateLimited?: Attempt;

	constructor(
		private readonly context: Context,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly request: IHttpRequestOptions,
		private readonly settings: RequestSettings,
		private readonly client: Caller,
	) {
		this.tries = new AttemptLog(endpointOf(request));
	}

	async attempt(): Promise<Attempt> {
		const slot = await this.slot();
		let attempt: Attempt | undefined;
		try {
			if (this.client.abortSignal?.aborted) throw new RequestAbortedError(this.mayHaveSucceeded);
			attempt = await this.sendOnce();
		} finally {
			slot.release(attempt ? feedbackOf(attempt) : 'failed', attempt?.retryAfter);
		}
		this.rateLimited = attempt.isRateLimited ? attempt : undefined;
		return attempt;
	}

	/** @throws NodeApiError if it is not to be sent again */
	async waitAfter(attempt: Attempt): Promise<void> {
		const { request, waited, settings } = this;
		this.failures++;
		if (attempt.statusCode === 500) this.internalErrors++;
		const history = { attempts: this.failures, internalErrors: this.internalErrors, waited };
		const milliseconds = retryDelay(request, attempt, history, settings.maxRetries);
		if (milliseconds === undefined) throw this.errorOf(attempt);
		this.waited += milliseconds;
		this.mayHaveSucceeded ||= attempt.outcome === 'unknown';
		await delay(milliseconds, this.client.abortSignal);
	}

	/** A place among the requests in flight. */
	private async slot(): Promise<Slot> {
		const acquiring = limiterFor(this.credential)
			.forEndpoint(this.tries.endpoint)
			.acquire(this.client, this.tries);
		return await acquiring.catch((error: Error) => {
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
			response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{ ...toHttpOptions(request), timeout: settings.timeout },
				{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data } },
			)) as IN8nHttpFullResponse;
		} catch (error) {
			const outcome = classifyNetworkError(networkCode(error), failedSystemCall(error));
			return { outcome, describe: () => detailsOfNetworkError(error) };
		}
		const { statusCode, headers } = response;
		return {
			outcome: classifyResponse(response),
			isRateLimited: isRateLimited(response),
			statusCode,
			json: jsonObjectOf(response),
			describe: () => detailsOfResponse(response, pathOf(request), data.apiKey as string),
			retryAfter: parseRetryAfter(headers['retry-after'], headers.date),
		};
	}

	private errorOf(attempt: Attempt): NodeApiError {
		const { request, mayHaveSucceeded, settings } = this;
		const { outcome, statusCode } = attempt;
		const node = this.context.getNode();
		const told = attempt.describe();
		if (outcome === 'unknown' && !isIdempotent(request)) {
			return withMark(unknownOutcomes, apiError(node, withUnknownOutcome(told)));
		}
		if (!hasIdempotencyKey(request)) return apiError(node, told);
		if (statusCode === 409 && (mayHaveSucceeded || settings.isRetry)) {
			return withMark(duplicates, apiError(node, withDuplicateKey(told)));
		}
		if (!mayHaveSucceeded && outcome !== 'unknown') return apiError(node, told);
		return withMark(retryableByKey, apiError(node, withRetryableOutcome(told)));
	}
}
