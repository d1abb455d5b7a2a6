import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { exchange } from '../../transport/request';

/** The figures, in the interface's order (service interface, section 2.12). */
export const SUMMARY_COLUMNS = [
	'avgInteractionsPerSession',
	'avgScrollDepthPercentage',
	'avgTimeSpentSeconds',
	'bounceRate',
	'conversionRate',
	'formSubmitRate',
	'totalSessions',
];

export const AUDIENCE_COLUMNS = [
	'audienceId',
	...SUMMARY_COLUMNS,
	'bounceCount',
	'bounceEligibleSessions',
	'conversionCount',
	'ctaSessions',
	'formSubmitCount',
];

/**
 * Sends a request for analytics and makes rows of the answer that can be appended to a sheet as
 * they are: pageId, startDate and endDate as they were sent (null for all time), then the columns,
 * each in every row, then whatever else the service gave.
 */
export const inRows = (columns: string[]) =>
	async function (
		this: IExecutePaginationFunctions,
		requestData: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const pageId = this.getNodeParameter('pageId', '', { extractValue: true }) as string;
		const { startDate = null, endDate = null } = requestData.options.qs ?? {};
		const { items } = await exchange(this, requestData);

		return items.map(({ json, ...links }) => {
			const figures: IDataObject = Object.fromEntries(
				columns.map((column) => [column, json[column] ?? null]),
			);
			return { ...links, json: { pageId, startDate, endDate, ...figures, ...json } };
		});
	};
