import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import type { ICredentialType, INodeType } from 'n8n-workflow';

import manifest from '../package.json';
import { releases } from './write/releases';

const ROOT = resolve(__dirname, '..');
const sources = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();

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

type Described = Pick<INodeType, 'description'> & ICredentialType;

/** The class that n8n looks for in a file: it has the file's name. */
async function classOf(source: string): Promise<Described> {
	const exported = (await import(join(ROOT, source))) as Record<string, new () => Described>;
	const [className = ''] = basename(source).split('.');
	const described = exported[className];
	if (described === undefined) throw new Error(`${source} has no class ${className}`);
	return new described();
}

describe.each(sources('nodes/**/*.node.ts'))('%s', (source) => {
	let description: Described['description'];
	beforeAll(async () => void ({ description } = await classOf(source)));

	test('has a codex file that names it', () => {
		const codex = JSON.parse(readFileSync(join(ROOT, source.replace(/\.ts$/, '.json')), 'utf8')) as object;
		expect(codex).toMatchObject({ node: `${manifest.name}.${description.name}`, nodeVersion: '1.0' });
	});

	test('has its icons beside it', () => {
		const icons = Object.values(description.icon as Record<string, string>);
		const paths = icons.map((icon) => join(ROOT, dirname(source), icon.replace(/^file:/, '')));
		expect(paths.filter((path) => !existsSync(path))).toEqual([]);
		expect(paths).toHaveLength(2);
	});

	test('uses a credential of the package', async () => {
		const credentials = await Promise.all(sources('credentials/**/*.credentials.ts').map(classOf));
		expect(credentials.map(({ name }) => name)).toEqual(description.credentials?.map(({ name }) => name));
	});
});
