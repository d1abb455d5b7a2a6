import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { PINNED_N8N } from '../harness/install';
import { HOST } from '../harness/serverProcess';
import { until } from '../harness/until';

const ROOT = join(__dirname, '..', '..', '..');
const LEFT_OUT = ['.git', 'coverage', 'dist', 'node_modules', 'output'];

/** `npm run dev` in a copy of this project, as in a terminal of its own. */
export class DevCommand {
	private printed = '';

	private constructor(
		/** The copy. */
		readonly folder: string,
		readonly port: number,
		readonly sandboxPort: number,
		private readonly npm: ChildProcess,
	) {
		for (const stream of [npm.stdout, npm.stderr])
			stream?.on('data', (data: Buffer) => (this.printed += data.toString()));
	}

	static async start(): Promise<DevCommand> {
		const folder = await mkdtemp(join(tmpdir(), 'dev-'));
		await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
		for (const place of [ROOT, PINNED_N8N]) {
			const modules = join(place, 'node_modules');
			await symlink(modules, join(folder, relative(ROOT, modules)));
		}
		const port = await getPort({ host: HOST });
		const sandboxPort = await getPort({ host: HOST, exclude: [port] });
		const ports = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
		// A process group of its own, which a terminal sends its Ctrl-C to.
		const npm = spawn('npm', ['run', 'dev', '--', ...ports], { cwd: folder, detached: true });
		return new DevCommand(folder, port, sandboxPort, npm);
	}

	/** Waits until it has printed this, after what was waited for before. */
	async prints(pattern: RegExp): Promise<RegExpExecArray> {
		return await until(() => {
			const found = pattern.exec(this.printed);
			if (found !== null) this.printed = this.printed.slice(found.index + found[0].length);
			else if (this.hasEnded) throw new Error(`npm run dev has ended:\n${this.printed}`);
			return found ?? undefined;
		});
	}

	/** Ids of all its processes. */
	async processes(): Promise<number[]> {
		const parents = await runningProcesses();
		const isOurs = (pid?: number): boolean =>
			pid !== undefined && (pid === this.npm.pid || isOurs(parents.get(pid)));
		return [...parents.keys()].filter(isOurs);
	}

	/** Ctrl-C, and its end. */
	async interrupt(): Promise<void> {
		const ended = once(this.npm, 'close');
		process.kill(-this.npm.pid!, 'SIGINT');
		await ended;
	}

	async close(): Promise<void> {
		if (!this.hasEnded) await this.interrupt();
		await rm(this.folder, { recursive: true });
	}

	private get hasEnded(): boolean {
		return this.npm.exitCode !== null || this.npm.signalCode !== null;
	}
}

/** The parent of each process of this machine that runs; one that has ended and waits for its parent does not. */
export async function runningProcesses(): Promise<Map<number, number>> {
	const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,stat=']);
	const rows = stdout
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/));
	const running = rows.filter(([, , state = '']) => !state.startsWith('Z'));
	return new Map(running.map(([pid, parent]) => [Number(pid), Number(parent)]));
}
