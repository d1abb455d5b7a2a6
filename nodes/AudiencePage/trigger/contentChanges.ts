import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { chosenOption, chosenOptions, type ChoiceField } from '../fields/choice';
import { fieldOptions } from '../fields/outputFields';
import { isNew, type WatchSpec } from './watch';

const FIELDS_TO_WATCH = { displayName: 'Fields to Watch', name: 'fieldsToWatch' };

/** Which of these fields of a record to watch; all of them, if none is chosen. */
export const fieldsToWatch = (fields: readonly string[]): INodeProperties => ({
	...FIELDS_TO_WATCH,
	type: 'multiOptions',
	default: [],
	description: 'The fields whose changes start the workflow. If empty, changes of all of them do.',
	options: fieldOptions(fields),
});

const CHANGES: ChoiceField<'createdAndUpdated' | 'updatedOnly'> = {
	displayName: 'Changes',
	name: 'changes',
	type: 'options',
	default: 'createdAndUpdated',
	description: 'What starts the workflow: new records and changes, or only changes of existing records',
	options: [
		{ name: 'Created and Updated', value: 'createdAndUpdated' },
		{ name: 'Updated Only', value: 'updatedOnly' },
	],
};

/** Whether new records start the workflow too. */
export const changes: INodeProperties = CHANGES;

/** In the order of `fields`. */
function watchedFields(context: IExecuteSingleFunctions, fields: readonly string[]): string[] {
	const chosen = chosenOptions(context, FIELDS_TO_WATCH, FIELDS_TO_WATCH.name, fields);
	return fields.filter((field) => chosen.length === 0 || chosen.includes(field));
}

/** For an event with `changes` and `fieldsToWatch` that gives the names of the fields that have changed. */
export const contentChanges = (
	fields: readonly string[],
): Pick<WatchSpec, 'watchedFields' | 'changeFilter' | 'toOutput'> => ({
	watchedFields: (context) => watchedFields(context, fields),
	changeFilter: (context) => {
		const takesNew = chosenOption(context, CHANGES) === 'createdAndUpdated';
		return (change) => takesNew || !isNew(change);
	},
	toOutput: ({ record, changedFields }) => Object.assign({ changedFields }, record, { changedFields }),
});
