import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import getPort from 'get-port';
import { N8nClient } from '../harness/client';
import { HOST } from '../harness/serverProcess';
import { until, untilTrue } from '../harness/until';

const ROOT = join(__dirname, '..', '..', '..');
const LEFT_OUT = ['.git', 'dist', 'node_modules', 'output'];
const SOURCE = 'nodes/AudiencePage/resources/page/operations.ts';
const NODE = 'n8n-nodes-audience-page.audiencePage';

let folder: string;
let temporary: string;
let npm: ChildProcess;
let printed = '';

/** Starts `npm run dev` in a copy of this project, as in a terminal of its own. */
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dev-'));
	temporary = await mkdtemp(join(tmpdir(), 'thrown-away-'));
	const filter = (path: string) => !LEFT_OUT.includes(basename(path));
	await cp(ROOT, folder, { recursive: true, filter });
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
	const port = await getPort({ host: HOST });
	const sandboxPort = await getPort({ host: HOST, exclude: [port] });
	const ports = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
	npm = spawn('npm', ['run', 'dev', '--', ...ports], {
		cwd: folder,
		detached: true,
		env: { ...process.env, TMPDIR: temporary },
	});
	for (const stream of [npm.stdout, npm.stderr])
		stream?.on('data', (data: Buffer) => (printed += data.toString()));
});

/** Ctrl-C. */
async function interrupt(): Promise<void> {
	if (npm.exitCode !== null || npm.signalCode !== null) return;
	process.kill(-npm.pid!, 'SIGINT');
	await once(npm, 'close');
}

afterAll(async () => {
	await interrupt();
	await rm(folder, { recursive: true });
	await rm(temporary, { recursive: true });
});

/** Waits until it has printed this, after what was waited for before. */
const prints = async (pattern: RegExp): Promise<RegExpExecArray> =>
	await until(() => {
		const match = pattern.exec(printed);
		if (match !== null) printed = printed.slice(match.index + match[0].length);
		else if (npm.exitCode !== null) throw new Error(`It has ended:\n${printed}`);
		return match ?? undefined;
	});

async function change(from: string, to: string): Promise<void> {
	const text = await readFile(join(folder, SOURCE), 'utf8');
	expect(text).toContain(from);
	await writeFile(join(folder, SOURCE), text.replace(from, to));
}

it('npm run dev shows what is saved, goes on after errors, and ends at Ctrl-C with all that it has started', async () => {
	const [, address = ''] = await prints(/D-1003 [^]*\nEditor +(\S+)[^]*Ctrl-C ends all/);
	const page = await fetch(address, { redirect: 'manual' });
	const [cookie = ''] = page.headers.getSetCookie()[0]?.split(';') ?? [];
	const n8nUrl = new URL(page.headers.get('location') ?? '').origin;
	const client = new N8nClient(n8nUrl, cookie);
	/** Waits until the editor is told this of the node. */
	const shows = async (text: string): Promise<true> =>
		await untilTrue(async () => {
			const types = client.ask('/rest/node-types', { nodeInfos: [{ name: NODE, version: 1 }] });
			return JSON.stringify(await types.catch(() => '')).includes(text);
		});

	await change("action: 'Get many pages'", "action: 'Get a lot of pages'");
	expect(await shows('Get a lot of pages')).toBe(true);
	await change('export const', 'const wrong: number = "text";\nexport const');
	await prints(/operations\.ts.*not assignable to type 'number'/);
	await change('const wrong: number = "text";\n', '');
	await change('Get a lot of pages', 'Get every page');
	expect(await shows('Get every page')).toBe(true);

	await interrupt();
	expect(npm.exitCode).toBe(0);
	await expect(fetch(n8nUrl)).rejects.toThrow('fetch failed');
	// What is for the next start stays.
	const isCache = (name: string) => /^(node-compile-cache|tsx-\d+)$/.test(name);
	expect((await readdir(temporary)).filter((name) => !isCache(name))).toEqual([]);
});
