import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { RequestSettings } from '../transport/apiClient';
import { integerField, integerOption } from './integerField';

const maxConcurrentRequests = integerField(
	'Max Concurrent Requests',
	'maxConcurrentRequests',
	1,
	64,
	'Maximum number of requests in flight at the same time. The node starts with fewer and adapts to what the service accepts.',
);

const maxRetries = integerField(
	'Max Retries',
	'maxRetries',
	0,
	5,
	'Maximum number of retries per failed request, not counting rate limits. Writes that a retry could duplicate are never retried.',
);

/** Where the timers of Node.js end: one for longer is over at once. */
const LONGEST_TIMEOUT = 2_147_483_647;

const timeout = integerField(
	'Timeout',
	'timeout',
	1,
	60_000,
	'How long to wait for a response to each request, in milliseconds',
	LONGEST_TIMEOUT,
);

/** How the requests of an item are sent; how many at once is the run's. */
export interface RequestOptions extends RequestSettings {
	/** At least 1. */
	maxConcurrentRequests: number;
}

/** How requests are sent: in the options of every operation. Nobody needs to touch them. */
export const requestOptionFields: INodeProperties[] = [maxConcurrentRequests, maxRetries, timeout];

/**
 * What the options say of how requests are sent.
 *
 * @throws NodeOperationError if one is not a whole number, too small, or too great
 */
export function requestOptionsOf(context: IExecuteSingleFunctions): RequestOptions {
	return {
		maxConcurrentRequests: integerOption(context, maxConcurrentRequests),
		maxRetries: integerOption(context, maxRetries),
		timeout: integerOption(context, timeout),
	};
}
