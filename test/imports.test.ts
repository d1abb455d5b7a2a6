import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { preProcessFile } from 'typescript';

const ROOT = resolve(__dirname, '..');

/** n8n ships these; crypto is Node's own. A published package has no other dependency. */
const ALLOWED = ['n8n-workflow', 'luxon', 'node:crypto'];

const files = globSync('{nodes,credentials}/**/*.ts', { cwd: ROOT });

const importsOf = (file: string) =>
	preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true).importedFiles.map(
		({ fileName }) => fileName,
	);

test('there are sources to look at', () => {
	expect(files).toContain('credentials/AudiencePageApi.credentials.ts');
	expect(files.length).toBeGreaterThan(10);
});

test.each(files)('%s imports nothing that n8n does not ship', (file) => {
	const packages = importsOf(file).filter((name) => !name.startsWith('.'));
	expect(packages.filter((name) => !ALLOWED.includes(name))).toEqual([]);
});

test.each(files)('%s imports nothing from outside nodes/ and credentials/', (file) => {
	const paths = importsOf(file)
		.filter((name) => name.startsWith('.'))
		.map((name) => relative(ROOT, resolve(ROOT, dirname(file), name)));
	expect(paths.filter((path) => !/^(nodes|credentials)\//.test(path))).toEqual([]);
});

test('a required or a dynamic import does not go unseen', () => {
	const source = "import 'a'; export * from 'b'; const c = require('c'); void import('d');";
	const seen = preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
	expect(seen).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']));
});

test('the package asks for nothing at run time but its host', () => {
	const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
	expect(manifest).not.toHaveProperty('dependencies');
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
});
