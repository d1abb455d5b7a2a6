import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filters as filtersCollection } from '../fields/collections';
import { optionsList } from '../fields/describeOptions';
import { commonRouting } from '../fields/routing';
import { simplify } from '../fields/simplify';
import { pollOptions, startFrom } from './fields';
import { sharedFields } from './sharedFields';

/** Something that happens in the service. Besides its own fields, each event has *Start From* and *Options*. */
export interface Event {
	/** Its entry in the Event list. The routing says which list is watched, and how. */
	option: INodePropertyOptions;
	/** Whose list is watched, where there are several. */
	listOf?: INodeProperties;
	/** Which changes start the workflow. */
	changes?: INodeProperties[];
	/** What narrows the list down. */
	filters?: INodeProperties[];
	/** Whether *Simplify* applies. */
	isSimplified?: true;
}

/** The fields of an event, group by group, in the order of the form. */
const FORM: Array<(event: Event) => INodeProperties[]> = [
	({ listOf }) => (listOf ? [listOf] : []),
	({ changes = [] }) => changes,
	() => [startFrom],
	({ filters = [] }) => (filters.length > 0 ? [filtersCollection(...filters)] : []),
	({ isSimplified }) => (isSimplified ? [simplify] : []),
	() => [pollOptions],
];

/** What starts the workflow: the first sentence of an event's description. */
const whatStarts = ({ option: { value, description = '' } }: Event): string =>
	`${String(value)}: ${description.replace(/\. .*$/, '')}`;

/** The Event list, then each field once for all events that have it. */
export const describeEvents = (events: Event[], preselected: Event): INodeProperties[] => [
	eventList(events, preselected),
	...FORM.flatMap((group) =>
		sharedFields(
			events.map(({ option }) => String(option.value)),
			events.flatMap((event) => group(event).map((field) => ({ event: String(event.option.value), field }))),
		),
	),
];

const eventList = (events: Event[], preselected: Event): INodeProperties =>
	optionsList(
		{
			displayName: 'Event',
			name: 'event',
			description: 'The event that starts the workflow',
			// n8n's AI builder sees the values of a list, and not what they stand for.
			builderHint: { propertyHint: `${events.map(whatStarts).join('. ')}.` },
			routing: commonRouting,
			default: preselected.option.value,
		},
		events.map(({ option }) => option),
	);

/** What each event is called on the canvas, by its value. */
export const eventTitles = (events: Event[]): Record<string, string> =>
	Object.fromEntries(events.map(({ option }): [string, string] => [String(option.value), option.name]));
