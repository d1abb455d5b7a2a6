/** The reference: what the description says of every operation and event, for their sections in `docs/resources/`. */
import type { INodeProperties } from 'n8n-workflow';
import { requestOptionFields } from '../../nodes/AudiencePage/fields/requestOptions';
import { STATUS_CHANGE_FIELDS } from '../../nodes/AudiencePage/trigger/events/audience';
import { eventCases, operationCases } from '../cases';
import {
	events,
	operations,
	optionsOf,
	resourceProperty,
	type DescribedEvent,
	type DescribedOperation,
} from '../support/description';
import { endpointOf } from '../support/endpoints';
import {
	changesOf,
	COMMON_EVENT_FIELDS,
	endpointsOf,
	outputOf,
	readerOf,
	whatItDoes,
	wholeRecord,
} from './facts';
import { formTable } from './formTable';
import { outputTable } from './outputTable';

/** A page of the reference. */
export interface Page {
	path: string;
	title: string;
	sections: Section[];
}

interface Section {
	heading: string;
	/** The name of its marker on the page. */
	name: string;
	text: () => string;
}

/** Names of fields as a list in a sentence. */
const asList = (names: string[]): string => names.map((name) => `\`${name}\``).join(', ');

const paragraphs = (...texts: string[]): string => texts.filter((text) => text !== '').join('\n\n');

/** What comes out if Simplify is off; nothing for a form without it. */
function withoutSimplify(operation: string, fields: INodeProperties[], added: string[] = []): string {
	if (!fields.some(({ name }) => name === 'simplify')) return '';
	const { properties = {} } = wholeRecord(operation);
	return `With *Simplify* off: ${asList([...added, ...Object.keys(properties)])}.`;
}

/** What else the output of an operation can be. */
function otherOutput({ name, fields }: DescribedOperation): string {
	const others = operationCases[name]?.otherOutputs;
	if (others === undefined) return withoutSimplify(name, fields);
	return others.map(({ when, names }) => `With ${when}: ${asList(names)}.`).join(' ');
}

const operationText = (operation: DescribedOperation): string =>
	paragraphs(
		`${whatItDoes(operation)}.`,
		`Calls ${endpointsOf(operation)}.`,
		formTable(
			operation.fields,
			requestOptionFields.map(({ name }) => name),
		),
		'Output:',
		outputTable(outputOf(operation)),
		otherOutput(operation),
	);

/** Whether an event names the fields that have changed. */
const namesChanges = (event: string): boolean => eventCases[event]?.adds?.includes('changedFields') === true;

function remembered({ event }: DescribedEvent): string {
	const changes = changesOf(event);
	if (changes.length === 0) return 'the ID of each record';
	const which = namesChanges(event) ? ' each field that you watch of' : '';
	return `the ID of each record and a fingerprint of${which} ${asList(changes)}`;
}

function eventOutput({ event, fields }: DescribedEvent, reader: DescribedOperation): string {
	if (event !== 'audienceStatusChanged') {
		return paragraphs(
			outputTable(outputOf(reader)),
			namesChanges(event)
				? '`changedFields`: the names of the fields that have changed. Empty for a new record.'
				: '',
			withoutSimplify(reader.name, fields),
		);
	}
	return paragraphs(
		`${asList(Object.keys(STATUS_CHANGE_FIELDS))}. \`from\` is the status before, null for a new audience or if it is not known; \`to\` is the status now.`,
		withoutSimplify(reader.name, fields, ['from', 'to']),
	);
}

function eventText(event: DescribedEvent): string {
	const own = event.fields.filter(({ name }) => !COMMON_EVENT_FIELDS.includes(name));
	return paragraphs(
		event.option.description ?? '',
		`Reads \`${endpointOf(event.option)}\` and remembers ${remembered(event)}.`,
		own.length === 0 ? '' : formTable(own),
		'Output:',
		eventOutput(event, readerOf(event)),
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
	...resources.map(({ title, path, operations: own }) => ({
		title,
		path,
		sections: own.map((operation) => ({
			heading: operation.option.name,
			name: operation.name,
			text: () => operationText(operation),
		})),
	})),
	{
		title: 'Audience Page Trigger',
		path: pathOf('trigger'),
		sections: events.map((event) => ({
			heading: event.option.name,
			name: `trigger.${event.event}`,
			text: () => eventText(event),
		})),
	},
];
