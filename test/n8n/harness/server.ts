/** One n8n process: loopback only, in a user folder of its own, calling nobody. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { nodeOf, OLDEST_N8N, PINNED_N8N } from './install';

const HOST = '127.0.0.1';
const START_TIMEOUT = 120_000;
const STOP_TIMEOUT = 10_000;
const POLL_INTERVAL = 100;
const LINES_TO_SHOW = 20;

/** Everything that would leave the machine, or ask its user for something, is off. */
const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_PYTHON_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** The same, for a module that the oldest n8n does not know. */
const quietNewer = (folder: string) =>
	folder === OLDEST_N8N ? undefined : { N8N_DISABLED_MODULES: 'mcp-registry' };

export interface N8nServerOptions {
	/** Absolute path; n8n keeps all it writes in it, the community packages included. */
	userFolder: string;
	/** A free one if not given. */
	port?: number;
	/** Added to n8n's environment, which holds nothing of ours but PATH. */
	env?: Record<string, string>;
	/** Which pinned n8n. */
	folder?: string;
	/** The command of n8n and its arguments; `start` if not given. */
	command?: string[];
	/** Where it answers with JSON, and with success, as soon as it is up. */
	readyPath?: string;
}

/** What tells n8n to end, or ends it as a crash would. */
export type EndSignal = 'SIGTERM' | 'SIGKILL';

export interface N8nServer {
	/** Such as `http://127.0.0.1:5678`. */
	url: string;
	/** Of n8n's main process; task runners have processes of their own. */
	pid: number;
	/** Path of the file with all that n8n prints. */
	log: string;
	/**
	 * Ends n8n and all it has started, and waits until it has ended.
	 *
	 * @param signal SIGTERM by default: n8n has 10 seconds to end in its own way
	 * @throws Error with the end of n8n's log, if n8n had ended by itself before
	 */
	close(signal?: EndSignal): Promise<void>;
}

/**
 * Starts an installed n8n (see `ensureN8n`) and waits until it answers.
 *
 * @throws Error with the end of n8n's log, if it ends or does not answer in 2 minutes
 */
export async function startN8n({
	userFolder,
	port,
	env,
	folder = PINNED_N8N,
	command = ['start'],
	readyPath = '/rest/settings',
}: N8nServerOptions): Promise<N8nServer> {
	const editorPort = port ?? (await getPort({ host: HOST }));
	const brokerPort = await getPort({ host: HOST, exclude: [editorPort] });
	const log = join(userFolder, 'n8n.log');
	await mkdir(userFolder, { recursive: true });
	const output = await open(log, 'a');
	const n8n = spawn(nodeOf(folder), [join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), ...command], {
		cwd: userFolder,
		detached: true, // a process group of its own: n8n starts task runners
		stdio: ['ignore', output.fd, output.fd],
		env: {
			PATH: process.env.PATH,
			HOME: userFolder,
			...QUIET,
			...quietNewer(folder),
			N8N_USER_FOLDER: userFolder,
			N8N_HOST: HOST,
			N8N_LISTEN_ADDRESS: HOST,
			N8N_PORT: String(editorPort),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_SECURE_COOKIE: 'false',
			...env,
		},
	});
	await output.close();

	const url = `http://${HOST}:${editorPort}`;
	try {
		await untilItAnswers(n8n, url + readyPath, log);
	} catch (error) {
		await stop(n8n, 'SIGTERM');
		throw error;
	}
	const close = async (signal: EndSignal = 'SIGTERM') => {
		const endedByItself = hasEnded(n8n);
		await stop(n8n, signal);
		if (endedByItself) throw new Error(`n8n ended by itself. ${await endOf(log)}`);
	};
	return { url, pid: n8n.pid!, log, close };
}

/** While it migrates its database, n8n is healthy but answers in plain text. */
async function untilItAnswers(n8n: ChildProcess, url: string, log: string): Promise<void> {
	const deadline = Date.now() + START_TIMEOUT;
	const isUp = () =>
		fetch(url)
			.then(async (response) => {
				await response.json();
				return response.ok;
			})
			.catch(() => false);
	while (!(await isUp())) {
		if (hasEnded(n8n)) throw new Error(`n8n ended while it started. ${await endOf(log)}`);
		if (Date.now() > deadline) throw new Error(`n8n does not answer at ${url}. ${await endOf(log)}`);
		await wait(POLL_INTERVAL);
	}
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
	exitCode !== null || signalCode !== null;

async function endOf(log: string): Promise<string> {
	const lines = (await readFile(log, 'utf8')).trimEnd().split('\n');
	return `The end of its log:\n${lines.slice(-LINES_TO_SHOW).join('\n')}`;
}

async function stop(n8n: ChildProcess, signal: EndSignal): Promise<void> {
	if (n8n.pid === undefined) return;
	if (!hasEnded(n8n)) {
		const ended = once(n8n, 'exit');
		signalGroup(n8n.pid, signal);
		await Promise.race([ended, wait(STOP_TIMEOUT, undefined, { ref: false })]);
	}
	signalGroup(n8n.pid, 'SIGKILL'); // whatever did not listen, task runners too
	if (!hasEnded(n8n)) await once(n8n, 'exit');
}

function signalGroup(leader: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-leader, signal);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}
