/**
 * What the user of this project ordered. None of it is ours to trade away: if something here fails,
 * put it back.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json';
import { ROOT } from './docs/root';

test('the layout is that of an n8n package', () => {
	const names = [
		'package.json',
		'tsconfig.json',
		'nodes',
		'credentials',
		'test',
		'gulpfile.js',
		'index.js',
	];
	expect(globSync(names, { cwd: ROOT }).sort()).toEqual(names.sort());
});

test('it is built on these packages: Jest and ts-jest run the tests, gulp builds', () => {
	const packages = ['n8n-workflow', 'n8n-core', 'axios', 'jest', 'ts-jest', 'gulp'];
	expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(packages));
	expect(manifest.scripts.test).toMatch(/^jest\b/);
	expect(manifest.scripts.build).toMatch(/\bgulp\b/);
});

test('two lines of README are enough', () => {
	const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
	const lines = readme.replace(/\s*#.*/g, '').split('\n');
	expect(lines).toEqual(expect.arrayContaining(['npm ci && npm start', 'npm ci && npm test']));
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
