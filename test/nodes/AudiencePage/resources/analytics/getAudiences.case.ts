import { AUDIENCE_METRICS } from '../../../../../nodes/AudiencePage/resources/analytics/columns';
import type { OperationCase } from '../../../../cases/operationCase';
import { row } from '../../../../previews/schema';
import { ofPeriod, otherOutputs } from './ofPeriod';

export default {
	...ofPeriod,
	calls: ['listAudienceAnalytics', 'searchPages', 'listAudiences'],
	itemLinks: [
		{ parameters: { period: 'allTime' }, cameFrom: [1, 1, 2] },
		{
			parameters: { splitBy: 'day', endDate: '2026-11-02T12:00:00Z' },
			cameFrom: [1, 1, 1, 1, 2, 2],
		},
	],
	output: row(
		'AudienceAnalytics',
		AUDIENCE_METRICS,
		['pageName', 'audienceName', 'audienceStatus'],
		['audienceId'],
	),
	otherOutputs,
} satisfies OperationCase;
