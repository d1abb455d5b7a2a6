import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../docs/root';
import { runnable } from '../support/everyOperation';
import { INDEX, indexText, ownTestFile, whatIsMissing } from './files';

test('every operation and every event has a case, and no case is without one', () => {
	expect(whatIsMissing()).toEqual([]);
});

test('an operation that properties/ leaves out has a test of its own', () => {
	const without = runnable.filter(
		({ resource, operation, itsCase }) =>
			itsCase.hasOwnFormTest && !existsSync(join(ROOT, ownTestFile({ resource, operation }))),
	);
	expect(without.map(({ name }) => name)).toEqual([]);
});

test('`npm run write` has listed every case', () => {
	expect(readFileSync(join(ROOT, INDEX), 'utf8')).toBe(indexText());
});
