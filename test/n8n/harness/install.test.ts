import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from '../../support/pinnedPackage';
import { ensureN8n } from './install';

vi.mock('node:fs/promises', async () => ({
	...(await vi.importActual<typeof fs>('node:fs/promises')),
	statfs: vi.fn(),
}));
vi.mock('../../support/pinnedPackage', async () => ({
	...(await vi.importActual<object>('../../support/pinnedPackage')),
	ensureInstalled: vi.fn(),
}));

const BLOCK = 4096;
const roomFor = (gibibytes: number) => ({ bavail: (gibibytes * 1024 ** 3) / BLOCK, bsize: BLOCK });

describe('ensureN8n', () => {
	const path = process.env.PATH;
	let folder: string;

	/** Puts programs of these names, and no others, on the PATH. */
	async function haveOnly(...commands: string[]): Promise<void> {
		const bin = join(folder, 'bin');
		await fs.mkdir(bin);
		for (const command of commands) await fs.writeFile(join(bin, command), '', { mode: 0o755 });
		process.env.PATH = bin;
	}

	beforeEach(async () => {
		folder = await fs.mkdtemp(join(tmpdir(), 'pinned-n8n-'));
		await fs.writeFile(join(folder, 'package.json'), '{ "dependencies": { "n8n": "1.2.3" } }');
		await fs.writeFile(join(folder, 'package-lock.json'), '{}');
		vi.mocked(fs.statfs).mockResolvedValue(roomFor(4) as never);
		vi.mocked(ensureInstalled).mockClear();
	});

	afterEach(async () => {
		process.env.PATH = path;
		await fs.rm(folder, { recursive: true });
	});

	it('installs, and compiles for the Node that the package brings the headers of', async () => {
		await haveOnly('c++', 'make', 'python3');
		await ensureN8n(folder);
		const node = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
		expect(ensureInstalled).toHaveBeenCalledWith(folder, 'n8n 1.2.3 (about two minutes)', [
			{
				args: ['rebuild', 'sqlite3', 'isolated-vm'],
				env: { PATH: `${join(node, 'bin')}:${process.env.PATH}`, npm_config_nodedir: node },
			},
		]);
	});

	it.each([
		[['make', 'python3'], 'a C++ compiler (g++)'],
		[['g++', 'python3'], 'make'],
		[['g++', 'make'], 'Python 3 (python3)'],
		[[], 'a C++ compiler (g++), make, Python 3 (python3)'],
	])('names in one line what is missing where there is only %j', async (commands, missing) => {
		await haveOnly(...commands);
		await expect(ensureN8n(folder)).rejects.toThrow(
			new Error(`To install n8n 1.2.3, this machine lacks: ${missing}`),
		);
		expect(ensureInstalled).not.toHaveBeenCalled();
	});

	it('does not begin without disk room', async () => {
		await haveOnly('g++', 'make', 'python3');
		vi.mocked(fs.statfs).mockResolvedValue(roomFor(3.5) as never);
		await expect(ensureN8n(folder)).rejects.toThrow(
			new Error(`To install n8n 1.2.3, this machine lacks: disk room (3.5 of 4.0 GiB free at ${folder})`),
		);
		expect(ensureInstalled).not.toHaveBeenCalled();
	});
});
