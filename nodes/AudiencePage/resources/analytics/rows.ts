import type { IDataObject } from 'n8n-workflow';

import { singleRequest, type RequestFlow } from '../../transport/request';

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
 * The records that `flow` gives as rows for a spreadsheet: pageId, startDate and endDate as they were sent
 * (null for all time), the columns, each in every row, and then any other fields of the response.
 */
export const analyticsRows = (columns: string[], flow = singleRequest): RequestFlow =>
	async function (requestData) {
		const chosen = this.getNodeParameter('pageId', '', { extractValue: true });
		const pageId = String(chosen as string).trim();
		const { startDate = null, endDate = null } = requestData.options.qs ?? {};
		const records = await flow.call(this, requestData);

		return records.map(({ json }) => {
			const figures: IDataObject = Object.fromEntries(
				columns.map((column) => [column, json[column] ?? null]),
			);
			const asSent = { pageId, startDate, endDate };
			return { json: { ...asSent, ...figures, ...json, ...asSent } };
		});
	};
