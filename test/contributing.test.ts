/** The examples of CONTRIBUTING.md are compiled from its text, in their places. */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import {
	createCompilerHost,
	createProgram,
	flattenDiagnosticMessageText,
	parseJsonConfigFileContent,
	readConfigFile,
	sys,
} from 'typescript';

const ROOT = resolve(__dirname, '..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const NODE = 'nodes/AudiencePage';
const SEARCH = `${NODE}/resources/person/search.ts`;
const PERSON = `${NODE}/resources/person/index.ts`;
const EVENTS = `${NODE}/trigger/events.ts`;

const blocks = [...textOf('docs/CONTRIBUTING.md').matchAll(/```ts\n([^`]*)```/g)].map(
	([, code = '']) => code,
);

/** The blocks that begin with the name of their file, by it. */
const examples = new Map(
	blocks.flatMap((code) => {
		const [, file] = /^\/\/ (\S+)\n/.exec(code) ?? [];
		return file === undefined ? [] : [[file, code]];
	}),
);

/** The sources as they are with the examples in them. */
const sources = new Map([
	[SEARCH, examples.get(SEARCH) ?? ''],
	[PERSON, examples.get(PERSON) ?? ''],
	[EVENTS, `${textOf(EVENTS)}\n${examples.get(EVENTS)}\nexport { personRenamed };\n`],
]);

/** What the compiler has to say of the examples. */
function complaints(): string[] {
	const { config } = readConfigFile(join(ROOT, 'tsconfig.json'), (path) => sys.readFile(path));
	const { options } = parseJsonConfigFileContent(config, sys, ROOT);
	const host = createCompilerHost(options);
	host.readFile = (path) => sources.get(relative(ROOT, path)) ?? sys.readFile(path);
	host.fileExists = (path) => sources.has(relative(ROOT, path)) || sys.fileExists(path);

	const program = createProgram(
		[...sources.keys()].map((file) => join(ROOT, file)),
		options,
		host,
	);
	const found = [...sources.keys()].flatMap((file) => {
		const source = program.getSourceFile(join(ROOT, file));
		return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
	});
	return found.map(({ messageText }) => flattenDiagnosticMessageText(messageText, '\n'));
}

test('the examples are there, and the compiler has nothing to say of them', () => {
	expect([...examples.keys()]).toEqual([SEARCH, PERSON, EVENTS]);
	expect(complaints()).toEqual([]);
});
