import { updateDisplayOptions, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { commonRouting } from '../fields/routing';

/** Something that happens in the service: its entry in the Event list, and the fields it shows. */
export interface Event {
	/** Its routing says which list is watched, and how news are told from it. */
	option: INodePropertyOptions;
	fields: INodeProperties[];
}

/**
 * The Event list, then the fields of each event: the one place where their `displayOptions` are put on.
 * The second is the one that is chosen at first.
 */
export function describeEvents(events: Event[], { option }: Event): INodeProperties[] {
	const preselected = option.value;

	return [
		{
			displayName: 'Event',
			name: 'event',
			type: 'options',
			noDataExpression: true,
			description: 'The event that starts the workflow',
			routing: commonRouting,
			options: events.map(({ option }) => option),
			default: preselected,
		},
		...events.flatMap(({ option, fields }) =>
			updateDisplayOptions({ show: { event: [option.value] } }, fields),
		),
	];
}
