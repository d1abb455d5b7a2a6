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
	asUnknownOutcome,
	asUnknownWithKey,
	asWrittenEarlier,
	toldByAnswer,
	toldByLimit,
	toldByNetwork,
	type Told,
} from './errors';
import type { Client } from './fairQueue';
import { Cancelled, TooLongLimited, type Reception, type Slot } from './limiter';
import { limiterOf } from './limiters';
import { answerOf, failedSyscall, isLimited, networkCode, verdictOn, verdictWithout } from './outcome';
import { asSent, endpointOf, hasKey, isRepeatable, pathOf } from './request';
import { waitBeforeRetry, type Judged } from './retry';
import { Tries } from './tries';
import { retryAfter, wait } from './waiting';

export const CREDENTIAL = 'audiencePageApi';

/** How one request is sent. */
export interface RequestSettings {
	/** How often a request that failed is sent again, at most; at least 0. A rate limit is no failure. */
	maxRetries: number;
	/** How long one try may take, in milliseconds. */
	timeout: number;
	/** It may have been sent before, by an earlier try. */
	isSecondTry?: boolean;
}

type Context = IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions;

/** A request that was not sent, or not sent again, because the run had come to its end. */
export class Halted extends Error {
	/** @param mayBeDone an earlier attempt may have been successful */
	constructor(readonly mayBeDone: boolean) {
		super('The run has stopped');
	}
}

/** What came of sending a request once. */
interface Attempt extends Judged {
	isLimited?: boolean;
	answer?: IDataObject;
	/** What the user is told, if it is not done. */
	tell: () => Told;
}

function receptionOf({ verdict, statusCode, isLimited: isOver }: Attempt): Reception {
	if (verdict === 'done') return 'done';
	if (isOver) return 'limited';
	if (statusCode === 503) return 'overloaded';
	return verdict === 'refused' && statusCode !== undefined ? 'refused' : 'failed';
}

/** Errors of writes that may have been done, and that nothing can safely send again. */
const unknownOutcomes = new WeakSet<Error>();

/** Whether the error leaves open if the service did what was asked, and there is no safe way to repeat it. */
export const isUnknownOutcome = (error: Error): boolean => unknownOutcomes.has(error);

/** Errors of writes that an earlier try has probably done. */
const writtenEarlier = new WeakSet<Error>();

/** Whether the error is the conflict of a write with its own earlier try, which probably did it. */
export const isWrittenEarlier = (error: Error): boolean => writtenEarlier.has(error);

/** Errors of writes that may have been done, and that their key lets anyone send again. */
const repeatableByKey = new WeakSet<Error>();

/** Whether the error leaves open if the service did what was asked, and its key makes it safe to repeat. */
export const mayBeWritten = (error: Error): boolean => repeatableByKey.has(error);

const marked = (marks: WeakSet<Error>, error: NodeApiError): NodeApiError => {
	marks.add(error);
	return error;
};

/**
 * The one way to the service: for the node, its pickers and its trigger. Requests keep within what
 * the service takes (see `Limiter`), are sent again where that is safe, and end in the JSON object
 * of an answer or in an error in the service's words.
 */
export class Delivery {
	/** How often the service has refused a request because of its rate limit. */
	limitedAnswers = 0;

	/**
	 * @param client how many requests may be in flight at once, for each credential, and the signal by
	 * which no further request is sent and no wait goes on
	 */
	constructor(private readonly client: Client) {}

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
		const sending = new Sending(context, credential, request, settings, this.client);
		for (;;) {
			const attempt = await sending.attempt();
			if (attempt.verdict === 'done') return attempt.answer ?? {};
			if (attempt.isLimited) this.limitedAnswers++;
			else await sending.waitAfter(attempt);
		}
	}
}

/** One request on its way, from try to try. */
class Sending {
	private readonly tries: Tries;
	private mayBeDone = false;
	private failures = 0;
	private crashes = 0;
	private waited = 0;
	private limited?: Attempt;

	constructor(
		private readonly context: Context,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly request: IHttpRequestOptions,
		private readonly settings: RequestSettings,
		private readonly client: Client,
	) {
		this.tries = new Tries(endpointOf(request));
	}

	async attempt(): Promise<Attempt> {
		const slot = await this.slot();
		let attempt: Attempt | undefined;
		try {
			if (this.client.halt?.aborted) throw new Halted(this.mayBeDone);
			attempt = await this.exchange();
		} finally {
			slot.release(attempt ? receptionOf(attempt) : 'failed', attempt?.retryAfter);
		}
		this.limited = attempt.isLimited ? attempt : undefined;
		return attempt;
	}

	/** @throws NodeApiError if it is not to be sent again */
	async waitAfter(attempt: Attempt): Promise<void> {
		const { request, waited, settings } = this;
		this.failures++;
		if (attempt.statusCode === 500) this.crashes++;
		const soFar = { tries: this.failures, crashes: this.crashes, waited };
		const milliseconds = waitBeforeRetry(request, attempt, soFar, settings.maxRetries);
		if (milliseconds === undefined) throw this.errorOf(attempt);
		this.waited += milliseconds;
		this.mayBeDone ||= attempt.verdict === 'unknown';
		await wait(milliseconds, this.client.halt);
	}

	/** A place among the requests in flight. */
	private async slot(): Promise<Slot> {
		const acquiring = limiterOf(this.credential).of(this.tries.endpoint).acquire(this.client, this.tries);
		return await acquiring.catch((error: Error) => {
			if (error instanceof Cancelled) throw new Halted(this.mayBeDone);
			if (!(error instanceof TooLongLimited)) throw error;
			const told = toldByLimit(error, this.limited?.tell());
			throw this.errorOf({ verdict: 'notTaken', statusCode: 429, tell: () => told });
		});
	}

	private async exchange(): Promise<Attempt> {
		const { context, credential: data, request, settings } = this;
		let response: IN8nHttpFullResponse;
		try {
			response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{ ...asSent(request), timeout: settings.timeout },
				{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data } },
			)) as IN8nHttpFullResponse;
		} catch (error) {
			const verdict = verdictWithout(networkCode(error), failedSyscall(error));
			return { verdict, tell: () => toldByNetwork(error) };
		}
		const { statusCode, headers } = response;
		return {
			verdict: verdictOn(response),
			isLimited: isLimited(response),
			statusCode,
			answer: answerOf(response),
			tell: () => toldByAnswer(response, pathOf(request), data.apiKey as string),
			retryAfter: retryAfter(headers['retry-after'], headers.date),
		};
	}

	private errorOf(attempt: Attempt): NodeApiError {
		const { request, mayBeDone, settings } = this;
		const { verdict, statusCode } = attempt;
		const node = this.context.getNode();
		const told = attempt.tell();
		if (verdict === 'unknown' && !isRepeatable(request)) {
			return marked(unknownOutcomes, apiError(node, asUnknownOutcome(told)));
		}
		if (!hasKey(request)) return apiError(node, told);
		if (statusCode === 409 && (mayBeDone || settings.isSecondTry)) {
			return marked(writtenEarlier, apiError(node, asWrittenEarlier(told)));
		}
		if (!mayBeDone && verdict !== 'unknown') return apiError(node, told);
		return marked(repeatableByKey, apiError(node, asUnknownWithKey(told)));
	}
}
