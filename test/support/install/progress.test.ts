import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../n8n/harness/until';
import { Progress } from './progress';

const LABEL = { name: 'it', megabytes: 2400, took: '3 to 9 min' };
const SECOND = 1000;

let folder: string;
let progress: Progress | undefined;

/** Whether `du` has been asked, how much it says, is not waited for. */
const withoutSize = (text: string) => text.replace(/\d+(?= of about 2,400 MB)/g, '?');

async function unpack(name: string): Promise<void> {
	await mkdir(join(folder, 'node_modules', name), { recursive: true });
	await writeFile(join(folder, 'node_modules', name, 'package.json'), '{}');
}

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'progress-'));
	const packages = {
		'': {},
		'node_modules/a': {},
		'node_modules/a/node_modules/b': { os: [process.platform], cpu: [process.arch] },
		'node_modules/c': { os: ['another'] },
		'node_modules/d': { cpu: ['another'] },
		'node_modules/e': { libc: ['another'], os: ['linux'] },
	};
	await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
});

afterEach(async () => {
	progress?.end();
	progress = undefined;
	await rm(folder, { recursive: true });
});

it('says in a log what is done, how far it is, since when, and how long it usually takes', async () => {
	let time = 0;
	let text = '';
	const screen = { write: (line: string) => (text += line) };
	progress = new Progress(LABEL, folder, screen, () => time);
	await mkdir(join(folder, 'node_modules', 'a', 'node_modules', 'b'), { recursive: true }); // still empty
	await unpack('a');
	time = 65 * SECOND;
	progress.begins('compiling');
	expect(withoutSize(text).split('\n')).toEqual([
		'it: 0:00 (usually 3 to 9 min), ? of about 2,400 MB, downloading and unpacking, 0 of 2 packages',
		'it: 1:05 (usually 3 to 9 min), ? of about 2,400 MB, compiling, 1 of 2 packages',
		'',
	]);
});

it('moves by itself, and says how large it is', async () => {
	let text = '';
	const screen = { write: (line: string) => (text += line) };
	await unpack('a');
	await writeFile(join(folder, 'node_modules', 'a', 'large'), Buffer.alloc(3 * 1024 * 1024));
	let time = 0;
	progress = new Progress(LABEL, folder, screen, () => (time += SECOND), 1);
	expect(await until(() => / 3 of about 2,400 MB/.exec(text)?.[0])).toBeDefined();
});

it('rewrites its line on a terminal, as far as that is wide', async () => {
	const written: string[] = [];
	const screen = { isTTY: true, columns: 20, write: (text: string) => written.push(text) };
	progress = new Progress(LABEL, folder, screen, () => 0);
	progress.end();
	progress = undefined;
	expect(written).toEqual(['\r\u001b[Kit: 0:00 (usually 3', '\n']);
});

it('gives each of two its own lines, on a terminal too', () => {
	const written: string[] = [];
	const screen = { isTTY: true, columns: 20, write: (text: string) => written.push(text) };
	const [one, other] = ['one', 'other'].map(
		(name) => new Progress({ ...LABEL, name }, folder, screen, () => 0),
	);
	written.length = 0;
	other?.begins('compiling');
	one?.begins('compiling');
	expect(written.map((text) => text.slice(0, 8))).toEqual(['other: 0', 'one: 0:0']);
	one?.end();
	other?.end();
});
