import type { INodeProperties } from 'n8n-workflow';

import { inQuery } from './routing';

/** The search text of a list. Which fields the service searches is not shown. */
export const query: INodeProperties = inQuery({
	displayName: 'Search',
	name: 'query',
	type: 'string',
	default: '',
	description: 'Text to search for. The service decides which fields to search.',
});
