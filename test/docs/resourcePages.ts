/** A page for each resource: every field of its operations, and what comes out of them. */
import { mannerFields } from '../../nodes/AudiencePage/fields/manner';
import { OUTPUTS } from '../previews/outputs';
import { record, type PlainSchema } from '../previews/schema';
import type { DescribedOperation } from '../support/description';
import { formTable } from './formTable';
import { outputTable } from './outputTable';
import { asList, SIMPLIFIED } from './parts/fields';
import { endpointsOf, resources, whatItDoes } from './parts/operations';
import { pageOf } from './places';
import { serviceRecord } from './serviceRecord';
import { triggerPage } from './triggerPage';
import { whole } from './whole';

const namesOf = ({ properties = {} }: PlainSchema): string => asList(Object.keys(properties));

/** What comes out if the form is filled in otherwise than usual. */
function otherwise({ name, resource, fields }: DescribedOperation): string[] {
	if (name === 'audienceMessage.getAll') {
		const simplified = asList(Object.keys(SIMPLIFIED.Conversation ?? {}));
		return [
			`With *Output* on *Conversation*, one item: ${simplified}. With *Simplify* off as well, ` +
				`${namesOf(record('MessageHistory'))}, each whole.`,
		];
	}
	if (!fields.some((field) => field.name === 'simplify')) return [];
	return [`With *Simplify* off, all that the service gives: ${namesOf(serviceRecord(resource))}.`];
}

function sectionOf(operation: DescribedOperation): string[] {
	const { name, option, fields } = operation;
	const output = OUTPUTS[name];
	if (output === undefined) throw new Error(`${name} has no preview`);
	const isReading = option.routing?.request?.method === 'GET';
	return [
		`## ${option.name}`,
		`${whatItDoes(operation)}.`,
		`${endpointsOf(operation)}. ${isReading ? 'It only reads.' : 'It writes.'}`,
		'### Fields',
		formTable(
			fields,
			mannerFields.map((field) => field.name),
		),
		'It also has the [options of all operations](#options-of-all-operations).',
		'### Output',
		outputTable(output),
		...otherwise(operation),
	];
}

/** The text of each page, by its path. */
export function resourcePages(): Map<string, string> {
	const pages = resources.map(
		({ name, resource, operations }) =>
			[
				pageOf(resource),
				whole([
					`# ${name}`,
					'Left empty, a field is not sent, unless it says otherwise.',
					...operations.flatMap(sectionOf),
					'## Options of all operations',
					formTable(mannerFields),
				]),
			] as const,
	);
	return new Map([...pages, [pageOf('trigger'), triggerPage()]]);
}
