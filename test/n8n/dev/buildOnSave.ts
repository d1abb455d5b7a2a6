import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { name } from '../../../package.json';

const ROOT = join(__dirname, '..', '..', '..');

/** A tool as in a terminal: its lines are printed, but for empty ones. */
export interface Tool {
	close(): Promise<void>;
	/** Rejects if the tool ends, or all is stopped, before it has printed the words. */
	prints(words: string, stop: AbortSignal): Promise<void>;
}

export function startTool(command: string, args: string[], env = {}): Tool {
	const tool = spawn(command, args, {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(tool, 'exit');
	const lines = createInterface(tool.stdout);
	lines.on('line', (line) => line !== '' && console.log(line));
	return {
		close: async () => {
			tool.kill();
			await ended;
		},
		prints: async (words, stop) =>
			await new Promise((resolve, reject) => {
				lines.on('line', (line) => line.includes(words) && resolve());
				const fail = () => reject(new Error(`${command} has ended`));
				ended.then(fail, reject);
				stop.addEventListener('abort', fail);
			}),
	};
}

/**
 * Builds the package where an n8n in this user folder looks for it, and again at each save; prints
 * what the tools say. A build with errors writes nothing: n8n goes on with the last one that had
 * none. `opened` ends the tools.
 *
 * @throws Error if a tool ends before the first build without errors
 */
export async function buildOnSave(
	userFolder: string,
	stop: AbortSignal,
	opened: AsyncDisposableStack,
): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	await mkdir(folder, { recursive: true });
	await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
	const outDir = join(folder, 'dist');
	const compile = ['--watch', '--preserveWatchOutput', '--noEmitOnError', '--outDir', outDir];
	const tsc = startTool('tsc', compile);
	opened.defer(async () => await tsc.close());
	const gulp = startTool('gulp', ['watch'], { OUT_DIR: outDir });
	opened.defer(async () => await gulp.close());
	await Promise.all([tsc.prints('Found 0 errors', stop), gulp.prints("Finished 'assets'", stop)]);
}
