/** What the reference says of an operation or an event beyond its description: every such fact comes from here. */
import { eventCases, operationCases } from '../cases';
import { OUTPUTS, recordOf } from '../previews/outputs';
import type { PlainSchema } from '../previews/schema';
import { operationOf } from '../service/judge';
import { events, operations, type DescribedEvent, type DescribedOperation } from '../support/description';
import { endpointOf } from '../support/endpoints';

/** The fields whose changes start a workflow; an event without any reports new records only. */
export const changesOf = (event: string): string[] => eventCases[event]?.compares ?? [];

const withoutFullStop = (text: string): string => text.replace(/\.$/, '');

/** What an operation does, without a full stop. */
export const whatItDoes = ({ name, option: { description = '' } }: DescribedOperation): string =>
	operationCases[name]?.summary ?? withoutFullStop(description);

/** What starts the workflow, as the rest of a sentence: the first of the event's description. */
export function whatStarts({ event, option: { description = '' } }: DescribedEvent): string {
	const [, what] = /^(.*?)\. /.exec(description) ?? [];
	if (what === undefined) throw new Error(`${event} does not say when it starts a workflow`);
	return what;
}

/** The endpoints that an operation calls, for a sentence or a cell. */
export const endpointsOf = ({ name }: DescribedOperation): string =>
	(operationCases[name]?.calls ?? [])
		.map(operationOf)
		.map(({ method, path }) => `\`${method} ${path}\``)
		.join(', ');

/** One item of an operation's output; throws if it has no preview. */
export function outputOf({ name }: DescribedOperation): PlainSchema {
	const output = OUTPUTS[name];
	if (output === undefined) throw new Error(`${name} has no case`);
	return output;
}

/** The operation that reads the list which an event watches; throws if there is none. */
export function readerOf({ event, option }: DescribedEvent): DescribedOperation {
	const reader = operations.find(
		(one) => one.operation === 'getAll' && endpointOf(one.option) === endpointOf(option),
	);
	if (reader === undefined) throw new Error(`No operation reads the list of ${event}`);
	return reader;
}

/** The record that an operation gets, with all fields of the interface: as it is before Simplify. Throws if it has no case. */
export function wholeRecord(name: string): PlainSchema {
	const itsCase = operationCases[name];
	if (itsCase === undefined) throw new Error(`${name} has no case`);
	return recordOf(itsCase.calls[0]);
}

/** The fields that every event of the trigger has. */
export const COMMON_EVENT_FIELDS = (events[0]?.fields ?? [])
	.map(({ name }) => name)
	.filter((name) => events.every(({ fields }) => fields.some((field) => field.name === name)));
