import type { INodeProperties } from 'n8n-workflow';

import { describeOptions, type OptionWithFields } from '../fields/describeOptions';
import { commonRouting } from '../fields/routing';

/** Something that happens in the service. Its routing says which list is watched, and how. */
export type Event = OptionWithFields;

/** The Event list, then the fields of each event. */
export const describeEvents = (events: Event[], preselected: Event): INodeProperties[] =>
	describeOptions(
		{
			displayName: 'Event',
			name: 'event',
			description: 'The event that starts the workflow',
			routing: commonRouting,
			default: preselected.option.value,
		},
		events,
	);

/** What each event is called on the canvas, by its value. */
export const eventTitles = (events: Event[]): Record<string, string> =>
	Object.fromEntries(events.map(({ option }): [string, string] => [String(option.value), option.name]));
