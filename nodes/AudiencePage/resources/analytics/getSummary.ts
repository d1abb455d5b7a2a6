import { pageId } from '../../fields/ids';
import { periodFields } from '../../fields/period';
import { pathExpression } from '../../fields/routing';
import type { Operation } from '../operation';
import { analyticsRows, SUMMARY_COLUMNS } from './rows';

export const getSummary: Operation = {
	option: {
		name: 'Get Page Summary',
		value: 'getSummary',
		action: 'Get page summary',
		description: 'Get the metrics of a page for a period, as one row',
		routing: {
			request: { method: 'GET', url: pathExpression('/v0/pages/{pageId}/analytics/summary') },
			operations: { pagination: analyticsRows(SUMMARY_COLUMNS) },
		},
	},
	fields: [pageId, ...periodFields],
};
