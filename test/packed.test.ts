/** What a user's npm gets: the tarball, packed as for the registry and unpacked. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json';
import { ROOT } from './docs/root';
import { packPackage, unpackPackage } from './n8n/harness/pack';

const KILOBYTE = 1000;

const filesIn = (folder: string, pattern: string) =>
	globSync(pattern, { cwd: folder }).filter((path) => statSync(join(folder, path)).isFile());

const folder = mkdtempSync(join(tmpdir(), 'packed-'));
let tarball: string;
let packed: string[];

beforeAll(async () => {
	tarball = await packPackage(folder);
	await unpackPackage(tarball, folder);
	packed = filesIn(folder, '**').filter((path) => !path.endsWith('.tgz'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('it holds every source compiled, what n8n reads beside it, four more files, and nothing else', () => {
	const built = filesIn(ROOT, '{nodes,credentials}/**').map(
		(path) => `dist/${path.replace(/\.ts$/, '.js')}`,
	);
	expect(built.length).toBeGreaterThan(100);
	const always = ['LICENSE.md', 'README.md', 'index.js', 'package.json'];
	expect(packed.sort()).toEqual([...built, ...always].sort());
	const { main, n8n } = manifest;
	expect(packed).toEqual(expect.arrayContaining([main, ...n8n.nodes, ...n8n.credentials]));
});

test('it is small', () => {
	expect(statSync(tarball).size).toBeLessThan(300 * KILOBYTE);
	const unpacked = packed.map((path) => statSync(join(folder, path)).size);
	expect(unpacked.reduce((sum, size) => sum + size, 0)).toBeLessThan(1000 * KILOBYTE);
});

test('npm, which installs peers too, installs it alone: the n8n-workflow that it needs is that of n8n', () => {
	const nodes = join(folder, 'nodes');
	mkdirSync(nodes);
	execFileSync('npm', ['install', '--offline', '--silent', '--prefix', nodes, tarball]);
	const installed = readdirSync(join(nodes, 'node_modules')).filter(
		(name) => !name.startsWith('.'),
	);
	expect(installed).toEqual([manifest.name]);
});
