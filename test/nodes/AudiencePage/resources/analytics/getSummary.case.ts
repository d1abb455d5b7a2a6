import { SUMMARY_METRICS } from '../../../../../nodes/AudiencePage/resources/analytics/columns';
import type { OperationCase } from '../../../../cases/operationCase';
import { row } from '../../../../previews/schema';
import { ofPeriod, otherOutputs } from './ofPeriod';

export default {
	...ofPeriod,
	calls: ['getPageAnalyticsSummary', 'searchPages'],
	itemLinks: [
		{},
		{
			parameters: { splitBy: 'day', endDate: '2026-11-02T12:00:00Z' },
			cameFrom: [0, 0, 1, 1, 2, 2],
		},
	],
	output: row('PageSummary', SUMMARY_METRICS, ['pageName'], []),
	otherOutputs,
} satisfies OperationCase;
