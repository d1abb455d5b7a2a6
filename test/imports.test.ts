import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { preProcessFile } from 'typescript';

const ROOT = resolve(__dirname, '..');
const NODE_FOLDER = join('nodes', 'AudiencePage');

/** n8n ships these; crypto is Node's own. A published package has no other dependency. */
const ALLOWED = ['n8n-workflow', 'luxon', 'node:crypto'];

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const files = globSync('{nodes,credentials}/**/*.ts', { cwd: ROOT });

const importsIn = (text: string) =>
	preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

/** The files of the project that each file imports. */
const imported = new Map(
	files.map((file) => {
		const paths = importsIn(textOf(file)).filter((name) => name.startsWith('.'));
		const bases = paths.map((path) => relative(ROOT, resolve(ROOT, dirname(file), path)));
		const found = bases.map((base) =>
			[`${base}.ts`, join(base, 'index.ts')].find((path) => files.includes(path)),
		);
		return [file, found.map((path, index) => path ?? `${bases[index]}: no such file`)];
	}),
);

/** The folder of a file, as the diagram names it: undefined for the two nodes themselves. */
function folderOf(file: string): string | undefined {
	const parts = relative(NODE_FOLDER, file).split(sep);
	return parts.length > 1 ? parts[0] : undefined;
}

/** `trigger    -> resources, fields` says what the files of a folder import beside each other. */
function directionsIn(markdown: string): Record<string, string[]> {
	const [, diagram = ''] = /```text\n([^`]*)```/.exec(markdown) ?? [];
	const lines = diagram.trim().split('\n');
	return Object.fromEntries(
		lines.map((line) => {
			const [folder = '', others = ''] = line.split('->').map((part) => part.trim());
			return [folder, others.split(', ').filter(Boolean)];
		}),
	);
}

/** The first way round that leads from a file back to itself; empty if there is none. */
function cycleIn(graph: Map<string, string[]>): string[] {
	const done = new Set<string>();
	const visit = (file: string, way: string[]): string[] => {
		if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
		if (done.has(file)) return [];
		done.add(file);
		for (const next of graph.get(file) ?? []) {
			const cycle = visit(next, [...way, file]);
			if (cycle.length > 0) return cycle;
		}
		return [];
	};
	return [...graph.keys()].map((file) => visit(file, [])).find((cycle) => cycle.length > 0) ?? [];
}

const directions = directionsIn(textOf('docs/ARCHITECTURE.md'));

test('nothing is imported that n8n does not ship, or from outside nodes/ and credentials/', () => {
	expect(files).toContain('credentials/AudiencePageApi.credentials.ts');
	const packages = files.flatMap((file) => importsIn(textOf(file)).filter((name) => !name.startsWith('.')));
	expect(ALLOWED).toEqual(expect.arrayContaining(packages));
	expect(files).toEqual(expect.arrayContaining([...imported.values()].flat()));
});

describe('A folder', () => {
	const used = new Map(Object.keys(directions).map((folder) => [folder, new Set<string>()]));
	const inFolders = files.filter((file) => file.startsWith(NODE_FOLDER) && folderOf(file) !== undefined);
	for (const file of inFolders) {
		for (const other of imported.get(file) ?? []) used.get(folderOf(file)!)?.add(folderOf(other) ?? other);
	}

	test('of the node stands in the diagram of ARCHITECTURE.md, with the folders that it imports', () => {
		expect(Object.keys(directions).sort()).toEqual([...new Set(inFolders.map(folderOf))].sort());
		for (const [folder, others] of Object.entries(directions)) {
			const found = [...(used.get(folder) ?? [])].filter((other) => other !== folder);
			expect({ [folder]: found.sort() }).toEqual({ [folder]: others.sort() });
		}
	});

	test('imports none that imports it, round whatever corner', () => {
		expect(cycleIn(new Map(Object.entries(directions)))).toEqual([]);
	});
});

test('The credential imports nothing of the project, and nothing imports it', () => {
	const isCredential = (file: string) => file.startsWith('credentials');
	const across = [...imported].filter(([file, others]) =>
		isCredential(file) ? others.length > 0 : others.some(isCredential),
	);
	expect(across).toEqual([]);
});

test('No file imports itself, round whatever corner', () => {
	expect(cycleIn(imported)).toEqual([]);
});
