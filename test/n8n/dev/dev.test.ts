import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { untilEnded } from '../../support/processes';
import { N8nClient } from '../harness/client';
import { until } from '../harness/until';
import { StartCommand } from './StartCommand';

describe('npm run dev', () => {
	const SOURCE = 'nodes/AudiencePage/resources/page/getAll.ts';
	const NODE = 'n8n-nodes-audience-page.audiencePage';
	let dev: StartCommand;
	let client: N8nClient;

	beforeAll(async () => {
		dev = await StartCommand.start({ script: 'dev' });
		const [, address = ''] = await dev.prints(/D-1003 [^]*\nEditor +(\S+)[^]*Ready/);
		const page = await fetch(address, { redirect: 'manual' });
		const editor = new URL(page.headers.get('location') ?? '');
		const [cookie = ''] = page.headers.getSetCookie()[0]?.split(';') ?? [];
		client = N8nClient.signedIn(editor.origin, cookie);
	});

	afterAll(() => dev.close());

	async function change(file: string, from: string, to: string): Promise<void> {
		const path = join(dev.folder, file);
		const text = await readFile(path, 'utf8');
		expect(text).toContain(from);
		await writeFile(path, text.replace(from, to));
	}

	const description = async () => await client.nodeType(NODE, 1);

	const describedWith = async (text: string): Promise<true> =>
		await until(async () => (JSON.stringify(await description()).includes(text) ? true : undefined));

	it('has a credential for the sandbox', async () => {
		const [credential] = await client.credentials();
		const { results } = await client.openList({
			nodeTypeAndVersion: { name: NODE, version: 1 },
			path: 'parameters.pageId',
			methodName: 'searchPages',
			currentNodeParameters: { resource: 'audience', operation: 'getAll' },
			credentials: { [credential!.type]: credential! },
		});
		expect(results.length).toBeGreaterThan(0);
	});

	it('shows a change of a file that the node imports', async () => {
		await change(SOURCE, "action: 'Get many pages'", "action: 'Get a lot of pages'");
		expect(await describedWith('Get a lot of pages')).toBe(true);
		await dev.prints(/Built .*page\/getAll\.js[^]*n8n has loaded it/);
	});

	it('shows the last save of an icon, however soon it follows another', async () => {
		const path = join(dev.folder, 'nodes/AudiencePage/audiencePage.svg');
		const original = await readFile(path, 'utf8');
		const { iconUrl } = await description();
		const { light } = iconUrl as { light: string };
		// n8n cuts a response off if the file becomes shorter meanwhile.
		const shown = async () =>
			await fetch(`${client.url}/${light}`)
				.then(async (response) => await response.text())
				.catch(() => undefined);
		for (let milliseconds = 0; milliseconds < 40; milliseconds++) {
			const last = `<!-- ${milliseconds} ms later -->${original}`;
			await writeFile(path, original);
			await wait(milliseconds);
			await writeFile(path, last);
			expect(await until(async () => ((await shown()) === last ? last : undefined))).toBe(last);
		}
	});

	it('goes on after an error of the compiler', async () => {
		await change(SOURCE, 'export const', 'const wrong: number = "text";\nexport const');
		await dev.prints(/Not built:\n[^]*getAll\.ts.*not assignable to type 'number'/);
		await change(SOURCE, 'const wrong: number = "text";\n', '');
		await change(SOURCE, 'Get a lot of pages', 'Get every page');
		expect(await describedWith('Get every page')).toBe(true);
	});

	it('goes on after an error while n8n loads it', async () => {
		await change(SOURCE, 'export const', "if (!String()) throw new Error('Not today');\nexport const");
		await dev.prints(/n8n: [^]*Error: Not today/);
		await change(SOURCE, "if (!String()) throw new Error('Not today');\n", '');
		await dev.prints(/n8n has loaded it/); // before, n8n has no such node
		expect(await describedWith('Get every page')).toBe(true);
	});

	it('shows what a node prints, JSON or not', async () => {
		const print = (text: string) =>
			`declare const console: { log(text: string): void };\nconsole.log('${text}');\nexport const`;
		await change(SOURCE, 'export const', print('{ a: 1 }'));
		await dev.prints(/n8n: \{ a: 1 \}/);
		await change(SOURCE, print('{ a: 1 }'), print('{"a":1}'));
		expect(await dev.prints(/n8n: \{"a":1\}/)).toHaveLength(1);
	});

	it('ends at Ctrl-C, with all that it has started', async () => {
		const processes = await dev.processes();
		expect(processes.length).toBeGreaterThan(3); // npm, the command, n8n, its task runner
		expect(await dev.interrupt()).toMatchObject({ code: 0, left: [] });
		expect(await untilEnded(processes)).toBe(true);
	});
});
