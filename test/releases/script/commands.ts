/** Commands of git and npm, run in a folder. */
import { execFile, spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Refusal } from './steps';

const run = promisify(execFile);

/** Without the programs of this project: another clone brings its own. */
const environment = (): NodeJS.ProcessEnv => {
	const paths = (process.env.PATH ?? '').split(delimiter);
	return { ...process.env, PATH: paths.filter((path) => !path.includes('node_modules')).join(delimiter) };
};

/** What a short command prints. @throws Refusal with what it says, if it fails */
export async function output(folder: string, command: string, ...args: string[]): Promise<string> {
	try {
		const { stdout } = await run(command, args, { cwd: folder, env: environment() });
		return stdout.trimEnd();
	} catch (error) {
		const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
		const line = [command, ...args].join(' ');
		throw new Refusal(`${line} failed:\n${stdout}${stderr}`, 'mend what it says, and start again');
	}
}

/** Those that end a release. */
export const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const SHOWN_LINES = 40;

/** A long command, with the file that gets all it prints. */
export interface LongCommand {
	folder: string;
	log: string;
	command: string;
	args?: string[];
	env?: Record<string, string>;
	/** Is given each line as it comes. */
	onLine?: (line: string) => void;
}

/** @throws Refusal with its last lines, if it fails */
export async function runLong({ folder, log, command, args = [], env, onLine }: LongCommand): Promise<void> {
	// In a process group of its own: a signal ends all that it has started, whoever sends it.
	const child = spawn(command, args, { cwd: folder, env: { ...environment(), ...env }, detached: true });
	const forward = (signal: NodeJS.Signals) => process.kill(-child.pid!, signal);
	for (const signal of SIGNALS) process.on(signal, forward);
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	for (const stream of [child.stdout, child.stderr]) {
		createInterface({ input: stream }).on('line', (line) => {
			appendFileSync(log, `${line}\n`);
			onLine?.(line);
		});
	}
	const code = await ended.finally(() => SIGNALS.forEach((signal) => process.off(signal, forward)));
	if (code === 0) return;
	const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
	throw new Refusal(
		[...lines.slice(-SHOWN_LINES), `All of it: ${log}`].join('\n'),
		`mend what fails in ${[command, ...args].join(' ')}, commit it, and start again`,
	);
}
