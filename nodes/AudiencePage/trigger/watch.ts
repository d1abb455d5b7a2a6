import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { chosenOption, type ChoiceField } from '../fields/choice';
import { optionsCollection } from '../fields/collections';
import { integerField, integerOption } from '../fields/integerField';

type Context = IExecuteSingleFunctions;

/** A record that was not delivered as it is now. */
export interface RecordChange {
	record: IDataObject;
	/** Of the watched fields, those that have changed since it was delivered or seen; none of a new record. */
	changedFields: string[];
	/** The marks of the watched fields then (see `markOf`); undefined for a new record. */
	before?: string;
}

export const isNew = ({ before }: RecordChange): boolean => before === undefined;

/**
 * Which records of a list start the workflow, and what it gets of them. What a user can choose is read from the form by
 * functions, which throw NodeOperationError if an expression gives something that is no choice.
 */
export interface WatchSpec {
	/** What an error calls a record: `log entry`. */
	noun: string;
	/** The fields with which users can narrow the list down, if there are any, as an error names them. */
	narrowedBy?: string;
	/** The field that identifies a record. */
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

const START_FROM: ChoiceField<'everything' | 'now'> = {
	displayName: 'Start From',
	name: 'startFrom',
	type: 'options',
	default: 'now',
	description: 'What to do with records that already exist when you publish the workflow',
	options: [
		{
			name: 'Everything',
			value: 'everything',
			description: 'Existing records start the workflow too, before new ones',
		},
		{
			name: 'Now',
			value: 'now',
			description: 'Existing records do not start the workflow. Records that are added or changed later do.',
		},
	],
};

export const startFrom: INodeProperties = START_FROM;

const maxPerPoll = integerField({
	displayName: 'Max Per Poll',
	name: 'maxPerPoll',
	minValue: 1,
	default: 1000,
	description: 'Maximum number of records per execution. The rest follow at the next poll.',
});

const fullReadEvery = integerField({
	displayName: 'Full Read Every',
	name: 'fullReadEvery',
	minValue: 1,
	default: 12,
	description:
		'Number of polls after which the whole list is read again. Polls in between are quicker, but may miss some changes until then. Events that report changes also read it if the last full read is 15 minutes old.',
});

export const pollOptions: INodeProperties = optionsCollection(fullReadEvery, maxPerPoll);

/** What is watched, as the form says. */
export interface Watch {
	spec: WatchSpec;
	/** Whether records that exist when the trigger starts are delivered. */
	fromEverything: boolean;
	/** How many records one poll delivers, at most. */
	maxPerPoll: number;
	/** The number of polls in which the whole list is read at least once. */
	fullReadEvery: number;
	/** The fields whose changes count. */
	fields: readonly string[];
	/** Whether the user asks for a record; undefined if for all. */
	isMatch?: (record: IDataObject) => boolean;
	isWanted: (change: RecordChange) => boolean;
}

/** @throws NodeOperationError if a value in the form breaks a rule */
export function watchOf(context: Context, spec: WatchSpec): Watch {
	const isMatch = spec.recordFilter?.(context);
	const isWanted = spec.changeFilter?.(context);
	return {
		spec,
		fromEverything: chosenOption(context, START_FROM) === 'everything',
		maxPerPoll: integerOption(context, maxPerPoll),
		fullReadEvery: integerOption(context, fullReadEvery),
		fields: spec.watchedFields?.(context) ?? [],
		isMatch,
		isWanted: (change) => (isMatch?.(change.record) ?? true) && (isWanted?.(change) ?? true),
	};
}
