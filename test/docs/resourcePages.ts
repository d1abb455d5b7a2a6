/** A page for each resource: every field of its operations, and what comes out of them. */
import { mannerFields } from '../../nodes/AudiencePage/fields/manner';
import { operationCases } from '../cases';
import { OUTPUTS } from '../previews/outputs';
import type { DescribedOperation } from '../support/description';
import { formTable } from './formTable';
import { outputTable } from './outputTable';
import { asList } from './parts/fields';
import { endpointsOf, resources, whatItDoes } from './parts/operations';
import { pageOf } from './places';
import { simplifyNote } from './simplifyNote';
import { triggerPage } from './triggerPage';
import { whole } from './whole';

/** What holds for all fields. */
const INTRODUCTION =
	'Fields within *Additional Fields*, *Update Fields* and *Filters* count once they are added; their default is ' +
	'what they begin with. A field that is left empty is not sent, unless it says otherwise.';

/** What comes out if the form is filled in otherwise than usual. */
function otherwise({ name, fields }: DescribedOperation): string[] {
	const { otherOutputs } = operationCases[name] ?? {};
	if (otherOutputs === undefined) return simplifyNote(name, fields);
	return [otherOutputs.map(({ when, names }) => `With ${when}: ${asList(names)}.`).join(' ')];
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
					INTRODUCTION,
					...operations.flatMap(sectionOf),
					'## Options of all operations',
					formTable(mannerFields),
				]),
			] as const,
	);
	return new Map([...pages, [pageOf('trigger'), triggerPage()]]);
}
