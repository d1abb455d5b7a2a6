import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../docs/root';
import { runnable } from '../support/everyOperation';
import { INDEX, indexText, ownTestFile, whatIsMissing } from './files';

test('every operation and every event has a case, and no case is without one', () => {
	expect(whatIsMissing()).toEqual([]);
});

test('every operation that properties/ leaves out has a test of its own form', () => {
	const missing = runnable
		.filter(({ itsCase }) => itsCase.hasOwnFormTest)
		.map(ownTestFile)
		.filter((path) => !existsSync(join(ROOT, path)))
		.map((path) => `the case has hasOwnFormTest: write ${path}, as person/byEmail.test.ts`);
	expect(missing).toEqual([]);
});

test('`npm run write` has listed every case', () => {
	expect(readFileSync(join(ROOT, INDEX), 'utf8')).toBe(indexText());
});
