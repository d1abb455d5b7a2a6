import type { INodeProperties } from 'n8n-workflow';

import { flagInQuery, inQuery } from './routing';

/** The search text of a list. Which fields the service searches is not documented. */
export const query: INodeProperties = inQuery({
	displayName: 'Search',
	name: 'query',
	type: 'string',
	default: '',
	description: 'Text to search for. The service decides which fields to search.',
});

/** For the logs of accounts and of people (service interface, sections 4.3 and 4.5). */
export const includeDeleted: INodeProperties = flagInQuery({
	displayName: 'Include Deleted',
	name: 'includeDeleted',
	type: 'boolean',
	default: false,
	description: 'Whether to include deleted log entries',
});
