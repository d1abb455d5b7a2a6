/** Runs the analytics of a page. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../service/sandbox';
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';

export const TIME_ZONE = 'Europe/Berlin';

/** The page with the most to count. */
export const aPageOf = ({ store }: Sandbox): string => nth(store.pages.all()).pageId;

export const OPERATIONS = ['getSummary', 'getAudiences'];

/** A run of an operation, of the first page unless the parameters name another. */
export const report = async (
	sandbox: Sandbox,
	operation: string,
	parameters: IDataObject,
	options: WorkflowOptions = {},
) => {
	const pageId = byId(aPageOf(sandbox));
	const form = { resource: 'analytics', operation, pageId, ...parameters } as INodeParameters;
	return await runNode(sandbox, form, { timezone: TIME_ZONE, ...options });
};

/** The periods that were asked for, in the order of their beginnings. */
export const periodsAsked = ({ requests }: Sandbox): string[] =>
	requests
		.filter(({ path }) => path.includes('/analytics/'))
		.map(({ query }) => `${query.startDate as string}/${query.endDate as string}`)
		.sort();

/** How often each path but those of analytics was asked for. */
export function otherReads({ requests }: Sandbox): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { path } of requests) if (!path.includes('/analytics/')) counts[path] = (counts[path] ?? 0) + 1;
	return counts;
}
