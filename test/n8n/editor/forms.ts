/** What the forms show at first, by n8n's own rules for the description. */
import { NodeHelpers, type INodeParameters, type INodeProperties, type INodeType } from 'n8n-workflow';
import { AudiencePage } from '../../../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../../../nodes/AudiencePage/AudiencePageTrigger.node';
import { events, operations, optionsOf, resourceProperty } from '../../support/description';
import type { Field } from './NodeView';

export interface Form {
	/** What is chosen for it to be shown, such as `Create or Update`. */
	label: string;
	/** At its top level, in their order, below what is chosen. */
	fields: Field[];
	/** By the name of the collection: the labels of what it can be given. */
	collections: Record<string, string[]>;
}

export interface Resource {
	label: string;
	operations: Form[];
}

function formOf(
	label: string,
	{ description }: INodeType,
	chosen: INodeParameters,
	described: INodeProperties[],
): Form {
	const { properties } = description;
	const shown = NodeHelpers.getNodeParameters(
		properties,
		chosen,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);
	const fields = Object.keys(shown ?? {}).flatMap(
		(name) => described.find((field) => field.name === name) ?? [],
	);
	const collections = fields.filter(({ type }) => type === 'collection');
	return {
		label,
		fields: fields.map(({ name, displayName }) => [name, displayName]),
		collections: Object.fromEntries(
			collections.map(({ name, options = [] }) => [
				name,
				options.map((option) => ('displayName' in option ? option.displayName : option.name)),
			]),
		),
	};
}

const node = new AudiencePage();

/** Every resource, in the order of the list. */
export const resources: Resource[] = optionsOf(resourceProperty).map(({ name: label, value }) => ({
	label,
	operations: operations
		.filter(({ resource }) => resource === value)
		.map(({ resource, operation, option, fields }) =>
			formOf(option.name, node, { resource, operation }, fields),
		),
}));

/** Every event of the trigger, in the order of the list. */
export const eventForms: Form[] = events.map(({ event, option, fields }) =>
	formOf(option.name, new AudiencePageTrigger(), { event }, fields),
);
