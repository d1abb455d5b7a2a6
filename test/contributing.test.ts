/** The examples of CONTRIBUTING.md are compiled from its text, put in their places, and run. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compileFunction } from 'node:vm';

import { NodeHelpers, type INodeProperties } from 'n8n-workflow';
import {
	createCompilerHost,
	createProgram,
	flattenDiagnosticMessageText,
	ModuleKind,
	parseJsonConfigFileContent,
	preProcessFile,
	readConfigFile,
	ScriptTarget,
	sys,
	transpileModule,
} from 'typescript';

import { nth } from './support/records';
import type { runNode as RunNode } from './support/runNode';
import { useSandbox } from './support/services';
import type { Trigger as TriggerOfNode } from './support/Trigger';

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

/** The code as a function of the values that it is given by these names. */
const functionOf = (code: string, names: string[]) =>
	compileFunction(code, names) as (...values: unknown[]) => unknown;

/** What a source with an example in it exports. */
async function load(file: string): Promise<Record<string, unknown>> {
	const { outputText } = transpileModule(sources.get(file) ?? '', {
		compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
	});
	const importOf = async (path: string): Promise<unknown> => {
		const base = relative(ROOT, resolve(ROOT, dirname(file), path));
		if (sources.has(`${base}.ts`)) return await load(`${base}.ts`);
		return await vi.importActual(path.startsWith('.') ? join(ROOT, base) : path);
	};
	const imported = new Map<string, unknown>();
	for (const { fileName } of preProcessFile(outputText, true, true).importedFiles) {
		imported.set(fileName, await importOf(fileName));
	}
	const exported = {};
	functionOf(outputText, ['exports', 'require'])(exported, (path: string) => imported.get(path));
	return exported;
}

const sandbox = useSandbox();

/** The nodes, with the examples in their places. */
let runNode: typeof RunNode;
let Trigger: typeof TriggerOfNode;
beforeAll(async () => {
	vi.doMock(join(ROOT, PERSON), async () => await load(PERSON));
	vi.doMock(join(ROOT, EVENTS), async () => {
		const { events, personRenamed, ...others } = await load(EVENTS);
		return { ...others, events: [...(events as object[]), personRenamed] };
	});
	({ runNode } = await import('./support/runNode'));
	({ Trigger } = await import('./support/Trigger'));
});

test('the examples are there, and the compiler has nothing to say of them', () => {
	expect([...examples.keys()]).toEqual([SEARCH, PERSON, EVENTS]);
	expect(complaints()).toEqual([]);
});

describe('The operation of the example', () => {
	const search = { resource: 'person', operation: 'search' };

	test('works as it stands: it finds people', async () => {
		const person = nth(sandbox().store.persons.all());
		const { json, error } = await runNode(sandbox(), { ...search, query: person.name });
		expect(error).toBeUndefined();
		expect(json).toContainEqual(expect.objectContaining({ personId: person.personId }));
		expect(sandbox().requests).toMatchObject([
			{ method: 'GET', path: '/v0/persons/search', query: { query: person.name, limit: '50' } },
		]);
	});

	test('works as it stands: without a text it sends nothing, and says why', async () => {
		const { error } = await runNode(sandbox(), { ...search, query: '={{ "" }}' });
		expect(error?.message).toBe('Search Text must not be empty');
		expect(sandbox().requests).toEqual([]);
	});
});

test('The event of the example starts a workflow as it stands: once for each person with another name', async () => {
	const trigger = new Trigger(sandbox(), { event: 'personRenamed' });
	expect(await trigger.activate()).toEqual([]);

	const person = nth(sandbox().store.persons.all());
	person.email = 'another@acme.example';
	expect(await trigger.poll()).toEqual([]);
	person.name = 'Another Name';
	expect(await trigger.poll()).toEqual([expect.objectContaining({ personId: person.personId })]);
	expect(await trigger.poll()).toEqual([]);
});

test.each([
	[1, 'last7Days'],
	[2, 'lastWeek'],
])('A field that stands there twice has the default of its version: %i, %s', (typeVersion, usual) => {
	const code = blocks.find((block) => block.includes("'@version'")) ?? '';
	const period: INodeProperties = {
		displayName: 'Period',
		name: 'period',
		type: 'options',
		default: 'last7Days',
	};
	const both = functionOf(`return [${code}]`, ['period'])(period) as INodeProperties[];
	expect(NodeHelpers.getNodeParameters(both, {}, true, false, { typeVersion }, null)).toEqual({
		period: usual,
	});
});
