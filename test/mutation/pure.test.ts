/** The tests behind the mutation score see the decisions alone: no n8n and no HTTP decides for them. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { preProcessFile } from 'typescript';

import pure from './pure.json';

const ROOT = resolve(__dirname, '../..');

const NOT_PURE =
	/^(n8n-core|axios|fastify|openapi-backend|(node:)?(http|https|http2|net|tls|child_process)|test\/service\/.*)$/;

/** What a file imports: packages by their names, files by their paths from the root. */
function importsOf(file: string): string[] {
	const { importedFiles } = preProcessFile(readFileSync(join(ROOT, file), 'utf8'), true, true);
	return importedFiles.map(({ fileName }) => {
		if (!fileName.startsWith('.')) return fileName;
		const path = relative(ROOT, resolve(ROOT, dirname(file), fileName));
		return (
			[path, `${path}.ts`, `${path}/index.ts`].find(
				(one) => /\.\w+$/.test(one) && existsSync(join(ROOT, one)),
			) ?? path
		);
	});
}

/** All that a file imports, and all that these import. */
function everyImportOf(file: string, seen = new Set<string>()): Set<string> {
	for (const name of importsOf(file)) {
		if (seen.has(name)) continue;
		seen.add(name);
		if (/\.ts$/.test(name)) everyImportOf(name, seen);
	}
	return seen;
}

const impureOf = (file: string) => [...everyImportOf(file)].filter((name) => NOT_PURE.test(name));

test.each(pure.tests)('%s needs neither n8n nor HTTP', (file) => {
	expect(impureOf(file)).toEqual([]);
});

/** What a test imports, by itself or in what it shares with others. */
const testedBy = (file: string) =>
	importsOf(file).flatMap((name) => (name.startsWith('test/') ? importsOf(name) : [name]));

test.each(pure.modules)('%s is tested by one of them', (file) => {
	expect(pure.tests.filter((one) => testedBy(one).includes(file))).not.toEqual([]);
});

test.each([
	['test/nodes/AudiencePage/transport/delivery.test.ts', 'n8n-core'],
	['test/nodes/AudiencePage/transport/delivery.test.ts', 'test/service/sandbox.ts'],
])('%s would be seen to need %s', (file, impure) => {
	expect(impureOf(file)).toContain(impure);
});
