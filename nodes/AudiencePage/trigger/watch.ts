import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenOption, type ChoiceField, type Setting } from '../fields/choice';
import { optionsCollection } from '../fields/collections';
import type { FieldContext } from '../fields/fieldError';
import { integerSetting, integerSettingOf } from '../fields/integerField';

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
	watchedFields?: (context: FieldContext) => readonly string[];
	/** Which records the user asks for; undefined for all of them. */
	recordFilter?: (context: FieldContext) => ((record: IDataObject) => boolean) | undefined;
	/** Which of their changes the user asks for. */
	changeFilter?: (context: FieldContext) => (change: RecordChange) => boolean;
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

/** What an event watches, as its form says. */
export type Watch = ReturnType<typeof watchOf>;

/** @throws NodeOperationError if a value in the form breaks a rule */
export function watchOf(context: FieldContext, spec: WatchSpec) {
	const isMatch = spec.recordFilter?.(context) ?? (() => true);
	const isChosenChange = spec.changeFilter?.(context) ?? (() => true);
	return {
		spec,
		fromEverything: chosenOption(context, startFrom) === 'everything',
		maxPerPoll: integerSettingOf(context, maxPerPoll),
		fullReadEvery: integerSettingOf(context, fullReadEvery),
		fields: spec.watchedFields?.(context) ?? [],
		isMatch,
		isWanted: (change: RecordChange): boolean => isMatch(change.record) && isChosenChange(change),
		toOutput: spec.toOutput ?? (({ record }: RecordChange) => record),
	};
}
