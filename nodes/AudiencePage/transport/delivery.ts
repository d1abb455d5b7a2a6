import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
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
	toldByNetwork,
	type Told,
} from './errors';
import { Limiter, type Reception } from './limiter';
import { answerOf, networkCode, verdictOn, verdictWithout } from './outcome';
import { asSent, hasKey, isRepeatable, pathOf } from './request';
import { waitBeforeRetry, type Judged } from './retry';
import { retryAfter, wait } from './waiting';

export const CREDENTIAL = 'audiencePageApi';

/** How requests are sent; a user can set each in the node's Options. */
export interface Manner {
	/** At least 1. */
	maxConcurrentRequests: number;
	/** How often a request is sent again, at most; at least 0. */
	maxRetries: number;
	/** How long a request may take, in milliseconds. */
	timeout: number;
}

/** A request that was not sent, or not sent again, because the run had come to its end. */
export class Halted extends Error {
	/** @param mayBeDone an earlier attempt may have been successful */
	constructor(readonly mayBeDone: boolean) {
		super('The run has stopped');
	}
}

/** What came of sending a request once. */
interface Attempt extends Judged {
	statusCode?: number;
	answer?: IDataObject;
	/** What the user is told, if it is not done. */
	tell: () => Told;
}

function receptionOf({ verdict, statusCode }: Attempt): Reception {
	if (statusCode === 429) return 'limited';
	if (statusCode === 503) return 'overloaded';
	return verdict === 'done' ? 'well' : 'failed';
}

/** Errors of writes that may have been done, and that nothing can safely send again. */
const unknownOutcomes = new WeakSet<Error>();

/** Whether the error leaves open if the service did what was asked, and there is no safe way to repeat it. */
export const isUnknownOutcome = (error: Error): boolean => unknownOutcomes.has(error);

/** Conflicts with a key that the same request has carried before. */
const writtenEarlier = new WeakSet<Error>();

/** Whether the service says that it has this entry, and an earlier try can have written it. */
export const isWrittenEarlier = (error: Error): boolean => writtenEarlier.has(error);

/**
 * The one way to the service: for the node, its pickers and its trigger. Requests keep within what
 * the service takes (see `Limiter`), are sent again where that is safe, and end in the JSON object
 * of an answer or in an error in the service's words.
 */
export class Delivery {
	/** Answers 429 so far. */
	limitedAnswers = 0;

	private readonly limiter: Limiter;

	private constructor(
		private readonly context: IExecuteFunctions | ILoadOptionsFunctions,
		private readonly credential: ICredentialDataDecryptedObject,
		private readonly manner: Manner,
		private readonly halt: AbortSignal,
		private readonly isSecondRun: boolean,
	) {
		this.limiter = new Limiter(manner.maxConcurrentRequests, halt);
	}

	/**
	 * @param halt when aborted, no further request is sent and no wait goes on
	 * @param isSecondRun what is sent may have been sent before, by a run that failed
	 * @throws NodeOperationError if the node has no credential
	 */
	static async open(
		context: IExecuteFunctions | ILoadOptionsFunctions,
		manner: Manner,
		halt = new AbortController().signal,
		isSecondRun = false,
	): Promise<Delivery> {
		// Read once: for each request, n8n would read it from its database and decrypt it.
		const credential = await context.getCredentials<ICredentialDataDecryptedObject>(CREDENTIAL);
		return new Delivery(context, credential, manner, halt, isSecondRun);
	}

	/**
	 * Sends a request, and again where that is safe and of use (see `waitBeforeRetry`).
	 *
	 * @param request path, query as an object, and body as an object that arrives as it is
	 * @returns the JSON object of the answer, an empty one for an empty answer
	 * @throws NodeApiError with the service's words, or with what happened on the way
	 * @throws Halted if the run stops first
	 */
	async send(request: IHttpRequestOptions): Promise<IDataObject> {
		let mayBeDone = false;
		for (let tries = 1, waited = 0; ; tries++) {
			const attempt = await this.attempt(request, tries > 1, mayBeDone);
			if (attempt.verdict === 'done') return attempt.answer ?? {};

			const milliseconds = waitBeforeRetry(request, attempt, { tries, waited }, this.manner.maxRetries);
			if (milliseconds === undefined) throw this.errorOf(attempt, request, mayBeDone);
			waited += milliseconds;
			mayBeDone ||= attempt.verdict === 'unknown';

			// What the service asks for holds for all requests, a wait of our own for this one.
			if (attempt.statusCode === 429 || attempt.retryAfter !== undefined) this.limiter.pause(milliseconds);
			else await wait(milliseconds, this.halt);
		}
	}

	private async attempt(
		request: IHttpRequestOptions,
		isRepeated: boolean,
		mayBeDone: boolean,
	): Promise<Attempt> {
		const slot = await this.limiter.acquire(isRepeated);
		let reception: Reception = 'failed';
		try {
			if (this.halt.aborted) throw new Halted(mayBeDone);
			const attempt = await this.exchange(request);
			reception = receptionOf(attempt);
			return attempt;
		} finally {
			if (reception === 'limited') this.limitedAnswers++;
			slot.release(reception);
		}
	}

	private async exchange(request: IHttpRequestOptions): Promise<Attempt> {
		const { context, credential: data } = this;
		let response: IN8nHttpFullResponse;
		try {
			response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				CREDENTIAL,
				{ ...asSent(request), timeout: this.manner.timeout },
				{ credentialsDecrypted: { id: '', name: CREDENTIAL, type: CREDENTIAL, data } },
			)) as IN8nHttpFullResponse;
		} catch (error) {
			return { verdict: verdictWithout(networkCode(error)), tell: () => toldByNetwork(error) };
		}
		return {
			verdict: verdictOn(response),
			statusCode: response.statusCode,
			answer: answerOf(response),
			tell: () => toldByAnswer(response, pathOf(request), data.apiKey as string),
			retryAfter: retryAfter(response.headers['retry-after']),
		};
	}

	private errorOf(attempt: Attempt, request: IHttpRequestOptions, mayBeDone: boolean): NodeApiError {
		const { verdict, statusCode } = attempt;
		const node = this.context.getNode();
		const told = attempt.tell();
		if (verdict === 'unknown' && !isRepeatable(request)) {
			const error = apiError(node, asUnknownOutcome(told));
			unknownOutcomes.add(error);
			return error;
		}
		if (!hasKey(request)) return apiError(node, told);
		if (statusCode === 409 && (mayBeDone || this.isSecondRun)) {
			const error = apiError(node, asWrittenEarlier(told));
			writtenEarlier.add(error);
			return error;
		}
		return apiError(node, mayBeDone || verdict === 'unknown' ? asUnknownWithKey(told) : told);
	}
}
