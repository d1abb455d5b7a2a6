/**
 * What the user of this project ordered. None of it is ours to trade away, however good the reason: if something here
 * fails, put it back.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../package.json';
import { ROOT } from './docs/root';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test.each(['package.json', 'tsconfig.json', 'nodes', 'credentials', 'test', 'gulpfile.js', 'index.js'])(
	'%s is at the top level',
	(name) => expect(existsSync(join(ROOT, name))).toBe(true),
);

test.each(['n8n-workflow', 'n8n-core', 'axios', 'jest', 'ts-jest', 'gulp'])(
	'%s is a package that it is built on',
	(name) => expect(Object.keys(manifest.devDependencies)).toContain(name),
);

test('Jest and ts-jest run the tests, and gulp builds', () => {
	expect(manifest.scripts.test).toMatch(/^jest\b/);
	expect(manifest.scripts.build).toMatch(/\bgulp\b/);
});

test.each(['npm ci && npm start', 'npm ci && npm test'])('%s is a line of README', (command) => {
	expect(readme.split('\n').map((line) => line.replace(/#.*/, '').trim())).toContain(command);
});

test('n8n finds the nodes and the credential, and a user gets no other package with them', () => {
	expect(manifest.n8n).toEqual({
		n8nNodesApiVersion: 1,
		strict: true,
		credentials: ['dist/credentials/AudiencePageApi.credentials.js'],
		nodes: [
			'dist/nodes/AudiencePage/AudiencePage.node.js',
			'dist/nodes/AudiencePage/AudiencePageTrigger.node.js',
		],
	});
	expect(manifest).not.toHaveProperty('dependencies');
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});
