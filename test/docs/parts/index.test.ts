import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { documents } from '../files';
import { replaceContents } from '../markers';
import { ROOT } from '../places';
import { PARTS } from '.';

test('every part has its place in a document', () => {
	const used = new Set<string>();
	for (const path of documents()) {
		replaceContents(readFileSync(join(ROOT, path), 'utf8'), (name) => {
			used.add(name);
			return '';
		});
	}
	expect(Object.keys(PARTS).filter((name) => !used.has(name))).toEqual([]);
});
