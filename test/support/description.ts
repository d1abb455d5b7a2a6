import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
// With `.ts`, because a command outside of Jest would take the `.node.json` beside it.
import { AudiencePage } from '../../nodes/AudiencePage/AudiencePage.node.ts';
import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node.ts';
import { endpointOf } from './endpoints';

/** An operation as the form shows it. */
export interface DescribedOperation {
	/** Such as `person.upsert`. */
	name: string;
	resource: string;
	operation: string;
	option: INodePropertyOptions;
	/** The fields that the form shows for it, other fields permitting. A notice is none. */
	fields: INodeProperties[];
}

const { properties } = new AudiencePage().description;

/**
 * An operation's name within the node: that of its resource and its own, such as `person.upsert`.
 */
export const nameOf = ({ resource, operation }: { resource: string; operation: string }): string =>
	`${resource}.${operation}`;

/** The entries of a parameter of type `options`. */
export const optionsOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** The names of what a list of choices, or a collection, offers. */
export const offeredBy = ({ options = [] }: INodeProperties): string[] =>
	options.map((option) => ('displayName' in option ? option.displayName : option.name));

const shows = ({ displayOptions }: INodeProperties, name: string, value: unknown) =>
	(displayOptions?.show?.[name] as unknown[] | undefined)?.includes(value) ?? false;

const find = (
	isIt: (property: INodeProperties) => boolean,
	among = properties,
): INodeProperties => {
	const property = among.find(isIt);
	if (property === undefined) throw new Error('The description has no such parameter');
	return property;
};

/** The Resource parameter. */
export const resourceProperty = find(({ name }) => name === 'resource', properties);

/** The Operation parameter of a resource. */
export const operationProperty = (resource: string) =>
	find(
		(property) => property.name === 'operation' && shows(property, 'resource', resource),
		properties,
	);

/** Every operation of the node. */
export const operations: DescribedOperation[] = optionsOf(resourceProperty).flatMap(({ value }) => {
	const resource = String(value);
	return optionsOf(operationProperty(resource)).map((option) => {
		const operation = String(option.value);
		const fields = properties.filter(
			(property) =>
				property.type !== 'notice' &&
				shows(property, 'resource', resource) &&
				shows(property, 'operation', operation),
		);
		return { name: nameOf({ resource, operation }), resource, operation, option, fields };
	});
});

/** An event of the trigger as the form shows it. */
export interface DescribedEvent {
	event: string;
	option: INodePropertyOptions;
	/** The fields that the form shows for it, in their order. */
	fields: INodeProperties[];
}

const ofTrigger = new AudiencePageTrigger().description.properties;

/** The Event parameter. */
export const eventProperty = find(({ name }) => name === 'event', ofTrigger);

type Option = NonNullable<INodeProperties['options']>[number];

/** Whether the form of an event has a field, or what a field offers: events share fields. */
const isOf =
	(event: string) =>
	(property: INodeProperties | Option): boolean => {
		const { show = {} } = ('displayOptions' in property && property.displayOptions) || {};
		const having = show.event ?? show['/event'];
		return having === undefined || (having as unknown[]).includes(event);
	};

/** As the form of an event has a field. */
const ofEvent = (event: string, field: INodeProperties): INodeProperties =>
	field.options ? { ...field, options: field.options.filter(isOf(event)) } : field;

/** Every event of the trigger. */
export const events: DescribedEvent[] = optionsOf(eventProperty).map((option) => {
	const event = String(option.value);
	const fields = ofTrigger.filter((field) => field !== eventProperty && isOf(event)(field));
	return { event, option, fields: fields.map((field) => ofEvent(event, field)) };
});

/** The operation that reads the list of an event to its end; throws if there is none. */
export function listOperationOf(event: INodePropertyOptions): DescribedOperation {
	const isList = ({ operation, fields }: DescribedOperation) =>
		operation === 'getAll' || fields.some(({ name }) => name === 'returnAll');
	const list = operations.find(
		(operation) => isList(operation) && endpointOf(operation.option) === endpointOf(event),
	);
	if (list === undefined) throw new Error(`No operation reads the list of ${event.name}`);
	return list;
}

/** A field and all that is nested in it, each with its path, e.g. `filters.query`. */
export function nested(
	field: INodeProperties,
	path = field.name,
): Array<[string, INodeProperties]> {
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option) {
			const { name, values } = option;
			return values.flatMap((value) => nested(value, `${path}.${name}.${value.name}`));
		}
		return 'type' in option ? nested(option, `${path}.${option.name}`) : [];
	});
	return [[path, field], ...inner];
}
