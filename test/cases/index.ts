/** Every case, by the name of its operation or event: the files `*.case.ts` in the folders of the node's tests. */
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

import type { EventCase } from './eventCase';
import type { OperationCase } from './operationCase';

export const FOLDER = join(__dirname, '..', 'nodes', 'AudiencePage');
const SUFFIX = '.case.ts';

const load = createRequire(__filename) as (path: string) => { default: unknown };

const casesIn = <Case>(pattern: string, nameOf: (path: string) => string): Record<string, Case> => {
	const paths = globSync(`${pattern}${SUFFIX}`, { cwd: FOLDER }).sort();
	return Object.fromEntries(paths.map((path) => [nameOf(path), load(join(FOLDER, path)).default as Case]));
};

const baseName = (path: string): string => basename(path, SUFFIX);

/** Such as `person.getAll`, of `resources/person/getAll.case.ts`. */
export const operationCases = casesIn<OperationCase>(
	'resources/*/*',
	(path) => `${baseName(dirname(path))}.${baseName(path)}`,
);

/** Such as `personCreated`, of `trigger/personCreated.case.ts`. */
export const eventCases = casesIn<EventCase>('trigger/*', baseName);
