import type { IDataObject } from 'n8n-workflow';

import type { ChoiceField, Setting } from '../../fields/choice';
import { displayNameOf } from '../../fields/outputFields';
import { names } from '../records';

/** The metrics (service interface, section 2.12), those first that a reader looks for. */
export const SUMMARY_METRICS = names(
	`totalSessions conversionRate formSubmitRate bounceRate avgTimeSpentSeconds avgScrollDepthPercentage
	avgInteractionsPerSession`,
);

export const AUDIENCE_METRICS = [
	...SUMMARY_METRICS,
	...names('conversionCount formSubmitCount ctaSessions bounceCount bounceEligibleSessions'),
];

export const columnNames: Setting<ChoiceField<'fieldNames' | 'readable'>> = {
	displayName: 'Column Names',
	name: 'columnNames',
	type: 'options',
	noDataExpression: true,
	default: 'fieldNames',
	description: 'How the columns of the output are named',
	options: [
		{
			name: 'Field Names',
			value: 'fieldNames',
			description: 'Such as totalSessions, with all IDs: for other nodes and expressions',
		},
		{
			name: 'Readable',
			value: 'readable',
			description:
				'Such as Sessions, with names instead of IDs: for a spreadsheet that people read',
		},
	],
};

/** The columns of a metric; those of sessions are named as in a report. */
const metricColumns = (metric: string): Array<[field: string, column: string]> => {
	const isSessions = metric === 'totalSessions';
	const column = isSessions ? 'Sessions' : displayNameOf(metric);
	return [
		[metric, column],
		[`${metric}Previous`, `${column} Before`],
		[`${metric}Change`, isSessions ? 'Change' : `${column} Change`],
	];
};

const READABLE = new Map([
	['audienceStatus', 'Audience Status'],
	['from', 'From'],
	['to', 'To'],
	...AUDIENCE_METRICS.flatMap(metricColumns),
]);

/**
 * A row for people, with the known columns only. What has no name, or whose name was not read, is
 * there by its ID.
 */
export const readableRow = ({
	pageName,
	pageId,
	audienceName,
	audienceId,
	...row
}: IDataObject): IDataObject => ({
	Page: pageName ?? pageId,
	...(audienceId !== undefined && { Audience: audienceName ?? audienceId }),
	...Object.fromEntries(
		Object.entries(row).flatMap(([field, value]) => {
			const column = READABLE.get(field);
			return column === undefined ? [] : [[column, value] as const];
		}),
	),
});
