import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import getPort from 'get-port';
import { runningProcesses, untilEnded } from '../../support/processes';
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
let printed: string;

/** `npm start` or `npm run dev` in a copy of this project, as in a terminal of its own. */
async function run(script: 'start' | 'dev', ...args: string[]): Promise<void> {
	const port = await getPort({ host: HOST });
	const sandboxPort = await getPort({ host: HOST, exclude: [port] });
	const all = ['run', script, '--', '--port', port, '--sandbox-port', sandboxPort, ...args].map(
		String,
	);
	npm = spawn('npm', all, {
		cwd: folder,
		detached: true,
		env: { ...process.env, TMPDIR: temporary },
	});
	printed = '';
	for (const stream of [npm.stdout, npm.stderr])
		stream?.on('data', (data: Buffer) => (printed += data.toString()));
}

/** Waits until it has printed this, after what was waited for before. */
const prints = async (pattern: RegExp): Promise<RegExpExecArray> =>
	await until(() => {
		const found = pattern.exec(printed);
		if (found !== null) printed = printed.slice(found.index + found[0].length);
		else if (npm.exitCode !== null) throw new Error(`It has ended:\n${printed}`);
		return found ?? undefined;
	});

const isRunning = () => npm.exitCode === null && npm.signalCode === null;

/** Waits for its end: its exit code, and what it has left in folders to be thrown away. */
async function ended(): Promise<[code: number | null, left: string[]]> {
	if (isRunning()) await once(npm, 'close');
	const isCache = (name: string) => /^(node-compile-cache|tsx-\d+)$/.test(name); // for the next start
	return [npm.exitCode, (await readdir(temporary)).filter((name) => !isCache(name))];
}

/** Ctrl-C, which leaves nothing behind: no process, no file. */
async function interrupted(): Promise<[code: number | null, left: string[]]> {
	const parents = await runningProcesses();
	const isOurs = (id?: number): boolean =>
		id !== undefined && (id === npm.pid || isOurs(parents.get(id)));
	const ours = [...parents.keys()].filter(isOurs);
	process.kill(-npm.pid!, 'SIGINT');
	const result = await ended();
	await untilEnded(ours);
	return result;
}

async function change(file: string, from: string, to: string): Promise<void> {
	const text = await readFile(join(folder, file), 'utf8');
	expect(text).toContain(from);
	await writeFile(join(folder, file), text.replace(from, to));
}

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dev-'));
	temporary = await mkdtemp(join(tmpdir(), 'thrown-away-'));
	await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
	await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

afterEach(async () => {
	if (isRunning()) await interrupted();
	for (const one of [folder, temporary]) await rm(one, { recursive: true });
});

it('npm run dev shows what is saved, goes on after errors, and ends at Ctrl-C with all that it has started', async () => {
	await run('dev');
	const [, address = ''] = await prints(/D-1003 [^]*\nEditor +(\S+)[^]*Ctrl-C ends all/);
	const page = await fetch(address, { redirect: 'manual' });
	const [cookie = ''] = page.headers.getSetCookie()[0]?.split(';') ?? [];
	const client = new N8nClient(new URL(page.headers.get('location') ?? '').origin, cookie);
	/** Waits until the editor is told this of the node. */
	const shows = async (text: string): Promise<true> =>
		await untilTrue(async () => {
			const told = client.ask('/rest/node-types', { nodeInfos: [{ name: NODE, version: 1 }] });
			return JSON.stringify(await told.catch(() => '')).includes(text);
		});

	await change(SOURCE, "action: 'Get many pages'", "action: 'Get a lot of pages'");
	expect(await shows('Get a lot of pages')).toBe(true);
	await change(SOURCE, 'export const', 'const wrong: number = "text";\nexport const');
	await prints(/page\.ts.*not assignable to type 'number'/);
	await change(SOURCE, 'const wrong: number = "text";\n', '');
	await change(SOURCE, 'Get a lot of pages', 'Get every page');
	expect(await shows('Get every page')).toBe(true);
	expect(await interrupted()).toEqual([0, []]);
});

it('npm start says what is missing, and ends with 1, where a write is lost', async () => {
	const lost =
		"if (idempotencyKey?.startsWith('D-1003|')) store.accountLogs.of(accountId).remove(entry.accountLogId);";
	const end = '		return created(shown(entry));';
	await change('test/service/handlers/people.ts', end, `${lost}\n${end}`);
	await run('start', '--once');
	expect(await ended()).toEqual([1, []]);
	expect(printed).toContain('Not done:\nDeal D-1003 is missing in the log of initech.example\n');
});
