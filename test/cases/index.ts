/**
 * Every case: of operations, the files `*.case.ts` in the folders of the node's tests, by the name
 * of the operation.
 */
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { eventCases } from '../nodes/AudiencePage/trigger/eventCases';
import { events, operations } from '../support/description';
import type { OperationCase } from './operationCase';

const FOLDER = join(__dirname, '..', 'nodes', 'AudiencePage');
const SUFFIX = '.case.ts';

const load = createRequire(__filename) as (path: string) => { default: unknown };

/** Such as `person.getAll`, of `resources/person/getAll.case.ts`. */
export const operationCases: Record<string, OperationCase> = Object.fromEntries(
	globSync(`resources/*/*${SUFFIX}`, { cwd: FOLDER })
		.sort()
		.map((path) => {
			const name = `${basename(dirname(path))}.${basename(path, SUFFIX)}`;
			return [name, load(join(FOLDER, path)).default as OperationCase];
		}),
);

/**
 * @throws Error that names what to write, if an operation or an event has no case: without it,
 * nothing can be said or tested of it
 */
export function checkCases(): void {
	const files = operations
		.filter(({ name }) => !(name in operationCases))
		.map(({ name }) => `resources/${name.replace('.', '/')}${SUFFIX}`);
	const entries = events
		.filter(({ event }) => !(event in eventCases))
		.map(({ event }) => `trigger/eventCases.ts with an entry ${event}`);
	const [missing] = [...files, ...entries];
	if (missing === undefined) return;
	throw new Error(
		`First write test/nodes/AudiencePage/${missing}: copy the case of one that is like it`,
	);
}

export { eventCases };
