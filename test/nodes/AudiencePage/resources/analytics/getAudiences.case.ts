import { AUDIENCE_COLUMNS } from '../../../../../nodes/AudiencePage/resources/analytics/rows';
import type { OperationCase } from '../../../../cases/operationCase';
import { row } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';
import { periodWays, span, spanMakesSense } from '../../properties/span';

export default {
	calls: ['listAudienceAnalytics'],
	needs: ({ pageId }) => ({
		pageId: byId(pageId),
		period: 'custom',
		startDate: '2026-11-01T00:00:00Z',
		endDate: '2026-11-02T00:00:00Z',
	}),
	ways: () => periodWays,
	itemLinks: [{ parameters: { period: 'allTime' }, cameFrom: [1, 1, 2] }],
	output: row('AudienceAnalytics', AUDIENCE_COLUMNS),
	specialFields: [span],
	formRules: [spanMakesSense],
} satisfies OperationCase;
