import type { OperationCase } from '../../../../cases/operationCase';
import { byId } from '../../../../support/locators';

/** What the cases of both operations have in common: the page and the period. */
export const ofPeriod = {
	needs: ({ pageId }) => ({
		pageId: byId(pageId),
		period: 'custom',
		startDate: '2026-11-01T00:00:00Z',
		endDate: '2026-11-02T00:00:00Z',
	}),
} satisfies Partial<OperationCase>;

/** What comes out beside the default output. */
export const otherOutputs: OperationCase['otherOutputs'] = [
	{
		when: '*Compare With Previous* on, after each metric',
		names: ['<metric>Previous', '<metric>Change'],
	},
];
