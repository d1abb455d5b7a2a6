import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesWithRepository, withRepository } from './addresses';
import { ROOT } from './places';

const HOMEPAGE = 'https://github.com/somebody/n8n-nodes-audience-page#readme';

test.each([
	['"https://github.com/other/n8n-nodes-audience-page#trigger"', '#trigger"'],
	['(https://git.example.com/a/b/n8n-nodes-audience-page)', ')'],
	['url: https://github.com/other/n8n-nodes-audience-page/blob/main/x.md', '/blob/main/x.md'],
])('%s gets the address of the homepage, and keeps what follows', (text, rest) => {
	const written = withRepository(text, HOMEPAGE);
	expect(written).toContain(`https://github.com/somebody/n8n-nodes-audience-page${rest}`);
	expect(written).not.toContain('other');
});

test('other addresses stay as they are', () => {
	const text = 'https://community.n8n.io https://github.com/other/n8n-nodes-audience-page-2';
	expect(withRepository(text, HOMEPAGE)).toBe(text);
});

test('no other file of the package or of GitHub names a repository: those that do are written', () => {
	const files = globSync(['{nodes,credentials,docs,.github}/**/*.{ts,json,md,yml}', '*.md'], { cwd: ROOT });
	const naming = files.filter((path) =>
		/https:\/\/github\.com\/[^/\s]+\/n8n-nodes-audience-page/.test(readFileSync(join(ROOT, path), 'utf8')),
	);
	expect(naming.sort()).toEqual([...filesWithRepository().keys()].sort());
});
