import type { INodeProperties } from 'n8n-workflow';

import { singlePage } from '../transport/pages';
import type { RequestFlow } from '../transport/request';
import { options } from './collections';
import { pageSize } from './requestOptions';
import { path, type RequestRouting } from './routing';

/** A list that is read by `read` (see `readPages`). */
export const listRouting = (template: string, read: RequestFlow): RequestRouting<'GET'> => ({
	request: { method: 'GET', url: path(template) },
	operations: { pagination: read },
});

/** A list without cursors: what one request can give. */
export const singlePageRouting = (template: string): RequestRouting<'GET'> =>
	listRouting(template, singlePage);

const returnAll: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limit: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
};

/** Return All and Limit, for a list with cursors. */
export const listFields: INodeProperties[] = [
	returnAll,
	{ ...limit, displayOptions: { show: { returnAll: [false] } } },
];

/** The options of a list with cursors. */
export const listOptions: INodeProperties = options(pageSize);
