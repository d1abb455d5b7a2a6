import { globSync } from 'node:fs';

import { outdated } from '../write/outdated';
import { docFiles } from './files';
import { pages } from './reference';
import { ROOT } from './root';

test('writing the docs changes nothing', async () => {
	expect(await outdated(docFiles())).toEqual([]);
});

test('docs/resources/ has no page of a resource that the node does not have', () => {
	const expected = pages.map(({ path }) => path).sort();
	expect(globSync('docs/resources/*', { cwd: ROOT }).sort()).toEqual(expected);
});
