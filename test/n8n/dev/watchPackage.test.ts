import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../harness/until';
import { watchPackage } from './watchPackage';

const ICON = 'nodes/icon.svg';
const PREVIEW = 'nodes/__schema__/v1.0.0/get.json';
const TEXT = { include: ['nodes'], compilerOptions: { module: 'commonjs', rootDir: '.' } };

let project: string;
let folder: string;
let watching: Awaited<ReturnType<typeof watchPackage>>;

const save = async (path: string, text: string) => await writeFile(join(project, path), text);
const built = async (path: string) =>
	await readFile(join(folder, 'dist', path), 'utf8').catch(() => undefined);

/** Waits for what is built to be this. */
const untilBuilt = async (path: string, text?: string): Promise<true> =>
	await until(async () => ((await built(path)) === text ? true : undefined));

const watch = async () =>
	await watchPackage(project, folder, {
		onBuilt: () => {},
		onErrors: (text) => {
			throw new Error(text);
		},
	});

beforeEach(async () => {
	[project, folder] = await Promise.all([mkdtemp(join(tmpdir(), 'a-')), mkdtemp(join(tmpdir(), 'b-'))]);
	for (const path of ['credentials', 'nodes/__schema__/v1.0.0'])
		await mkdir(join(project, path), { recursive: true });
	await save('package.json', '{}');
	await save('tsconfig.json', JSON.stringify(TEXT));
	await save('nodes/node.ts', 'export const text = 1;');
	await save(ICON, 'first');
	await save(PREVIEW, '{}');
	watching = await watch();
});

afterEach(async () => {
	await watching.close();
	await Promise.all([project, folder].map(async (path) => await rm(path, { recursive: true })));
});

it('copies assets of all folders, those with a dot in their name too', async () => {
	expect(await built(ICON)).toBe('first');
	expect(await built(PREVIEW)).toBe('{}');
	await save(PREVIEW, '{"a":1}');
	expect(await untilBuilt(PREVIEW, '{"a":1}')).toBe(true);
});

it('takes an asset that an editor saves by renaming, each time', async () => {
	for (const text of ['second', 'third', 'fourth']) {
		await save('nodes/.icon.svg~', text);
		await rename(join(project, 'nodes/.icon.svg~'), join(project, ICON));
		expect(await untilBuilt(ICON, text)).toBe(true);
	}
	await save(ICON, 'fifth');
	expect(await untilBuilt(ICON, 'fifth')).toBe(true);
});

it('takes assets in new folders, and removes those that are gone', async () => {
	await mkdir(join(project, 'nodes/new'));
	await save('nodes/new/icon.svg', 'new');
	expect(await untilBuilt('nodes/new/icon.svg', 'new')).toBe(true);
	await rename(join(project, 'nodes/new'), join(project, 'nodes/newer'));
	expect(await untilBuilt('nodes/newer/icon.svg', 'new')).toBe(true);
	expect(await untilBuilt('nodes/new/icon.svg')).toBe(true);
});

it('takes an asset that is saved during the first build', async () => {
	await watching.close();
	const starting = watch();
	await save(ICON, 'meanwhile');
	watching = await starting;
	expect(await untilBuilt(ICON, 'meanwhile')).toBe(true);
});

it('writes nothing after its end, though a build is due', async () => {
	const DUE_BY_THEN = 1000; // the compiler waits 250 ms
	await save('nodes/node.ts', 'export const text = 2;');
	await save(ICON, 'last');
	await watching.close();
	const atEnd = [await built('nodes/node.js'), await built(ICON)];
	await wait(DUE_BY_THEN);
	expect([await built('nodes/node.js'), await built(ICON)]).toEqual(atEnd);
});
