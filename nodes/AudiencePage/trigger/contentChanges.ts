import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { chosenOption, chosenOptions, type ChoiceField } from '../fields/choice';
import { fieldOptions } from '../fields/outputFields';
import { isNew, type IsWanted, type WatchSpec } from './changeDetector';
import { checkedBy } from './fields';

type Context = IExecuteSingleFunctions;

const FIELDS_TO_WATCH = { displayName: 'Fields to Watch', name: 'fieldsToWatch' };

/**
 * The fields that the user watches; all of them, if none is chosen. In the order of `fields`.
 *
 * @throws NodeOperationError if an expression gives another one
 */
export function watchedFields(context: Context, fields: readonly string[]): string[] {
	const chosen = chosenOptions(context, FIELDS_TO_WATCH, FIELDS_TO_WATCH.name, fields);
	return fields.filter((field) => chosen.length === 0 || chosen.includes(field));
}

/** Which fields of a record to watch. The event checks what is chosen (see `checkedFields`). */
export const fieldsToWatch = (fields: readonly string[]): INodeProperties => ({
	...FIELDS_TO_WATCH,
	type: 'multiOptions',
	default: [],
	description: 'The fields whose changes start the workflow. If empty, changes of all of them do.',
	options: fieldOptions(fields),
});

/** For the routing of an event: each has fields of its own to watch. */
export const checkedFields = (fields: readonly string[]) =>
	checkedBy((context) => watchedFields(context, fields));

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
export const changes: INodeProperties = {
	...CHANGES,
	routing: checkedBy((context) => chosenOption(context, CHANGES)),
};

/** New records, unless the user wants changes only; changes always. */
export const wantedByChanges = (context: Context): IsWanted => {
	const takesNew = chosenOption(context, CHANGES) === 'createdAndUpdated';
	return (change) => takesNew || !isNew(change);
};

/** Stands for a field that a record does not have; it differs from one that is null. */
const MISSING = ['missing'];

/** These fields are a record's content, and the workflow gets the names of those that have changed. */
export const contentOfFields = (
	fields: readonly string[],
): Pick<WatchSpec, 'fields' | 'contentOf' | 'toOutput'> => ({
	fields,
	contentOf: (record) => fields.map((name) => record[name] ?? (name in record ? null : MISSING)),
	toOutput: ({ record, changedFields = null }) => Object.assign({ changedFields }, record, { changedFields }),
});
