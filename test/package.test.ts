import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json';
import { AudiencePage } from '../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../nodes/AudiencePage/AudiencePageTrigger.node';
import { ROOT } from './docs/root';
import { releases } from './write/contract';

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** If it fails, put it back: none of it is ours to trade away. */
describe('what the user of this project ordered', () => {
	test.each([
		'package.json',
		'tsconfig.json',
		'nodes',
		'credentials',
		'test',
		'gulpfile.js',
		'index.js',
	])('%s is at the top level', (name) => {
		expect(existsSync(join(ROOT, name))).toBe(true);
	});

	test('it is built on these packages: Jest and ts-jest run the tests, gulp builds', () => {
		const packages = ['n8n-workflow', 'n8n-core', 'axios', 'jest', 'ts-jest', 'gulp'];
		expect(Object.keys(manifest.devDependencies)).toEqual(expect.arrayContaining(packages));
		expect(manifest.scripts.test).toMatch(/^jest\b/);
		expect(manifest.scripts.build).toMatch(/\bgulp\b/);
	});

	test('two lines of README are enough, and the whole proof runs them', () => {
		const lines = ['npm ci && npm start', 'npm ci && npm test'];
		const readme = textOf('README.md')
			.replace(/\s*#.*/g, '')
			.split('\n');
		expect(readme).toEqual(expect.arrayContaining(lines));
		const proof = [...textOf('.ci/run').matchAll(/'(npm ci .*)'/g)].map(([, line]) => line);
		expect(proof.sort()).toEqual(lines);
	});
});

test('n8n finds the nodes and the credential, and a user gets no other package with them', () => {
	expect(manifest.n8n).toMatchObject({
		n8nNodesApiVersion: 1,
		credentials: ['dist/credentials/AudiencePageApi.credentials.js'],
		nodes: [
			'dist/nodes/AudiencePage/AudiencePage.node.js',
			'dist/nodes/AudiencePage/AudiencePageTrigger.node.js',
		],
	});
	expect(manifest).not.toHaveProperty('dependencies');
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});

test('the version is the newest release in CHANGELOG.md, or 1.0.0 before the first', () => {
	const [newest = '1.0.0'] = releases();
	expect(manifest.version).toBe(newest);
});

test('npm publishes it with provenance only, and from the repository that it names', () => {
	expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
	const [address] = manifest.homepage.split('#');
	expect(manifest.repository.url).toBe(`git+${address}.git`);
	expect(manifest.bugs.url).toBe(`${address}/issues`);
});

test.each([AudiencePage, AudiencePageTrigger])(
	'%p has a codex file with its name and categories',
	(Node) => {
		const [path = ''] = globSync(`nodes/**/${Node.name}.node.json`, { cwd: ROOT });
		const codex = JSON.parse(textOf(path)) as object;
		const node = `${manifest.name}.${new Node().description.name}`;
		const categories = ['Sales', 'Marketing & Content', 'Analytics'];
		expect(codex).toMatchObject({ node, nodeVersion: '1.0', categories });
	},
);
