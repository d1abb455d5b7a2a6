/** The examples of CONTRIBUTING.md compile and work: in a copy of the sources, as a reader puts them there. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './docs/root';
import { nth } from './support/records';
import type { runNode as RunNode } from './support/runNode';
import { useSandbox } from './support/services';
import type { Trigger as TriggerOfNode } from './support/Trigger';

/** Within the project, where its packages are found. */
const COPY = join(ROOT, 'output', 'contributing');
const EVENTS = 'nodes/AudiencePage/trigger/events/index.ts';
const RESOURCES = 'nodes/AudiencePage/resources/index.ts';

/** The blocks that begin with the name of their file, by it. */
const examples = new Map(
	[
		...readFileSync(join(ROOT, 'docs/CONTRIBUTING.md'), 'utf8').matchAll(/```ts\n\/\/ (\S+)\n([^`]*)```/g),
	].map(([, file = '', code = '']) => [file, code]),
);

const sandbox = useSandbox();
let runNode: typeof RunNode;
let Trigger: typeof TriggerOfNode;

/** Lists an example in an index, unless a reader has put it there. */
function list(index: string, name: string, file: string, place: string, withIt: string): void {
	const text = readFileSync(join(ROOT, index), 'utf8');
	if (text.includes(`'${file}'`)) return;
	writeFileSync(join(COPY, index), `import { ${name} } from '${file}';\n${text.replace(place, withIt)}`);
}

beforeAll(async () => {
	rmSync(COPY, { recursive: true, force: true });
	for (const folder of ['nodes', 'credentials', 'test/support', 'test/service']) {
		cpSync(join(ROOT, folder), join(COPY, folder), { recursive: true });
	}
	cpSync(join(ROOT, 'tsconfig.json'), join(COPY, 'tsconfig.json'));
	list(RESOURCES, 'search', './person/search', ' updatePerson]', ' search, updatePerson]');
	list(EVENTS, 'personRenamed', './personRenamed', 'Event[] = [', 'Event[] = [personRenamed, ');
	for (const [file, code] of examples) {
		mkdirSync(join(COPY, file, '..'), { recursive: true });
		writeFileSync(join(COPY, file), code);
	}
	({ runNode } = (await import(join(COPY, 'test/support/runNode'))) as { runNode: typeof RunNode });
	({ Trigger } = (await import(join(COPY, 'test/support/Trigger'))) as { Trigger: typeof TriggerOfNode });
});

afterAll(() => rmSync(COPY, { recursive: true, force: true }));

test('they compile', () => {
	expect(examples.size).toBe(3);
	const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
	const options = { encoding: 'utf8', stdio: 'pipe' } as const;
	expect(execFileSync(process.execPath, [tsc, '--noEmit', '-p', COPY], options)).toBe('');
});

test('the operation finds people, and sends nothing without a text', async () => {
	const person = nth(sandbox().store.persons.all());
	const search = { resource: 'person', operation: 'search' };
	const { json } = await runNode(sandbox(), { ...search, query: person.name });
	expect(json).toContainEqual(expect.objectContaining({ personId: person.personId }));

	const { length } = sandbox().requests;
	const { error } = await runNode(sandbox(), { ...search, query: '={{ "" }}' });
	expect(error?.message).toContain('Search Text');
	expect(sandbox().requests).toHaveLength(length);
});

test('the event starts a workflow once for each person with another name', async () => {
	const trigger = new Trigger(sandbox(), { event: 'personRenamed' });
	expect(await trigger.activate()).toEqual([]);

	const person = nth(sandbox().store.persons.all());
	person.email = 'another@acme.example';
	expect(await trigger.poll()).toEqual([]);
	person.name = 'Another Name';
	expect(await trigger.poll()).toEqual([expect.objectContaining({ personId: person.personId })]);
	expect(await trigger.poll()).toEqual([]);
});
