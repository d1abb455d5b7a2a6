/** The files of the cases, found by the folders that they stand in. */
import { existsSync, globSync } from 'node:fs';
import { basename, join, posix, sep } from 'node:path';

import { ROOT } from '../docs/root';
import { events, operations, type DescribedOperation } from '../support/description';

const NODE = 'test/nodes/AudiencePage';
const SUFFIX = '.case.ts';

/** The generated list of all cases, from the root. */
export const INDEX = 'test/cases/index.ts';

type Name = Pick<DescribedOperation, 'resource' | 'operation'>;

const operationFile = ({ resource, operation }: Name): string =>
	`${NODE}/resources/${resource}/${operation}${SUFFIX}`;

/** Where a test of one operation stands, if there is one. */
export const ownTestFile = ({ resource, operation }: Name): string =>
	`${NODE}/resources/${resource}/${operation}.test.ts`;

const eventFile = (event: string): string => `${NODE}/trigger/${event}${SUFFIX}`;

const found = (pattern: string): string[] =>
	globSync(`${NODE}/${pattern}${SUFFIX}`, { cwd: ROOT })
		.map((path) => path.split(sep).join(posix.sep))
		.sort();

/** Each case file with the name of its operation, such as `person.getAll`, by its folder and its own name. */
const operationFiles = (): Array<[name: string, path: string]> =>
	found('resources/*/*').map((path) => [
		`${posix.basename(posix.dirname(path))}.${basename(path, SUFFIX)}`,
		path,
	]);

const eventFiles = (): Array<[event: string, path: string]> =>
	found('trigger/*').map((path) => [basename(path, SUFFIX), path]);

/** The text of the list of all cases. */
export function indexText(): string {
	const all = { operation: operationFiles(), event: eventFiles() };
	const variable = (name: string): string =>
		name.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase());
	const imports = Object.values(all)
		.flat()
		.map(([name, path]) => {
			const from = posix.relative(posix.dirname(INDEX), path).replace(/\.ts$/, '');
			return `import ${variable(name)} from '${from}';`;
		});
	const record = (kind: keyof typeof all, type: string): string[] => [
		`export const ${kind}Cases: Record<string, ${type}> = {`,
		...all[kind].map(([name]) => (name.includes('.') ? `\t'${name}': ${variable(name)},` : `\t${name},`)),
		'};',
	];
	return [
		'/** Every case, by the name of its operation or event. Written by `npm run write`. */',
		...imports,
		"import type { EventCase } from './eventCase';",
		"import type { OperationCase } from './operationCase';",
		'',
		...record('operation', 'OperationCase'),
		'',
		...record('event', 'EventCase'),
		'',
	].join('\n');
}

const isThere = (path: string): boolean => existsSync(join(ROOT, path));

/** How much two operations have in common: most of all their name, then their method, then their fields. */
function likeness(one: DescribedOperation, other: DescribedOperation): number {
	const method = ({ option }: DescribedOperation) => option.routing?.request?.method;
	const shared = one.fields.filter((field) => other.fields.some(({ name }) => name === field.name));
	return (
		(one.operation === other.operation ? 1000 : 0) + (method(one) === method(other) ? 100 : 0) + shared.length
	);
}

/** The operation with a case that is most like this one. */
function exampleFor(operation: DescribedOperation): DescribedOperation | undefined {
	return operations
		.filter((other) => other.name !== operation.name && isThere(operationFile(other)))
		.sort((one, other) => likeness(operation, other) - likeness(operation, one))[0];
}

/** What to do about each operation and event without a case, and about each case without an operation or event. */
export function whatIsMissing(): string[] {
	const missing = (name: string, path: string, example: string | undefined): string[] =>
		isThere(path) ? [] : [`${name} has no case: copy ${example ?? 'another one'} to ${path}`];
	const eventNames = events.map(({ event }) => event);
	const withCase = eventNames.find((event) => isThere(eventFile(event)));
	const operationNames = operations.map(({ name }) => name);
	return [
		...operations.flatMap((one) => {
			const example = exampleFor(one);
			return missing(one.name, operationFile(one), example && operationFile(example));
		}),
		...eventNames.flatMap((event) => missing(event, eventFile(event), withCase && eventFile(withCase))),
		...[...operationFiles(), ...eventFiles()]
			.filter(([name]) => ![...operationNames, ...eventNames].includes(name))
			.map(([name, path]) => `${path} is a case of nothing: the node has no ${name}`),
	];
}
