import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { RequestSettings } from '../transport/apiClient';
import { DEFAULT_PAGE_SIZE } from '../transport/pages';
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

/** The longest delay of a Node.js timer, in milliseconds: a longer one fires at once. */
const MAX_TIMEOUT = 2_147_483_647;

const timeout = integerField(
	'Timeout',
	'timeout',
	1,
	60_000,
	'How long to wait for the answer to one request, in milliseconds',
	MAX_TIMEOUT,
);

export const pageSize = integerField(
	'Page Size',
	'pageSize',
	1,
	DEFAULT_PAGE_SIZE,
	'How many results to ask for at once. All pages are read, whatever their size.',
);

/** How the requests of an item are sent. The run takes `maxConcurrentRequests` from its first item. */
export interface RequestOptions extends RequestSettings {
	/** At least 1. */
	maxConcurrentRequests: number;
}

/** Options of every operation: how its requests are sent. */
export const requestOptionFields: INodeProperties[] = [maxConcurrentRequests, maxRetries, timeout];

/**
 * The options that say how requests are sent.
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
