import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { chosenOption, knownOptions, type ChoiceField, type Setting } from '../fields/choice';
import { optionsCollection } from '../fields/collections';
import { integerSetting, integerSettingOf } from '../fields/integerField';
import { fieldOptions } from '../fields/outputFields';

type Context = IExecuteSingleFunctions;

/** A record that was not delivered as it is now. */
export interface RecordChange {
	record: IDataObject;
	/**
	 * Of the watched fields, those that have changed since it was delivered or seen; none of a new
	 * record.
	 */
	changedFields: string[];
	/** The marks of the watched fields then (see `markOf`); undefined for a new record. */
	before?: string;
}

export const isNew = ({ before }: RecordChange): boolean => before === undefined;

/**
 * Which records of a list start the workflow, and what it gets. Functions read the form, and throw
 * if it is wrong.
 */
export interface WatchSpec {
	/** What an error calls a record: `log entry`. */
	noun: string;
	idField: string;
	/** The fields whose changes start the workflow again; without them, a record starts it once. */
	watchedFields?: (context: Context) => readonly string[];
	/** Which records the user asks for; undefined for all of them. */
	recordFilter?: (context: Context) => ((record: IDataObject) => boolean) | undefined;
	/** Which of their changes the user asks for. */
	changeFilter?: (context: Context) => (change: RecordChange) => boolean;
	/** What a user without such records can do to see one: `create one with Person > Create`. */
	whereToCreate: string;
	/** What the workflow gets in place of the record. */
	toOutput?: (change: RecordChange) => IDataObject;
}

export const startFrom: Setting<ChoiceField<'everything' | 'now'>> = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	noDataExpression: true,
	default: 'now',
	description:
		'What to do with records that already exist when you first publish the workflow, or change this',
	options: [
		{
			name: 'Everything',
			value: 'everything',
			description: 'Existing records start the workflow too',
		},
		{
			name: 'Now',
			value: 'now',
			description: 'Only records that are added or changed later start it',
		},
	],
};

const FIELDS_TO_WATCH = { displayName: 'Fields to Watch', name: 'fieldsToWatch' };

/** The field, for these events and the fields that each can watch. */
export function fieldsToWatch(byEvent: Record<string, readonly string[]>): INodeProperties {
	const events = Object.entries(byEvent).map(([event, fields]) => ({
		event,
		options: fieldOptions(fields),
	}));
	return {
		...FIELDS_TO_WATCH,
		type: 'multiOptions',
		default: [],
		description:
			'The fields whose changes start the workflow. If empty, changes of all of them do.',
		displayOptions: { show: { event: Object.keys(byEvent) } },
		options: events.flatMap(({ event, options }) =>
			options.map((option) => ({
				...option,
				displayOptions: { show: { '/event': [event] } },
			})),
		),
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
 * For an event with `changes`, by which new records count or not, and perhaps `fieldsToWatch`:
 * gives the names of the fields that have changed.
 */
export const contentChanges = (fields: readonly string[]) => ({
	watchedFields(context: Context) {
		const value = context.getNodeParameter(FIELDS_TO_WATCH.name, []);
		const chosen = knownOptions(context, FIELDS_TO_WATCH, value, fields);
		return fields.filter((field) => chosen.length === 0 || chosen.includes(field));
	},
	changeFilter(context: Context) {
		const takesNew = chosenOption(context, changes) === 'createdAndUpdated';
		return (change: RecordChange) => takesNew || !isNew(change);
	},
	toOutput: ({ record, changedFields }: RecordChange): IDataObject =>
		Object.assign({ changedFields }, record, { changedFields }),
});

const maxPerPoll = integerSetting({
	displayName: 'Max Per Poll',
	name: 'maxPerPoll',
	typeOptions: { minValue: 1 },
	default: 1000,
	description: 'Maximum number of records per execution. The rest follow at the next polls.',
});

const fullReadEvery = integerSetting({
	displayName: 'Full Read Every',
	name: 'fullReadEvery',
	typeOptions: { minValue: 1 },
	default: 12,
	description:
		'Number of polls after which the trigger looks at all records. In between, it looks for new ones only. Where changes start the workflow, it looks at all records within 15 minutes in any case.',
});

export const pollOptions: INodeProperties = optionsCollection(fullReadEvery, maxPerPoll);
export type Watch = ReturnType<typeof watchOf>;

/** @throws NodeOperationError if a value in the form breaks a rule */
export function watchOf(context: Context, spec: WatchSpec) {
	const isMatch = spec.recordFilter?.(context) ?? (() => true);
	const hasChosenChange = spec.changeFilter?.(context) ?? (() => true);
	return {
		spec,
		fromEverything: chosenOption(context, startFrom) === 'everything',
		maxPerPoll: integerSettingOf(context, maxPerPoll),
		fullReadEvery: integerSettingOf(context, fullReadEvery),
		fields: spec.watchedFields?.(context) ?? [],
		isMatch,
		isWanted: (change: RecordChange): boolean => isMatch(change.record) && hasChosenChange(change),
		toOutput: spec.toOutput ?? (({ record }: RecordChange) => record),
	};
}
