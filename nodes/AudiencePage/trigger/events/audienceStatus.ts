import type { INodeProperties } from 'n8n-workflow';

import { knownOptions } from '../../fields/choice';
import type { FieldContext } from '../../fields/fieldError';
import { fieldOptions } from '../../fields/outputFields';
import { markOf } from '../seenRecords';
import type { RecordChange, WatchSpec } from '../watch';

/** All states of an audience (service interface, section 3). */
const STATUSES = ['archived', 'cancelled', 'draft', 'pending', 'processing', 'published', 'queued'];

const statusField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'multiOptions',
	default: [],
	description,
	options: fieldOptions(STATUSES),
});

export const newStatus = statusField(
	'New Status',
	'newStatus',
	'The statuses that start the workflow when an audience gets one of them. If empty, all of them do.',
);

export const oldStatus = statusField(
	'Old Status',
	'oldStatus',
	'An audience must have had one of these statuses when it was last read. If empty, the status before does not matter. After a restart of n8n, its status at the last delivery counts.',
);

const chosenStatuses = (context: FieldContext, field: INodeProperties): unknown[] =>
	knownOptions(context, field, context.getNodeParameter(field.name, []), STATUSES);

/** When the audience was last read; null if that is not known, or the audience is new. */
const previousStatus = ({ before }: RecordChange): string | null =>
	STATUSES.find((status) => markOf(status) === before) ?? null;

/** Each change of the status, with the one before (`from`) and the one now (`to`). */
export const statusChanges = {
	watchedFields: () => ['status'],
	toOutput: (change) => ({
		from: previousStatus(change),
		to: change.record.status ?? null,
		...change.record,
	}),
} satisfies Partial<WatchSpec>;

/** The changes from and to the statuses that the user has chosen. */
export const chosenStatusChanges = {
	...statusChanges,
	recordFilter(context) {
		const chosen = chosenStatuses(context, newStatus);
		return chosen.length === 0 ? undefined : ({ status }) => chosen.includes(status);
	},
	changeFilter(context) {
		const chosen = chosenStatuses(context, oldStatus);
		return (change) => chosen.length === 0 || chosen.includes(previousStatus(change));
	},
} satisfies Partial<WatchSpec>;
