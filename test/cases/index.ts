/**
 * Every case: of operations, the files `*.case.ts` in the folders of the node's tests, by the name
 * of the operation.
 */
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { OperationCase } from './operationCase';

export const FOLDER = join(__dirname, '..', 'nodes', 'AudiencePage');
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

export { eventCases } from '../nodes/AudiencePage/trigger/eventCases';
