import { AUDIENCE_COLUMNS } from '../../../../../nodes/AudiencePage/resources/analytics/rows';
import type { OperationCase } from '../../../../cases/operationCase';
import { row } from '../../../../previews/schema';
import { ofPeriod } from './ofPeriod';

export default {
	...ofPeriod,
	calls: ['listAudienceAnalytics'],
	itemLinks: [{ parameters: { period: 'allTime' }, cameFrom: [1, 1, 2] }],
	output: row('AudienceAnalytics', AUDIENCE_COLUMNS),
} satisfies OperationCase;
