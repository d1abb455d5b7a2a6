import { pageId } from '../../fields/ids';
import { wholeList } from '../../fields/list';
import { periodFields } from '../../fields/period';
import { pathExpression } from '../../fields/routing';
import type { Operation } from '../operation';
import { analyticsRows, AUDIENCE_COLUMNS } from './rows';

export const getAudiences: Operation = {
	option: {
		name: 'Get Audience Analytics',
		value: 'getAudiences',
		action: 'Get audience analytics',
		description: 'Get the metrics of each audience of a page for a period, one row per audience',
		routing: {
			request: { method: 'GET', url: pathExpression('/v0/pages/{pageId}/analytics/audiences') },
			operations: { pagination: analyticsRows(AUDIENCE_COLUMNS, wholeList('items')) },
		},
	},
	fields: [pageId, ...periodFields],
};
