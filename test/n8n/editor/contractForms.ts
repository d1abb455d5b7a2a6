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

/** Whether a field is shown at first: as long as the fields that it depends on have their defaults. */
function isShown({ displayOptions }: INodeProperties, all: INodeProperties[]): boolean {
	const holds = (name: string, values: unknown[] = []): boolean => {
		const field = all.find((one) => one.name === name);
		return field !== undefined && values.includes(field.default);
	};
	const on = (part: object = {}) =>
		Object.entries(part).filter(([name]) => all.some((field) => field.name === name));
	const { show, hide } = displayOptions ?? {};
	return (
		on(show).every(([name, values]) => holds(name, values as unknown[])) &&
		!on(hide).some(([name, values]) => holds(name, values as unknown[]))
	);
}

const CONTRACT = contract as {
	operations: Record<string, Record<string, string>>;
	events: Record<string, Record<string, string>>;
};

function form(label: string, parameters: Record<string, string> = {}, described: INodeProperties[]): Form {
	const labels = new Map(described.flatMap((field) => nested(field)));
	const fieldOf = (path: string): Field => [path, labels.get(path)?.displayName ?? ''];
	const names = Object.keys(parameters);
	const shown = described.filter((field) => isShown(field, described)).map(({ name }) => name);
	const ofForm = names.filter((name) => shown.includes(name));
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
		return form(option.name, CONTRACT.operations[name], described);
	}),
}));

/** Every event of the trigger, in the order of the list. */
export const eventForms: Form[] = events.map(({ event, option, fields }) =>
	form(option.name, CONTRACT.events[event], fields),
);
