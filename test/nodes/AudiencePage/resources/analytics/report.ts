import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../../service/sandbox';
import { byId } from '../../../../support/locators';
import { nth } from '../../../../support/records';
import { runNode } from '../../../../support/runNode';
import type { WorkflowOptions } from '../../../../support/workflow';

/** A run of an operation of analytics in Berlin, of the first page unless the parameters name another. */
export const report = async (
	sandbox: Sandbox,
	operation: string,
	parameters: IDataObject,
	options: WorkflowOptions = {},
) => {
	const pageId = byId(nth(sandbox.store.pages.all()).pageId);
	const form = { resource: 'analytics', operation, pageId, ...parameters } as INodeParameters;
	return await runNode(sandbox, form, { timezone: 'Europe/Berlin', ...options });
};

/** The periods that were asked for, in the order of their beginnings. */
export const periodsAsked = ({ requests }: Sandbox): string[] =>
	requests
		.filter(({ path }) => path.includes('/analytics/'))
		.map(({ query }) => `${query.startDate as string}/${query.endDate as string}`)
		.sort();
