/**
 * The examples of CONTRIBUTING.md compile and work: in a copy of the sources, as a reader puts them
 * there.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './docs/root';
import { nth } from './support/records';
import type * as Nodes from './support/runNode';
import { useSandbox } from './support/services';
import type * as Triggers from './support/Trigger';

/** Within the project, where its packages are found. */
const COPY = join(ROOT, 'output', 'contributing');

const sandbox = useSandbox();

/** Lists an example where others are listed, unless a reader has put it there. */
function list(index: string, name: string, file: string, place: string, withIt: string): void {
	const text = readFileSync(join(ROOT, index), 'utf8');
	if (text.includes(`'${file}'`)) return;
	writeFileSync(
		join(COPY, index),
		`import { ${name} } from '${file}';\n${text.replace(place, withIt)}`,
	);
}

beforeAll(() => {
	rmSync(COPY, { recursive: true, force: true });
	for (const path of ['nodes', 'credentials', 'test/support', 'test/service', 'tsconfig.json'])
		cpSync(join(ROOT, path), join(COPY, path), { recursive: true });
	const people = 'nodes/AudiencePage/resources/person/operations.ts';
	list(people, 'search', './search', ' updatePerson]', ' search, updatePerson]');
	const guide = readFileSync(join(ROOT, 'docs/CONTRIBUTING.md'), 'utf8');
	const [, events = '', event = ''] = /```ts\n\/\/ in (\S+)\n(.*?)```/s.exec(guide) ?? [];
	const withEvent = readFileSync(join(ROOT, events), 'utf8').replace('[] = [', `[] = [${event}`);
	writeFileSync(join(COPY, events), withEvent);
	// The blocks that begin with the name of their file.
	for (const [, file = '', code = ''] of guide.matchAll(/```ts\n\/\/ (\S+)\n([^`]*)```/g)) {
		mkdirSync(dirname(join(COPY, file)), { recursive: true });
		writeFileSync(join(COPY, file), code);
	}
});

afterAll(() => rmSync(COPY, { recursive: true, force: true }));

test('they compile', () => {
	const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
	const options = { encoding: 'utf8', stdio: 'pipe' } as const;
	const listed = execFileSync(
		process.execPath,
		[tsc, '--noEmit', '--listFiles', '-p', COPY],
		options,
	);
	for (const name of ['person/search', 'audienceMessage/restoredConversation'])
		expect(listed).toContain(`${name}.ts`);
});

test('the operation finds people', async () => {
	const { runNode } = (await import(join(COPY, 'test/support/runNode'))) as typeof Nodes;
	const person = nth(sandbox().store.persons.all());
	const search = { resource: 'person', operation: 'search' };
	const { json } = await runNode(sandbox(), { ...search, query: person.name });
	expect(json).toContainEqual(expect.objectContaining({ personId: person.personId }));
});

test('the event starts a workflow once for each person with another name', async () => {
	const { Trigger } = (await import(join(COPY, 'test/support/Trigger'))) as typeof Triggers;
	const trigger = new Trigger(sandbox(), { event: 'personRenamed' });
	expect(await trigger.activate()).toEqual([]);

	const person = nth(sandbox().store.persons.all());
	person.email = 'another@acme.example';
	expect(await trigger.poll()).toEqual([]);
	person.name = 'Another Name';
	expect(await trigger.poll()).toEqual([expect.objectContaining({ personId: person.personId })]);
	expect(await trigger.poll()).toEqual([]);
});
