/** npm as a process of ours: its output in a log, and its end in words. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { signalGroup } from '../../n8n/harness/serverProcess';

/** An npm command. */
export interface NpmStep {
	/** What comes after `npm`, such as `['rebuild', 'sqlite3']`. */
	args: string[];
	/** Added to this process's environment. */
	env?: Record<string, string>;
}

/** Without network an install would try each of its packages for minutes. */
export const PLAIN = [
	...['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'],
	...['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
];

/** The codes of npm, and of Node, for a registry that isn't reached. */
const UNREACHED =
	/^npm error code (E?AI_AGAIN|ECONN\w+|ENET\w+|EHOST\w+|ENOTFOUND|EPIPE|E\w*TIMEDOUT|ERR_SOCKET\w*|FETCH_ERROR)$/m;

/** What npm says of its failure, such as the version that there isn't. */
const REASON = /^npm error (?!code |A complete log)(?:[a-z]+ )?(.+)/gm;

/**
 * Runs npm to its end, in a process group of its own: where `stop` is aborted, or this process ends, npm and all it
 * has started end at once. They leave what they were about half done.
 *
 * @param log path of the file that takes npm's output
 * @throws Error in one sentence, if the registry isn't reached, the disk is full or npm was killed; else with npm's reason
 * and the log's path
 */
export async function runNpm(
	folder: string,
	log: string,
	{ args, env }: NpmStep,
	stop?: AbortSignal,
): Promise<void> {
	stop?.throwIfAborted();
	const output = await open(log, 'a');
	const npm = spawn('npm', args, {
		cwd: folder,
		detached: true,
		env: { ...process.env, ...env },
		stdio: ['ignore', output.fd, output.fd],
	});
	const kill = (): void => {
		if (npm.pid !== undefined) signalGroup(npm.pid, 'SIGKILL');
	};
	stop?.addEventListener('abort', kill);
	const onExit = (): void => {
		kill();
		rmSync(log, { force: true });
	};
	process.prependListener('exit', onExit); // before what removes the folder
	let ending: string;
	try {
		ending = await new Promise<string>((resolve) => {
			npm.once('error', (error) => resolve(error.message));
			npm.once('close', (code, signal) => resolve(code === 0 ? '' : `exit ${signal ?? code}`));
		});
	} finally {
		stop?.removeEventListener('abort', kill);
		process.off('exit', onExit);
		await output.close();
	}
	if (ending === '') return;
	kill(); // what npm has left behind
	const printed = await readFile(log, 'utf8');
	const sentence = stop?.aborted === true ? 'Stopped' : sentenceFor(ending, printed);
	if (sentence !== undefined) {
		await rm(log);
		throw new Error(sentence);
	}
	const reasons = Array.from(printed.matchAll(REASON), ([, reason]) => reason);
	throw new Error([`npm ${args[0]}: ${ending}`, ...reasons, `npm's output: ${log}`].join('\n'));
}

/** Says what is wrong with the machine, if that is why npm failed. */
function sentenceFor(ending: string, printed: string): string | undefined {
	const [, code] = UNREACHED.exec(printed) ?? [];
	if (code !== undefined) {
		return `npm does not reach its registry (${code}): check the network, and \`registry\` and \`proxy\` in \`npm config list\``;
	}
	if (ending === 'exit SIGKILL')
		return 'npm was killed, as it is where memory is short: end other programs, or give the machine more';
	return printed.includes('ENOSPC') ? 'The disk is full: make room, and start again' : undefined;
}
