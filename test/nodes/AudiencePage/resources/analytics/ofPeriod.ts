import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';
import { periodWays, span, spanMakesSense } from '../../properties/span';

/** What the cases of both operations have in common: the page and the period. */
export const ofPeriod = {
	needs: ({ pageId }) => ({
		pageId: byId(pageId),
		period: 'custom',
		startDate: '2026-11-01T00:00:00Z',
		endDate: '2026-11-02T00:00:00Z',
	}),
	ways: () => periodWays,
	specialFields: [span],
	formRules: [spanMakesSense],
} satisfies Partial<OperationCase>;
