import { pathExpression } from '../../fields/routing';
import { requestFor } from '../../transport/pagination';
import type { Operation } from '../operation';
import { withPeriod } from './fields';
import { analyticsRows, SUMMARY_METRICS } from './rows';

export const getSummary: Operation = {
	...withPeriod(SUMMARY_METRICS),
	option: {
		name: 'Get Page Summary',
		value: 'getSummary',
		action: 'Get page summary',
		description: 'Get the metrics of a page for a period, as one row, or as one row per day, week or month',
		routing: {
			request: { method: 'GET', url: pathExpression('/v0/pages/{pageId}/analytics/summary') },
			operations: { pagination: analyticsRows(SUMMARY_METRICS, false, requestFor('totalSessions')) },
		},
	},
};
