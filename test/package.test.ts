import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json';
import { AudiencePage } from '../nodes/AudiencePage/AudiencePage.node';
import { AudiencePageTrigger } from '../nodes/AudiencePage/AudiencePageTrigger.node';
import { ROOT } from './docs/root';
import { releases } from './write/contract';

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
		const codex = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as object;
		const node = `${manifest.name}.${new Node().description.name}`;
		const categories = ['Sales', 'Marketing & Content', 'Analytics'];
		expect(codex).toMatchObject({ node, nodeVersion: '1.0', categories });
	},
);
