import type { IDataObject } from 'n8n-workflow';

import type { ChoiceField, Setting } from '../../fields/choice';
import { displayNameOf } from '../../fields/outputFields';
import { names } from '../records';

/** The metrics of a page (service interface, section 2.12), those first that a reader looks for. */
export const SUMMARY_METRICS = names(
	`totalSessions conversionRate formSubmitRate bounceRate avgTimeSpentSeconds avgScrollDepthPercentage
	avgInteractionsPerSession`,
);

/** The metrics of an audience (section 2.12). */
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
function metricColumns(metric: string): Array<[field: string, column: string]> {
	const isSessions = metric === 'totalSessions';
	const column = isSessions ? 'Sessions' : displayNameOf(metric);
	return [
		[metric, column],
		[`${metric}Previous`, `${column} Before`],
		[`${metric}Change`, isSessions ? 'Change' : `${column} Change`],
	];
}

const READABLE_COLUMNS = new Map([
	['audienceStatus', 'Audience Status'],
	['from', 'From'],
	['to', 'To'],
	...AUDIENCE_METRICS.flatMap(metricColumns),
]);

/**
 * A row for people, without fields that only the service knows. What has no name, or whose name was
 * not read, is there by its ID.
 */
export function readableRow(row: IDataObject): IDataObject {
	const readable: IDataObject = { Page: row.pageName ?? row.pageId };
	if ('audienceId' in row) readable.Audience = row.audienceName ?? row.audienceId;
	for (const [field, value] of Object.entries(row)) {
		const column = READABLE_COLUMNS.get(field);
		if (column !== undefined) readable[column] = value;
	}
	return readable;
}
