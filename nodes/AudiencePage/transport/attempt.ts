import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { CREDENTIAL, originOf } from './connection';
import { detailsOfNetworkError, detailsOfResponse, type ErrorDetails } from './errors';
import { networkErrorOf } from './networkError';
import {
	classifyResponse,
	isRateLimited,
	jsonObject,
	type AttemptOutcome,
	type ExpectedAnswer,
} from './outcome';
import { redactKey } from './redact';
import { toHttpOptions } from './request';
import { parseRetryAfter } from './retry';

export type RequestContext =
	| IExecuteFunctions
	| IExecutePaginationFunctions
	| ILoadOptionsFunctions;

/** What a request has led to, once it was sent. */
export interface Attempt {
	outcome: AttemptOutcome;
	statusCode?: number;
	json?: IDataObject;
	/** Milliseconds that the service asks to wait. */
	retryAfter?: number;
	isRateLimited?: boolean;
	/** Of the network, if there was no response. */
	errorCode?: string;
	/** Makes the texts of its error, without the key; only called if the request ends in one. */
	describe: () => ErrorDetails;
}

interface RequestToSend {
	request: IHttpRequestOptions;
	credential: ICredentialDataDecryptedObject;
	expected: ExpectedAnswer;
	/** Milliseconds that n8n waits for an answer. */
	timeout: number;
}

/** Sends a request once. It never throws. */
export async function sendOnce(context: RequestContext, toSend: RequestToSend): Promise<Attempt> {
	const { request, credential: data, timeout } = toSend;
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			{ ...toHttpOptions(request), timeout },
			{ credentialsDecrypted },
		)) as IN8nHttpFullResponse;
		return answered(response, toSend);
	} catch (error) {
		return unanswered(error as Error, data);
	}
}

function answered(
	response: IN8nHttpFullResponse,
	{ request, credential, expected }: RequestToSend,
): Attempt {
	const { statusCode, headers } = response;
	const redact = (text: string) => redactKey(text, credential.apiKey);
	return {
		outcome: classifyResponse(response, request, expected),
		isRateLimited: isRateLimited(response),
		statusCode,
		json: jsonObject(response),
		describe: () => detailsOfResponse(response, request, redact),
		retryAfter: parseRetryAfter(headers['retry-after'], headers.date),
	};
}

/** An error that is not of the network, such as one of the credential, keeps its message. */
function unanswered(error: Error, credential: ICredentialDataDecryptedObject): Attempt {
	const failed = networkErrorOf(error, originOf(credential));
	if (failed !== undefined) {
		const { outcome, code: errorCode } = failed;
		return { outcome, errorCode, describe: () => detailsOfNetworkError(failed) };
	}
	const message = redactKey(error.message, credential.apiKey);
	return { outcome: 'refused', describe: () => ({ message }) };
}
