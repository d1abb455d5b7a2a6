import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	NodeApiError,
} from 'n8n-workflow';

import { log, type LogFacts } from '../shared/log';
import { sendOnce, type Attempt, type RequestContext } from './attempt';
import { delay } from './delay';
import { apiError, detailsOfRateLimit, writeError, type ErrorDetails } from './errors';
import { AbortedError, limiterFor, type Caller, type Feedback } from './limiter';
import type { AttemptOutcome, ExpectedAnswer } from './outcome';
import { endpointOf, hasIdempotencyKey } from './request';
import { delayBeforeRetry } from './retry';

/** Milliseconds that an answer may take. */
export const TIMEOUT = 60_000;
/** So often, a request may be rate limited while others get through. */
const MAX_RATE_LIMITS = 30;

/** What is known of a request beside what is sent. */
export interface RequestSettings extends ExpectedAnswer {
	/** Whether the run before has sent it, with the same key. */
	mayHaveSucceeded?: boolean;
	/** Whether its operation looks for what is there before it creates anything. */
	isRepeatable?: boolean;
}

interface Sender {
	credential: ICredentialDataDecryptedObject;
	caller: Caller;
	/** Until when, as `performance.now()` counts. */
	endsAt: number;
}

/** A request that was not sent, or not repeated, as the run was aborted. */
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

function feedbackOf({ isRateLimited, outcome, statusCode }: Attempt): Feedback | undefined {
	if (isRateLimited) return 'rateLimited';
	if (statusCode === 503) return 'overloaded';
	const isProcessed = outcome === 'success' || outcome === 'refused';
	return isProcessed && statusCode !== undefined ? 'accepted' : undefined;
}

/** For an n8n that waits longer before its next poll. */
const rateLimitFailure = (refused?: Attempt): ErrorDetails['failure'] => ({
	cause: 'rate-limited',
	retryAfterMs: refused?.retryAfter,
});

/** One request, from its first attempt to its response. */
export class PendingRequest {
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
			const latest = await this.attempt();
			this.latest = latest;
			if (latest.outcome === 'success') return latest.json ?? {};
			if (latest.isRateLimited) this.noteRateLimit();
			else await this.backOff(latest);
		}
	}

	/** As soon as the endpoint's limiter lets it. */
	private async attempt(): Promise<Attempt> {
		const { context, request, settings: expected } = this;
		const { caller, credential, endsAt } = this.sender;
		const limiter = limiterFor(credential, endpointOf(request));
		// What has failed before goes first: else each of many requests would fail slowly.
		const isRepeated = this.failures > 0;
		const release = await limiter.acquire(caller, isRepeated).catch((error: Error) => {
			throw error instanceof AbortedError ? this.aborted() : this.rateLimitError(error.message);
		});
		if (caller.abortSignal?.aborted) {
			release();
			throw this.aborted();
		}
		// n8n takes 0 for no timeout.
		const timeout = Math.max(1, Math.min(TIMEOUT, Math.floor(endsAt - performance.now())));
		const latest = await sendOnce(context, { request, credential, expected, timeout });
		const pause = release(feedbackOf(latest), latest.retryAfter);
		if (pause) this.log('rateLimited', latest, pause);
		return latest;
	}

	/** The limiter makes it wait. */
	private noteRateLimit(): void {
		this.rateLimitedCount++;
		if (this.rateLimitedCount > MAX_RATE_LIMITS)
			throw this.rateLimitError(`it has refused this request ${this.rateLimitedCount} times`);
	}

	/** Waits until the next attempt; throws a NodeApiError if there is to be none. */
	private async backOff(latest: Attempt): Promise<void> {
		this.failures++;
		const milliseconds = delayBeforeRetry(this.request, latest, this.failures);
		if (milliseconds === undefined) throw this.errorOf(latest.outcome, latest.describe());
		this.mayHaveSucceeded ||= latest.outcome === 'unknown';
		if (this.sender.caller.abortSignal?.aborted) throw this.aborted();
		const waitMilliseconds = Math.round(milliseconds);
		this.log('retrying', latest, { retry: this.failures, waitMilliseconds });
		await delay(milliseconds, this.sender.caller.abortSignal);
	}

	private log(line: Parameters<typeof log>[1], latest: Attempt, facts: LogFacts): void {
		const { statusCode: status, errorCode, outcome } = latest;
		const endpoint = endpointOf(this.request);
		log(this.context, line, { endpoint, status, errorCode, outcome, ...facts });
	}

	private get isWrite(): boolean {
		return this.request.method !== 'GET';
	}

	private aborted(): RequestAbortedError {
		const failure = this.latest?.isRateLimited ? rateLimitFailure(this.latest) : undefined;
		return new RequestAbortedError(this.isWrite && this.mayHaveSucceeded, failure);
	}

	private rateLimitError(reason: string): NodeApiError {
		const refused = this.latest?.isRateLimited ? this.latest : undefined;
		const details = detailsOfRateLimit(reason, refused?.describe());
		return this.errorOf('notProcessed', { ...details, failure: rateLimitFailure(refused) });
	}

	/** @param outcome of the latest attempt */
	private errorOf(outcome: AttemptOutcome, details: ErrorDetails): NodeApiError {
		const { request, settings, mayHaveSucceeded } = this;
		const node = this.context.getNode();
		const isUnknown = outcome === 'unknown' || mayHaveSucceeded;
		if (!this.isWrite || (outcome === 'refused' && !isUnknown)) return apiError(node, details);
		if (!isUnknown) return writeError(node, details, 'notDone');
		if (request.method === 'PATCH') return writeError(node, details, 'runAgain');
		if (hasIdempotencyKey(request)) return writeError(node, details, 'retry');
		return writeError(node, details, settings.isRepeatable ? 'runAgainLater' : 'checkFirst');
	}
}
