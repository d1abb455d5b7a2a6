/**
 * The reference: what the description says of every operation and event, for their sections in
 * `docs/resources/`.
 */
import type { INodeProperties } from 'n8n-workflow';
import { eventCases, operationCases } from '../cases';
import { OUTPUTS, wholeRecord } from '../previews/outputs';
import type { PlainSchema } from '../previews/schema';
import { operationOf } from '../service/judge';
import {
	events,
	listOperationOf,
	operations,
	optionsOf,
	resourceProperty,
	type DescribedEvent,
	type DescribedOperation,
} from '../support/description';
import { endpointOf } from '../support/endpoints';
import { markdownTable } from '../support/table';
import { formTable } from './formTable';

/** A page of the reference: each section has a marker on it. */
export interface Page {
	path: string;
	title: string;
	sections: Array<{ heading: string; marker: string; text: () => string }>;
}

/** Names of fields as a list in a sentence. */
const asList = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ');
const paragraphs = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n\n');

function ofName<T>(record: Record<string, T>, name: string): T {
	if (!(name in record)) throw new Error(`${name} isn't described`);
	return record[name]!;
}

/** A schema with more types than these says nothing about the type. */
const MOST_TYPES = 3;

function typeOf({ type, items }: PlainSchema): string {
	const types = [type].flat();
	if (types.length > MOST_TYPES) return 'any';
	return types
		.map((name) => (name === 'array' && items ? `array of ${typeOf(items)}` : name))
		.join(' or ');
}

/** Every field of one item; a nested field has its path, such as `linkedPersons[].name`. */
function outputTable(schema: PlainSchema): string {
	const rowsOf = ({ properties = {} }: PlainSchema, within: string): string[][] =>
		Object.entries(properties).flatMap(([name, property]) => {
			const path = `${within}${name}`;
			const { items } = property;
			const nested = items ? rowsOf(items, `${path}[].`) : rowsOf(property, `${path}.`);
			return [[`\`${path}\``, typeOf(property)], ...nested];
		});
	return markdownTable([['Field', 'Type'], ...rowsOf(schema, '')]);
}

/** What comes out if Simplify is off; nothing for a form without it. */
function withoutSimplify(
	operation: string,
	fields: INodeProperties[],
	added: string[] = [],
): string {
	if (!fields.some(({ name }) => name === 'simplify')) return '';
	const { properties = {} } = wholeRecord(operation);
	return `With *Simplify* off: ${asList([...added, ...Object.keys(properties)])}.`;
}

function operationText({ name, option, fields }: DescribedOperation): string {
	const {
		summary = option.description?.replace(/\.$/, ''),
		calls,
		otherOutputs,
	} = ofName(operationCases, name);
	const endpoints = calls.map(operationOf).map(({ method, path }) => `\`${method} ${path}\``);
	return paragraphs(
		`${summary ?? ''}.`,
		`Calls ${endpoints.join(', ')}.`,
		formTable(fields),
		'Output:',
		outputTable(ofName(OUTPUTS, name)),
		otherOutputs?.map(({ when, names }) => `With ${when}: ${asList(names)}.`).join(' ') ??
			withoutSimplify(name, fields),
	);
}

/** The fields that every event of the trigger has. */
export const COMMON_EVENT_FIELDS = (events[0]?.fields ?? [])
	.map(({ name }) => name)
	.filter((name) => events.every(({ fields }) => fields.some((field) => field.name === name)));

/** What events add to a record. */
const ADDED: Record<string, string> = {
	from: '`from` is the status before, null for a new audience or if it is not known; `to` is the status now.',
	to: '',
	pageName: "`pageName` is null if the page search doesn't list the page, or can't be read.",
	changedFields:
		'`changedFields`: the names of the fields that have changed. Empty for a new record.',
};

function eventText({ event, option, fields }: DescribedEvent): string {
	const { compares = [], adds = [], simplified } = ofName(eventCases, event);
	const isChosen = fields.some(({ name }) => name === 'fieldsToWatch');
	const values = `, and of${isChosen ? ' each field that you watch of' : ''} ${asList(compares)}`;
	const reader = listOperationOf(option);
	const own = fields.filter(({ name }) => !COMMON_EVENT_FIELDS.includes(name));
	return paragraphs(
		option.description ?? '',
		`Reads \`${endpointOf(option)}\` and remembers a hash of the ID of each record${compares.length > 0 ? values : ''}.`,
		formTable(own),
		'Output:',
		simplified ? `${asList(Object.keys(simplified))}.` : outputTable(ofName(OUTPUTS, reader.name)),
		...adds.map((name) => ofName(ADDED, name)),
		withoutSimplify(reader.name, fields, simplified ? adds : []),
	);
}

/** The page of a resource, or of the trigger. */
export const pathOf = (resource: string): string => `docs/resources/${resource}.md`;

/** Every resource with its operations, in the order of the form. */
export const resources = optionsOf(resourceProperty).map(({ name, value }) => ({
	title: name,
	path: pathOf(String(value)),
	operations: operations.filter(({ resource }) => resource === value),
}));

/** All pages: one for each resource, and one for the trigger. */
export const pages: Page[] = [
	...resources.map(({ operations: own, ...page }) => ({
		...page,
		sections: own.map((operation) => ({
			heading: operation.option.name,
			marker: operation.name,
			text: () => operationText(operation),
		})),
	})),
	{
		title: 'Audience Page Trigger',
		path: pathOf('trigger'),
		sections: events.map((event) => ({
			heading: event.option.name,
			marker: `trigger.${event.event}`,
			text: () => eventText(event),
		})),
	},
];
