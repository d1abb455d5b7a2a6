import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** A field as one of the events has it. */
interface EventField {
	event: string;
	field: INodeProperties;
}

/** What a field offers: a choice of a list, or a field of a collection. */
type Option = NonNullable<INodeProperties['options']>[number];

/**
 * The fields of all events, each name once: n8n's AI builder takes fields of one name for the same, and for shown where
 * the first of them is. A field is shown for the events that have it, and so is what it offers.
 *
 * @param events all events; a field that each of them has is always shown
 */
export function sharedFields(events: string[], eventFields: EventField[]): INodeProperties[] {
	return groupBy(eventFields, ({ field }) => field.name).map((sharing) => {
		const [{ field }] = sharing;
		const having = sharing.map(({ event }) => event);
		return {
			...field,
			...shownFor('event', having, events),
			...(field.options && { options: sharedOptions(having, sharing) }),
			...choicesHint(sharing),
		};
	});
}

/** What fields of one name offer, each once, in alphabetical order. */
function sharedOptions(events: string[], sharing: EventField[]): Option[] {
	const offered = sharing.flatMap(({ event, field }) =>
		(field.options ?? []).map((option) => ({ event, option })),
	);
	return groupBy(offered, ({ option }) => ('value' in option ? String(option.value) : option.name))
		.map((offering) => {
			const [{ option }] = offering;
			const having = offering.map(({ event }) => event);
			return { ...option, ...shownFor('/event', having, events) };
		})
		.sort((one, other) => labelOf(one).localeCompare(labelOf(other)));
}

/** Of a list whose choices are not the same for all events: n8n's AI builder sees them all together. */
function choicesHint(sharing: EventField[]): Pick<INodeProperties, 'builderHint'> {
	const choices = sharing.map(({ event, field: { options = [] } }) => {
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

/** In the order in which the keys first come. */
function groupBy<T>(values: T[], keyOf: (value: T) => string): Array<[T, ...T[]]> {
	const groups = new Map<string, [T, ...T[]]>();
	for (const value of values) {
		const group = groups.get(keyOf(value));
		if (group) group.push(value);
		else groups.set(keyOf(value), [value]);
	}
	return [...groups.values()];
}
