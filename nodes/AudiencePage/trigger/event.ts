import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filters as filtersCollection } from '../fields/collections';
import { optionsList } from '../fields/choice';
import { commonRouting } from '../fields/routing';
import { simplify } from '../fields/outputFields';
import { getOrMake } from '../shared/values';
import { pollOptions, startFrom } from './watch';

/**
 * How late new records can be, and the cost: it ends a description, of which n8n's list shows some
 * 120 characters.
 */
export const DELAY_OF_NEW =
	'Noticed at the next poll or the next full read. 1 request per quiet poll';

/** The same for events that report changes (see `MAX_CHANGE_DELAY`). */
export const DELAY_OF_CHANGES =
	'Up to 15 minutes (or the time between polls) late. 1 request per quiet poll';

/** An entry of the list of events, whose routing says which list is watched, and how. */
export interface Event extends INodePropertyOptions {
	/** Whose list is watched, where there are several: a page, or a page and an audience. */
	listOf?: INodeProperties[];
	changes?: INodeProperties[];
	filters?: INodeProperties[];
	isSimplified?: true;
}

/** The fields of an event, group by group, in the order of the form. */
const FORM: Array<(event: Event) => INodeProperties[]> = [
	({ listOf = [] }) => listOf,
	({ changes = [] }) => changes,
	() => [startFrom],
	({ filters = [] }) => (filters.length > 0 ? [filtersCollection(...filters)] : []),
	({ isSimplified }) => (isSimplified ? [simplify] : []),
	() => [pollOptions],
];

const valueOf = ({ value }: Event): string => String(value);

/** What starts the workflow: the first sentence of an event's description. */
const whatStarts = (event: Event) =>
	`${valueOf(event)}: ${(event.description ?? '').replace(/\. .*$/, '')}`;

/** The list of events, then each field once for all events that have it. */
export const describeEvents = (events: Event[], preselected: Event): INodeProperties[] => [
	eventList(events, preselected),
	...FORM.flatMap((group) => {
		const fields = events.flatMap((event) =>
			group(event).map((part) => ({ event: valueOf(event), part })),
		);
		return shared('event', events.map(valueOf), fields) as INodeProperties[];
	}),
];

const eventList = (events: Event[], preselected: Event): INodeProperties =>
	optionsList(
		{
			displayName: 'Trigger On',
			name: 'event',
			// n8n's AI builder sees the values of a list, and not what they stand for.
			builderHint: { propertyHint: `${events.map(whatStarts).join('. ')}.` },
			routing: commonRouting,
			default: preselected.value,
		},
		events.map(({ name, value, description, routing }) => ({ name, value, description, routing })),
	);

/** What each event is called on the canvas, by its value. */
export const eventTitles = (events: Event[]): Record<string, string> =>
	Object.fromEntries(events.map((event): [string, string] => [valueOf(event), event.name]));

/** A field, or what one offers: a choice of a list, or a field of a collection. */
type Part = NonNullable<INodeProperties['options']>[number];

interface PartOfEvent {
	event: string;
	part: Part;
}

/**
 * Parts of one name and text once, for all events that have them; always shown, if all of the list
 * at `path` have them.
 */
function shared(path: string, all: string[], parts: PartOfEvent[]): Part[] {
	const groups = new Map<string, { part: Part; events: string[]; offered: PartOfEvent[] }>();
	for (const { event, part } of parts) {
		const text = JSON.stringify({ ...part, options: undefined, routing: undefined });
		const group = getOrMake(groups, text, () => ({ part, events: [], offered: [] }));
		group.events.push(event);
		const options = ('options' in part && part.options) || [];
		group.offered.push(...options.map((option) => ({ event, part: option })));
	}
	return [...groups.values()].map(({ part, events, offered }) => ({
		...part,
		...(events.length < all.length && { displayOptions: { show: { [path]: events } } }),
		...(offered.length > 0 && { options: shared('/event', events, offered).sort(byLabel) }),
		...choicesHint(events, offered),
	}));
}

/**
 * Of a list whose choices are not the same for all events: n8n's AI builder sees them all together.
 */
function choicesHint(
	events: string[],
	offered: PartOfEvent[],
): Pick<INodeProperties, 'builderHint'> {
	const choices = events.map((event) =>
		offered
			.flatMap(({ event: its, part }) => (its === event && 'value' in part ? [part.value] : []))
			.join(', '),
	);
	if (new Set(choices).size === 1) return {};
	const hint = events.map((event, n) => `${event}: ${choices[n]}`).join('. ');
	return { builderHint: { propertyHint: `${hint}.` } };
}

const labelOf = (part: Part): string => ('displayName' in part ? part.displayName : part.name);
const byLabel = (one: Part, other: Part): number => labelOf(one).localeCompare(labelOf(other));
