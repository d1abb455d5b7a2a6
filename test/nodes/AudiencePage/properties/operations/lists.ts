/** The resources that have nothing but a list. */
import fc from 'fast-check';

import { located, optional, queryFlag, queryText } from '../fields';
import { countsAreWhole, pagedList } from '../lists';
import type { Operation } from '../operation';

const list = { operation: 'getAll', rules: [countsAreWhole] };

export const lists: Operation[] = [
	{
		...list,
		resource: 'asset',
		operationId: 'listTrashedAssets',
		fields: [
			pagedList,
			queryText('filters.assetType', fc.constantFrom('image', 'logo', 'icon', 'video', 'custom-component')),
			queryText('filters.query'),
		],
	},
	{
		...list,
		resource: 'pageLink',
		operationId: 'listPageLinks',
		fields: [
			pagedList,
			optional(located('filters.pageId', 'pageId', 'query')),
			queryText('filters.path'),
			queryText('filters.tenantDomainId'),
		],
	},
	{
		...list,
		resource: 'personLog',
		operationId: 'listPersonLogs',
		fields: [located('personId', 'person_id'), pagedList, queryFlag('filters.includeDeleted')],
	},
];
