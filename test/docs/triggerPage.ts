/** The page of the trigger: every field of its events, and what starts the workflow. */
import { STATUS_CHANGE_FIELDS } from '../../nodes/AudiencePage/trigger/events';
import { eventCases } from '../cases';
import { OUTPUTS } from '../previews/outputs';
import { events, operations, type DescribedEvent } from '../support/description';
import { endpointOf } from '../support/endpoints';
import { formTable } from './formTable';
import { outputTable } from './outputTable';
import { asList } from './parts/fields';
import { remembers } from './parts/trigger';
import { simplifyNote } from './simplifyNote';
import { whole } from './whole';

/** What an event delivers: the records of the list, as the operation gives them that reads the same one. */
function outputOf({ event, option, fields }: DescribedEvent): string[] {
	const url = option.routing?.request?.url;
	const reads = operations.find((operation) => operation.option.routing?.request?.url === url);
	const output = OUTPUTS[reads?.name ?? ''];
	if (reads === undefined || output === undefined) throw new Error(`No operation reads the list of ${event}`);
	const { adds } = eventCases[event] ?? {};
	if (adds === undefined) return [outputTable(output), ...simplifyNote(reads.name, fields)];

	const names = asList(Object.keys(STATUS_CHANGE_FIELDS));
	return [
		`${names}. The first two are the status before and after; \`from\` is null for a new audience.`,
		...simplifyNote(reads.name, fields, adds),
	];
}

function sectionOf(described: DescribedEvent): string[] {
	const { option, fields } = described;
	return [
		`## ${option.name}`,
		`${(option.description ?? '').replace(/\.$/, '')}.`,
		`It reads \`${endpointOf(option)}\`, and remembers of each record ${remembers(described)}.`,
		'### Fields',
		formTable(fields),
		'### Output',
		...outputOf(described),
	];
}

export const triggerPage = (): string => whole(['# Audience Page Trigger', ...events.flatMap(sectionOf)]);
