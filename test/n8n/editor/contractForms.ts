/** What the forms show at first: the names of the contract, with the labels of the description. */
import type { INodeProperties } from 'n8n-workflow';
import contract from '../../nodes/AudiencePage/contract.json';
import {
	events,
	nested,
	operationProperty,
	operations,
	optionsOf,
	resourceProperty,
} from '../../support/description';
import type { Field } from './NodeView';

export interface Form {
	/** What is chosen for it to be shown, such as `Create or Update`. */
	label: string;
	/** At its top level, in their order. */
	fields: Field[];
	/** By the name of the collection: the labels of what it can be given. */
	collections: Record<string, string[]>;
}

export interface Resource {
	label: string;
	operations: Form[];
}

/** Shown when another field has a value that it has not at first. */
const HIDDEN: Record<string, string[]> = {
	'analytics.getAudiences': ['startDate', 'endDate'],
	'analytics.getSummary': ['startDate', 'endDate'],
	'audienceMessage.getAll': ['simplify'],
};

const CONTRACT = contract as {
	operations: Record<string, Record<string, string>>;
	events: Record<string, Record<string, string>>;
};

function form(
	label: string,
	parameters: Record<string, string> = {},
	described: INodeProperties[],
	hidden: string[] = [],
): Form {
	const labels = new Map(described.flatMap((field) => nested(field)));
	const fieldOf = (path: string): Field => [path, labels.get(path)?.displayName ?? ''];
	const names = Object.keys(parameters);
	const ofForm = names.filter((name) => !name.includes('.') && !hidden.includes(name));
	const collections = ofForm.filter((name) => parameters[name]?.startsWith('collection'));
	const within = (collection: string) =>
		names.filter((name) => name.split('.').length === 2 && name.startsWith(`${collection}.`));
	return {
		label,
		fields: ofForm.map(fieldOf),
		collections: Object.fromEntries(
			collections.map((name) => [name, within(name).map((path) => fieldOf(path)[1])]),
		),
	};
}

/** Every resource, in the order of the list. */
export const resources: Resource[] = optionsOf(resourceProperty).map(({ name: label, value }) => ({
	label,
	operations: optionsOf(operationProperty(String(value))).map((option) => {
		const name = `${String(value)}.${String(option.value)}`;
		const described = operations.find((one) => one.option === option)?.fields ?? [];
		return form(option.name, CONTRACT.operations[name], described, HIDDEN[name]);
	}),
}));

/** Every event of the trigger, in the order of the list. */
export const eventForms: Form[] = events.map(({ event, option, fields }) =>
	form(option.name, CONTRACT.events[event], fields),
);
