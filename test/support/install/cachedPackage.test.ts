/** What npm does is made up here, except where it has no network. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, hostname, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import getPort from 'get-port';
import { until } from '../../n8n/harness/until';
import { untilEnded } from '../processes';
import { cacheIn, ensureCached, type CachedPackage } from './cachedPackage';

const MODULE = join(__dirname, 'cachedPackage.ts');
const PATH = process.env.PATH ?? '';
const UNPACK = 'mkdir -p node_modules/a; echo "{}" >node_modules/a/package.json; echo $$ >node_modules/pid';

let place: string;
let cache: string;
let folder: string;
let printed: string;
let asked: CachedPackage;

const pin = async (version: string): Promise<void> => {
	const packages = { '': {}, 'node_modules/a': { version } };
	await writeFile(join(asked.pin, 'package.json'), JSON.stringify({ dependencies: { a: version } }));
	await writeFile(join(asked.pin, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
};

it.each([undefined, '', '../cache', './~'])(
	'is in the usual cache folder where XDG_CACHE_HOME is no path: %j',
	(given) => {
		expect(cacheIn({ XDG_CACHE_HOME: given })).toBe(join(homedir(), '.cache', 'n8n-nodes-audience-page'));
		expect(cacheIn({ XDG_CACHE_HOME: '/c' })).toBe('/c/n8n-nodes-audience-page');
	},
);

/** From now on, this is npm. */
async function npmIs(script: string): Promise<void> {
	await writeFile(join(place, 'bin', 'npm'), `#!/bin/sh\n${script}\n`);
	await chmod(join(place, 'bin', 'npm'), 0o755);
}

const installedBy = async () => await readFile(join(folder, 'node_modules', 'pid'), 'utf8');

beforeEach(async () => {
	place = await mkdtemp(join(tmpdir(), 'cached-'));
	cache = join(place, 'cache');
	folder = join(cache, 'it-1.0.0');
	printed = '';
	for (const name of ['bin', 'pin']) await mkdir(join(place, name));
	asked = {
		pin: join(place, 'pin'),
		folder,
		label: { name: 'it', megabytes: 1, took: '1 s' },
		screen: { write: (text) => (printed += text) },
	};
	await pin('1.0.0');
	await npmIs(UNPACK);
	process.env.PATH = [join(place, 'bin'), PATH].join(delimiter);
});

afterEach(async () => {
	process.env.PATH = PATH;
	await rm(place, { recursive: true });
});

it('installs once, and again for another lock file', async () => {
	await ensureCached(asked);
	const first = await installedBy();
	printed = '';
	await ensureCached(asked);
	expect([await installedBy(), printed]).toEqual([first, '']);
	await pin('2.0.0');
	await ensureCached(asked);
	expect(await installedBy()).not.toBe(first);
	expect(await readFile(join(folder, 'package.json'), 'utf8')).toContain('2.0.0');
	expect(await readdir(cache)).toEqual(['it-1.0.0']);
});

it('lets two install it at the same time: the one that is later takes what is there', async () => {
	const winner = ensureCached(asked);
	let first = '';
	const finish = async () => {
		await winner;
		first = await installedBy();
	};
	await ensureCached({ ...asked, finish });
	expect(await installedBy()).toBe(first);
	expect(await readdir(cache)).toEqual(['it-1.0.0']);
	expect(await readdir(join(folder, 'node_modules'))).toEqual(['.installed', 'a', 'pid']);
});

it('leaves nothing where the machine lacks something', async () => {
	const prepare = async () => {
		throw new Error('It lacks something');
	};
	await expect(ensureCached({ ...asked, prepare })).rejects.toThrow('It lacks something');
	expect(await readdir(place)).not.toContain('cache');
	expect(printed).toBe('');
});

it('leaves npm’s output, and nothing else, where npm fails', async () => {
	await npmIs(`${UNPACK}; echo "npm error code ETARGET"; echo "npm error notarget No version 9"; exit 1`);
	const error = (await ensureCached(asked).catch((reason: unknown) => reason)) as Error;
	const [log = ''] = await readdir(cache);
	expect(await readdir(cache)).toEqual([expect.stringMatching(/^it-1\.0\.0\..+\.log$/)]);
	expect(error.message).toBe(`npm install: exit 1\nNo version 9\nnpm's output: ${join(cache, log)}`);
	await npmIs(UNPACK);
	await ensureCached(asked);
	expect(await readdir(cache)).toContain('it-1.0.0');
});

it.each([
	['the disk is full', 'echo "npm error code ENOSPC"; exit 1', /^The disk is full: make room[^\n]+$/],
	['memory is short', 'kill -KILL $$', /^npm was killed, as it is where memory is short: [^\n]+$/],
])('says in one sentence that %s', async (_, failure, sentence) => {
	await npmIs(`${UNPACK}; ${failure}`);
	await expect(ensureCached(asked)).rejects.toThrow(sentence);
	expect(await readdir(cache)).toEqual([]);
});

it('says in one sentence that npm does not reach its registry', async () => {
	const port = await getPort({ host: '127.0.0.1' }); // nobody answers there
	await npmIs(
		`export npm_config_registry=http://127.0.0.1:${port} npm_config_cache="${place}/npm"
		npm_config_fetch_retry_mintimeout=1; export npm_config_fetch_retry_mintimeout
		PATH="${PATH}" exec npm "$@"`,
	);
	await expect(ensureCached(asked)).rejects.toThrow(
		/^npm does not reach its registry \(ECONNREFUSED\): check the network, [^\n]+$/,
	);
	expect(await readdir(cache)).toEqual([]);
});

it('removes what an install has left that could not clean up', async () => {
	const ended = spawn('true');
	await once(ended, 'close');
	const [left, running] = [ended.pid!, process.pid].map((pid) => `it-1.0.0.${hostname()}.${pid}.x`);
	for (const name of [left!, running!]) await mkdir(join(cache, name), { recursive: true });
	await ensureCached(asked);
	expect(await readdir(cache)).toEqual(['it-1.0.0', running]);
});

describe('where the process is ended meanwhile', () => {
	let child: ChildProcess;

	/** `ensureCached` in a process of its own, up to the middle of npm's work. */
	async function start(): Promise<number[]> {
		const pids = join(place, 'pids');
		await npmIs(`${UNPACK}; sleep 1000 & echo "$$ $!" >"${pids}"; wait`);
		const script = `
			process.on('SIGUSR2', () => process.exit(1));
			require(${JSON.stringify(MODULE)}).ensureCached(${JSON.stringify({ ...asked, screen: undefined })}).catch((error) => {
				console.error(error.message);
				process.exitCode = 1;
			});`;
		child = spawn(process.execPath, ['--import', 'tsx', '--eval', script]);
		child.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
		child.stderr?.on('data', (data: Buffer) => (printed += data.toString()));
		return await until(async () => {
			const text = await readFile(pids, 'utf8').catch(() => '');
			return text.endsWith('\n') ? text.trim().split(' ').map(Number) : undefined;
		});
	}

	it.each([
		['SIGINT', /\nStopped: nothing half-installed is left[^\n]+\n$/],
		['SIGTERM', /\nStopped: nothing half-installed is left[^\n]+\n$/],
		['SIGHUP', /\nStopped: nothing half-installed is left[^\n]+\n$/],
		['SIGUSR2', /downloading and unpacking, [^\n]+\n$/], // as where a runner of tests ends its process
	] as const)('by %s, nothing is left of it, no process either', async (signal, text) => {
		const pids = await start();
		const ended = once(child, 'close');
		child.kill(signal);
		expect(await ended).toEqual([1, null]);
		expect(printed).toMatch(text);
		expect(await readdir(cache)).toEqual([]);
		expect(await untilEnded(pids)).toBe(true);
		await npmIs(UNPACK);
		await ensureCached(asked);
		expect(await readdir(cache)).toEqual(['it-1.0.0']);
	});
});
