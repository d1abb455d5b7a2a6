import { SUMMARY_COLUMNS } from '../../../../../nodes/AudiencePage/resources/analytics/rows';
import type { OperationCase } from '../../../../cases/operationCase';
import { row } from '../../../../previews/schema';
import { byId } from '../../../../support/locators';
import { periodWays, span, spanMakesSense } from '../../properties/span';

export default {
	calls: ['getPageAnalyticsSummary'],
	needs: ({ pageId }) => ({
		pageId: byId(pageId),
		period: 'custom',
		startDate: '2026-11-01T00:00:00Z',
		endDate: '2026-11-02T00:00:00Z',
	}),
	ways: () => periodWays,
	output: row('PageSummary', SUMMARY_COLUMNS),
	specialFields: [span],
	formRules: [spanMakesSense],
} satisfies OperationCase;
