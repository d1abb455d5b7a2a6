import { wholeList } from '../../fields/list';
import { pathExpression } from '../../fields/routing';
import { requestFor } from '../../transport/pagination';
import type { Operation } from '../operation';
import { withPeriod } from './fields';
import { analyticsRows, AUDIENCE_METRICS, SUMMARY_METRICS } from './rows';

export const getAudienceAnalytics: Operation = {
	...withPeriod(AUDIENCE_METRICS),
	option: {
		name: 'Get Audience Analytics',
		value: 'getAudiences',
		action: 'Get audience analytics',
		description:
			'Get the metrics of each audience of a page for a period, one row per audience, or per audience and day, week or month',
		routing: {
			request: { method: 'GET', url: pathExpression('/v0/pages/{pageId}/analytics/audiences') },
			operations: { pagination: analyticsRows(AUDIENCE_METRICS, true, wholeList('items')) },
		},
	},
};

export const getPageSummary: Operation = {
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
