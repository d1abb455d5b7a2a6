import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import getPort from 'get-port';
import { runningCommands, runningProcesses } from '../../support/processes';
import { HOST } from '../harness/serverProcess';
import { until } from '../harness/until';

const ROOT = join(__dirname, '..', '..', '..');
const LEFT_OUT = ['.git', 'coverage', 'dist', 'node_modules', 'output'];

export interface StartOptions {
	/** Of package.json. */
	script: 'start' | 'dev';
	args?: string[];
	/** Added to the environment. */
	env?: Record<string, string>;
	/** Changes the copy before the command starts. */
	change?: (folder: string) => Promise<void>;
}

/** `npm start` or `npm run dev` in a copy of this project, as in a terminal of its own. */
export class StartCommand {
	private printed = '';

	private constructor(
		/** The copy. */
		readonly folder: string,
		readonly port: number,
		readonly sandboxPort: number,
		/** Where it has to put all that it throws away. */
		private readonly temporary: string,
		private readonly npm: ChildProcess,
	) {
		for (const stream of [npm.stdout, npm.stderr])
			stream?.on('data', (data: Buffer) => (this.printed += data.toString()));
	}

	static async start({ script, args = [], env, change }: StartOptions): Promise<StartCommand> {
		const folder = await mkdtemp(join(tmpdir(), 'dev-'));
		await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
		await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
		await change?.(folder);
		const temporary = await mkdtemp(join(tmpdir(), 'thrown-away-'));
		const port = await getPort({ host: HOST });
		const sandboxPort = await getPort({ host: HOST, exclude: [port] });
		const ports = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
		// A process group of its own, which a terminal sends its Ctrl-C to.
		const npm = spawn('npm', ['run', script, '--', ...ports, ...args], {
			cwd: folder,
			detached: true,
			env: { ...process.env, TMPDIR: temporary, ...env },
		});
		return new StartCommand(folder, port, sandboxPort, temporary, npm);
	}

	/** Waits until it has printed this, after what was waited for before. */
	async prints(pattern: RegExp): Promise<RegExpExecArray> {
		return await until(() => {
			const found = pattern.exec(this.printed);
			if (found !== null) this.printed = this.printed.slice(found.index + found[0].length);
			else if (this.hasEnded) throw new Error(`It has ended:\n${this.printed}`);
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

	/** The ID of n8n's main process, as soon as there is one. */
	async n8n(): Promise<number> {
		return await until(async () => {
			const ours = new Set(await this.processes());
			return (await runningCommands()).find(
				({ pid, command }) => ours.has(pid) && /\/bin\/n8n start/.test(command),
			)?.pid;
		});
	}

	/**
	 * Waits for its end.
	 *
	 * @returns its exit code, what it has printed after what was waited for, and what it has left in folders to be thrown away
	 */
	async end(): Promise<{ code: number | null; printed: string; left: string[] }> {
		if (!this.hasEnded) await once(this.npm, 'close');
		// Of Node and tsx, for the next start.
		const isCache = (name: string) => /^(node-compile-cache|tsx-\d+)$/.test(name);
		const left = (await readdir(this.temporary)).filter((name) => !isCache(name));
		return { code: this.npm.exitCode, printed: this.printed, left };
	}

	/** Ctrl-C, and its end. */
	async interrupt(): ReturnType<StartCommand['end']> {
		process.kill(-this.npm.pid!, 'SIGINT');
		return await this.end();
	}

	async close(): Promise<void> {
		if (!this.hasEnded) await this.interrupt();
		for (const one of [this.folder, this.temporary]) await rm(one, { recursive: true });
	}

	private get hasEnded(): boolean {
		return this.npm.exitCode !== null || this.npm.signalCode !== null;
	}
}
