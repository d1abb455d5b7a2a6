import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { documents, writtenFiles } from './files';
import { PAGES, ROOT } from './places';
import { resourcePages } from './resourcePages';

test('README and the documents are looked at', () => {
	expect(documents()).toEqual(expect.arrayContaining(['README.md', 'docs/ARCHITECTURE.md']));
});

test('there is a page for every resource and one for the trigger, and no other', () => {
	expect(
		globSync(`${PAGES}/**`, { cwd: ROOT })
			.filter((path) => path.includes('.'))
			.sort(),
	).toEqual([...resourcePages().keys()].sort());
});

test.each([...writtenFiles()])('%s is what `npm run write` writes', (path, text) => {
	expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
});
