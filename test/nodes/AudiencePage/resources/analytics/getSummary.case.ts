import { SUMMARY_COLUMNS } from '../../../../../nodes/AudiencePage/resources/analytics/rows';
import type { OperationCase } from '../../../../cases/operationCase';
import { row } from '../../../../previews/schema';
import { ofPeriod } from './ofPeriod';

export default {
	...ofPeriod,
	calls: ['getPageAnalyticsSummary'],
	output: row('PageSummary', SUMMARY_COLUMNS),
} satisfies OperationCase;
