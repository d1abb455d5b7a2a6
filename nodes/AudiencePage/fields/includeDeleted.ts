import type { INodeProperties } from 'n8n-workflow';

import { flagInQuery } from './routing';

/** For the logs of accounts and of people (service interface, sections 4.3 and 4.5). */
export const includeDeleted: INodeProperties = flagInQuery({
	displayName: 'Include Deleted',
	name: 'includeDeleted',
	type: 'boolean',
	default: false,
	description: 'Whether to include deleted log entries',
});
