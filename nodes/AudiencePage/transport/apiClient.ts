import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	NodeApiError,
} from 'n8n-workflow';

import { log, type LogFacts } from '../shared/log';
import { isTurnOver, nextTurn } from '../shared/turns';
import { CREDENTIAL } from './connection';
import { delay } from './delay';
import {
	apiError,
	detailsOfNetworkError,
	detailsOfRateLimit,
	detailsOfResponse,
	doubtfulError,
	type Doubt,
	type ErrorDetails,
} from './errors';
import { AbortedError, type Caller } from './limiter/fairQueue';
import { limiterFor, RateLimits, type Release } from './limiter/limiter';
import type { Feedback } from './limiter/pace';
import {
	classifyNetworkError,
	classifyResponse,
	failedSystemCall,
	isRateLimited,
	jsonObject,
	networkCode,
	type ExpectedRecord,
} from './outcome';
import { receive } from './receive';
import { endpointOf, hasIdempotencyKey, isIdempotent, pathOf, toHttpOptions } from './request';
import { Failures, parseRetryAfter, type AttemptResult } from './retry';

export interface RequestSettings {
	/** How often a failed request is retried at most, at least 0. A rate limit is no failure. */
	maxRetries: number;
	/** Milliseconds that one attempt may take, up to the last byte of its response. */
	timeout: number;
	/** What a success of its operation holds. */
	record?: ExpectedRecord;
	/** Whether the run before has sent it, with the same key. */
	mayHaveSucceeded?: boolean;
	/** Whether its operation looks for what is there before it creates anything. */
	isRepeatable?: boolean;
}

type RequestContext = IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/**
 * A request that was not sent, or not retried, as the run was aborted. `mayHaveSucceeded`: at a
 * previous attempt.
 */
export class RequestAbortedError extends Error {
	constructor(readonly mayHaveSucceeded: boolean) {
		super('The run has stopped');
	}
}

interface Attempt extends AttemptResult {
	isRateLimited?: boolean;
	/** Of the network, if there was no response. */
	errorCode?: string;
	/** Makes the texts of its error; only called if the request ends in one. */
	describe: () => ErrorDetails;
}

/** Without an outcome, the request was not sent. */
type Failure = Pick<Attempt, 'describe'> & Partial<Attempt>;

function feedbackOf({
	outcome,
	statusCode,
	isRateLimited: isLimit,
}: Attempt): Feedback | undefined {
	if (outcome === 'success') return 'success';
	if (isLimit) return 'rateLimited';
	if (statusCode === 503) return 'overloaded';
	return outcome === 'refused' && statusCode !== undefined ? 'refused' : undefined;
}

/**
 * Sends all requests of node, pickers and trigger, within what the service accepts (see `Limiter`).
 */
export class ApiClient {
	/** How many of its attempts were rate limited. */
	rateLimitedCount = 0;

	private readonly slots: Semaphore;

	constructor(private readonly caller: Caller & { maxConcurrentRequests: number }) {
		this.slots = new Semaphore(caller.maxConcurrentRequests);
	}

	/**
	 * Sends a request with the credential of `context`, and retries it where that is safe and useful:
	 * after a rate limit until it gets through (see `Limiter`), after a failure as `Failures` says.
	 * @returns the JSON object of the response, an empty one for an empty response
	 * @throws NodeApiError with the service's own message, or with what is wrong with the connection;
	 * NodeOperationError if the node has no credential; RequestAbortedError if the run is aborted
	 * first
	 */
	async send(context: RequestContext, request: IHttpRequestOptions, settings: RequestSettings) {
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
		const pending = new PendingRequest(context, credential, request, settings, this.caller);
		for (;;) {
			const attempt = await this.attempt(pending);
			if (attempt.outcome === 'success') return attempt.json ?? {};
			await pending.backOff(attempt);
		}
	}

	private async attempt(pending: PendingRequest): Promise<Attempt> {
		await this.slots.acquire();
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

/** One request, from its first attempt to its response. */
class PendingRequest {
	private readonly rateLimits = new RateLimits();
	private readonly failures = new Failures();
	private mayHaveSucceeded: boolean;
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

	async attempt(): Promise<Attempt> {
		const release = await this.acquireSlot();
		let attempt: Attempt | undefined;
		try {
			// Each turn sends only so many: as many answers come back in a later one, and n8n has others
			// to answer.
			if (isTurnOver()) await nextTurn();
			if (this.caller.abortSignal?.aborted) throw new RequestAbortedError(this.mayHaveSucceeded);
			attempt = await this.sendOnce();
		} finally {
			const pause = release(attempt && feedbackOf(attempt), attempt?.retryAfter);
			if (pause) this.log('rateLimited', attempt, pause);
		}
		this.rateLimited = attempt.isRateLimited ? attempt : undefined;
		return attempt;
	}

	/** Waits until the next attempt; throws a NodeApiError if there is to be none. */
	async backOff(attempt: Attempt): Promise<void> {
		const milliseconds = this.failures.add(this.request, attempt, this.settings.maxRetries);
		if (milliseconds === undefined) throw this.errorOf(attempt);
		this.mayHaveSucceeded ||= attempt.outcome === 'unknown' && this.request.method !== 'GET';
		this.log('retrying', attempt, {
			retry: this.failures.count,
			waitMilliseconds: Math.round(milliseconds),
		});
		await delay(milliseconds, this.caller.abortSignal);
	}

	private async acquireSlot(): Promise<Release> {
		const limiter = limiterFor(this.credential, endpointOf(this.request));
		return await limiter.acquire(this.caller, this.rateLimits).catch((error: Error) => {
			if (error instanceof AbortedError) throw new RequestAbortedError(this.mayHaveSucceeded);
			const details = detailsOfRateLimit(error.message, this.rateLimited?.describe());
			throw this.errorOf({ describe: () => details });
		});
	}

	private async sendOnce(): Promise<Attempt> {
		const { context, credential: data, request, settings } = this;
		const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
		const send = async (options: Partial<IHttpRequestOptions>) =>
			(await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{ ...toHttpOptions(request), ...options },
				{ credentialsDecrypted },
			)) as IN8nHttpFullResponse;
		try {
			const response = await receive(send, settings.timeout);
			const { statusCode, headers } = response;
			return {
				outcome: classifyResponse(response, request, settings.record),
				isRateLimited: isRateLimited(response),
				statusCode,
				json: jsonObject(response),
				describe: () => detailsOfResponse(response, pathOf(request), data.apiKey as string),
				retryAfter: parseRetryAfter(headers['retry-after'], headers.date),
			};
		} catch (error) {
			const errorCode = networkCode(error);
			const outcome = classifyNetworkError(errorCode, failedSystemCall(error));
			return { outcome, errorCode, describe: () => detailsOfNetworkError(error) };
		}
	}

	private log(
		line: Parameters<typeof log>[1],
		attempt: Failure | undefined,
		facts: LogFacts,
	): void {
		const { statusCode: status, errorCode, outcome } = attempt ?? {};
		log(this.context, line, {
			endpoint: endpointOf(this.request),
			status,
			errorCode,
			outcome,
			...facts,
		});
	}

	private errorOf(attempt: Failure): NodeApiError {
		const node = this.context.getNode();
		const doubt = this.doubtOf(attempt);
		return doubt === undefined
			? apiError(node, attempt.describe())
			: doubtfulError(node, attempt.describe(), doubt, this.settings.isRepeatable);
	}

	private doubtOf({ outcome, statusCode }: Failure): Doubt | undefined {
		const { request, mayHaveSucceeded } = this;
		if (outcome === 'unknown' && !isIdempotent(request)) return 'unsafe';
		if (!hasIdempotencyKey(request)) return undefined;
		if (statusCode === 409 && mayHaveSucceeded) return 'duplicate';
		if (outcome === 'unknown') return 'safe';
		return mayHaveSucceeded ? 'previous' : undefined;
	}
}
