import { options } from '../../fields/collections';
import { pageId } from '../../fields/locators';
import { periodFields } from '../../fields/period';
import { path } from '../../fields/routing';
import type { Operation } from '../describe';
import { analyticsRows, SUMMARY_COLUMNS } from './rows';

export const getSummary: Operation = {
	option: {
		name: 'Get Page Summary',
		value: 'getSummary',
		action: 'Get page summary',
		description: 'Get the metrics of a page for a period, as one row',
		routing: {
			request: { method: 'GET', url: path('/v0/pages/{pageId}/analytics/summary') },
			operations: { pagination: analyticsRows(SUMMARY_COLUMNS) },
		},
	},
	fields: [pageId, ...periodFields, options()],
};
