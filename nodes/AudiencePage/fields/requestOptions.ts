import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { RequestSettings } from '../transport/apiClient';
import { integerField, integerOption } from './integerField';

const maxConcurrentRequests = integerField(
	'Max Concurrent Requests',
	'maxConcurrentRequests',
	1,
	64,
	'How many requests may be on their way at the same time. The node starts with fewer and finds out what the service takes.',
);

const maxRetries = integerField(
	'Max Retries',
	'maxRetries',
	0,
	5,
	'How often a request is sent again that the service could not take, where that cannot write anything twice',
);

/** Where the timers of Node.js end: one for longer is over at once. */
const LONGEST_TIMEOUT = 2_147_483_647;

const timeout = integerField(
	'Timeout',
	'timeout',
	1,
	60_000,
	'How long to wait for the answer to one request, in milliseconds',
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
