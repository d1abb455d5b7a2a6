import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filters as filtersCollection } from '../fields/collections';
import { optionsList } from '../fields/describeOptions';
import { commonRouting } from '../fields/routing';
import { simplify } from '../fields/outputFields';
import { pollOptions, startFrom } from './watch';

/**
 * How late an event that reports new records can be, and what it costs: the last sentences of its description, without
 * the full stop. n8n's list of events shows some 120 characters of a description.
 */
export const DELAY_OF_NEW = 'Noticed at the next full read at the latest. 1 request per poll';

/** The same for events that report changes (see `MAX_CHANGE_DELAY`). */
export const DELAY_OF_CHANGES = 'Up to 15 minutes late. 1 request per poll';

/** Something that happens in the service. Besides its own fields, each event has *Start From* and *Options*. */
export interface Event {
	/** Its entry in the Event list. The routing says which list is watched, and how. */
	option: INodePropertyOptions;
	/** Whose list is watched, where there are several: a page, or a page and an audience. */
	listOf?: INodeProperties[];
	/** Which changes start the workflow. */
	changes?: INodeProperties[];
	/** What narrows the list down. */
	filters?: INodeProperties[];
	/** Whether *Simplify* applies. */
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

const valueOf = ({ option }: Event): string => String(option.value);

/** What starts the workflow: the first sentence of an event's description. */
const whatStarts = (event: Event): string =>
	`${valueOf(event)}: ${(event.option.description ?? '').replace(/\. .*$/, '')}`;

/** The Event list, then each field once for all events that have it. */
export const describeEvents = (events: Event[], preselected: Event): INodeProperties[] => [
	eventList(events, preselected),
	...FORM.flatMap((group) =>
		sharedFields(
			events.map(valueOf),
			events.flatMap((event) => group(event).map((part) => ({ event: valueOf(event), part }))),
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
	Object.fromEntries(events.map((event): [string, string] => [valueOf(event), event.option.name]));

/** What a field offers: a choice of a list, or a field of a collection. */
type Option = NonNullable<INodeProperties['options']>[number];

/** A field, or what it offers, as one of the events has it. */
interface OfEvent<Part> {
	event: string;
	part: Part;
}

/** At least one, with the same texts. */
type Alike<Part> = [OfEvent<Part>, ...Array<OfEvent<Part>>];

/**
 * The fields of all events, each once for all events that have it with the same texts: n8n's AI builder takes fields of
 * one name for the same. So is what a field offers.
 *
 * @param events all events; a field that each of them has is always shown
 */
function sharedFields(events: string[], fields: Array<OfEvent<INodeProperties>>): INodeProperties[] {
	return groupAlike(fields).map((sharing) => {
		const [{ part: field }] = sharing;
		const having = sharing.map(({ event }) => event);
		return {
			...field,
			...shownFor('event', having, events),
			...(field.options && { options: sharedOptions(having, sharing) }),
			...choicesHint(sharing),
		};
	});
}

/** What alike fields offer, each once, in alphabetical order. */
function sharedOptions(events: string[], sharing: Array<OfEvent<INodeProperties>>): Option[] {
	const offered = sharing.flatMap(({ event, part }) =>
		(part.options ?? []).map((option) => ({ event, part: option })),
	);
	return groupAlike<Option>(offered)
		.map((offering) => {
			const having = offering.map(({ event }) => event);
			return { ...offering[0].part, ...shownFor('/event', having, events) };
		})
		.sort((one, other) => labelOf(one).localeCompare(labelOf(other)));
}

/** Of a list whose choices are not the same for all events: n8n's AI builder sees them all together. */
function choicesHint(sharing: Array<OfEvent<INodeProperties>>): Pick<INodeProperties, 'builderHint'> {
	const choices = sharing.map(({ event, part: { options = [] } }) => {
		const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
		return { event, values: values.join(', ') };
	});
	const isSame = choices.every(({ values }) => values === choices[0]?.values);
	const hint = choices.map(({ event, values }) => `${event}: ${values}`).join('. ');
	return isSame ? {} : { builderHint: { propertyHint: `${hint}.` } };
}

const labelOf = (option: Option): string => ('displayName' in option ? option.displayName : option.name);

const shownFor = (path: string, having: string[], all: string[]): { displayOptions?: IDisplayOptions } =>
	having.length === all.length ? {} : { displayOptions: { show: { [path]: having } } };

/** Those with the same texts together, whatever they offer, in the order in which they first come. */
function groupAlike<Part extends object>(parts: Array<OfEvent<Part>>): Array<Alike<Part>> {
	const groups = new Map<string, Alike<Part>>();
	for (const one of parts) {
		const texts = JSON.stringify({ ...one.part, options: undefined });
		const group = groups.get(texts);
		if (group) group.push(one);
		else groups.set(texts, [one]);
	}
	return [...groups.values()];
}
