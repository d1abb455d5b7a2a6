import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { name } from '../../../package.json';

const ROOT = join(__dirname, '..', '..', '..');

/**
 * Builds the package where an n8n in this user folder looks for it, and again at each save; prints what the tools say. A
 * build with errors writes nothing: n8n goes on with the last one that had none.
 *
 * @returns after the first build without errors, what ends the tools
 * @throws Error if a tool ends before
 */
export async function buildOnSave(
	userFolder: string,
	stop: AbortSignal,
): Promise<{ close(): Promise<void> }> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	await mkdir(folder, { recursive: true });
	await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
	const outDir = join(folder, 'dist');
	const compile = ['--watch', '--preserveWatchOutput', '--noEmitOnError', '--outDir', outDir];
	const tools = [
		startTool('tsc', compile, 'Found 0 errors', stop),
		startTool('gulp', ['watch'], "Finished 'assets'", stop, { OUT_DIR: outDir }),
	];
	const close = async () => {
		await Promise.all(tools.map(({ end }) => end()));
	};
	await Promise.all(tools.map(({ ready }) => ready)).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	return { close };
}

/** Prints its lines; it is ready when one of them has these words. */
function startTool(command: string, args: string[], words: string, stop: AbortSignal, env = {}) {
	const tool: ChildProcess = spawn(command, args, {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(tool, 'exit');
	const ready = new Promise<void>((resolve, reject) => {
		createInterface(tool.stdout!).on('line', (line) => {
			if (line !== '') console.log(line);
			if (line.includes(words)) resolve();
		});
		const fail = () => reject(new Error(`${command} has ended`));
		ended.then(fail, reject);
		stop.addEventListener('abort', fail);
	});
	return {
		ready,
		end: async () => {
			tool.kill();
			await ended;
		},
	};
}
