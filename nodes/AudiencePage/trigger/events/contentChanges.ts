import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenOption, knownOptions, type ChoiceField, type Setting } from '../../fields/choice';
import type { FieldContext } from '../../fields/fieldError';
import { fieldOptions } from '../../fields/outputFields';
import { isNew, type RecordChange, type WatchSpec } from '../watch';

const FIELDS_TO_WATCH = { displayName: 'Fields to Watch', name: 'fieldsToWatch' };

/** The field, for these events and the fields that each can watch. */
export function fieldsToWatch(byEvent: Record<string, readonly string[]>): INodeProperties {
	const options = Object.entries(byEvent).flatMap(([event, fields]) => {
		const displayOptions = { show: { '/event': [event] } };
		return fieldOptions(fields).map((option) => ({ ...option, displayOptions }));
	});
	return {
		...FIELDS_TO_WATCH,
		type: 'multiOptions',
		default: [],
		description:
			'The fields whose changes start the workflow. If empty, changes of all of them do.',
		displayOptions: { show: { event: Object.keys(byEvent) } },
		options,
	};
}

export const changes: Setting<ChoiceField<'createdAndUpdated' | 'updatedOnly'>> = {
	displayName: 'Changes',
	name: 'changes',
	type: 'options',
	noDataExpression: true,
	default: 'updatedOnly',
	description:
		'What starts the workflow: only changes of records that are known, or new records too. In a test event, changedFields has all watched fields, as a sample.',
	options: [
		{ name: 'Created and Updated', value: 'createdAndUpdated' },
		{ name: 'Updated Only', value: 'updatedOnly' },
	],
};

/**
 * For an event with `changes`, by which new records count or not, and `fieldsToWatch`, which
 * chooses of these: gives the names of the fields that have changed.
 */
export const contentChanges = (fields: readonly string[]) =>
	({
		watchedFields(context: FieldContext) {
			const value = context.getNodeParameter(FIELDS_TO_WATCH.name, []);
			const chosen = knownOptions(context, FIELDS_TO_WATCH, value, fields);
			return chosen.length === 0 ? fields : fields.filter((field) => chosen.includes(field));
		},
		changeFilter(context: FieldContext) {
			const takesNew = chosenOption(context, changes) === 'createdAndUpdated';
			return (change: RecordChange) => takesNew || !isNew(change);
		},
		toOutput: ({ record, changedFields }: RecordChange): IDataObject =>
			Object.assign({ changedFields }, record, { changedFields }),
	}) satisfies Partial<WatchSpec>;
