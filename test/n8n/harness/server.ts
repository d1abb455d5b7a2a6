/** One n8n process: loopback only, in a user folder of its own, calling nobody. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { PINNED_N8N } from './install';
import { nodeOf } from './node';
import { HOST, startServer } from './serverProcess';

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

/** The same, for a module that older versions don't know, and don't start with if it is named. */
const quietNewer = (folder: string) =>
	existsSync(join(folder, 'node_modules', 'n8n', 'dist', 'modules', 'mcp-registry'))
		? { N8N_DISABLED_MODULES: 'mcp-registry' }
		: undefined;

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
	/** Ends it while it starts. */
	stop?: AbortSignal;
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
	 * @param signal SIGTERM by default: n8n has 45 seconds to end in its own way
	 * @throws Error with the end of n8n's log, if n8n had ended by itself before
	 */
	close(signal?: EndSignal): Promise<void>;
}

/**
 * Starts an installed n8n (see `ensureN8n`) and waits until it answers.
 *
 * @throws Error with the end of n8n's log, if it ends or does not answer in ten minutes
 */
export async function startN8n({
	userFolder,
	port,
	env,
	folder = PINNED_N8N,
	command = ['start'],
	readyPath = '/rest/settings',
	stop,
}: N8nServerOptions): Promise<N8nServer> {
	const editorPort = port ?? (await getPort({ host: HOST }));
	const brokerPort = await getPort({ host: HOST, exclude: [editorPort] });
	const url = `http://${HOST}:${editorPort}`;
	const log = join(userFolder, 'n8n.log');
	const temporary = join(userFolder, 'tmp');
	await mkdir(temporary, { recursive: true });
	const server = await startServer({
		name: 'n8n',
		command: nodeOf(folder),
		args: [join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), ...command],
		folder: userFolder,
		log,
		env: {
			PATH: process.env.PATH,
			HOME: userFolder,
			TMPDIR: temporary,
			...QUIET,
			...quietNewer(folder),
			N8N_USER_FOLDER: userFolder,
			N8N_HOST: HOST,
			N8N_LISTEN_ADDRESS: HOST,
			N8N_PORT: String(editorPort),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			N8N_SECURE_COOKIE: 'false',
			DB_PING_TIMEOUT_MS: '60000', // a busy machine is no lost database: n8n would answer 503 to everything
			...env,
		},
		ping: () => answerOf(url + readyPath),
		stop,
	});
	return { url, pid: server.pid, log, close: (signal = 'SIGTERM') => server.end(signal) };
}

/** While it migrates its database, n8n is healthy but answers in plain text. */
async function answerOf(url: string): Promise<void> {
	const response = await fetch(url);
	await response.json();
	if (!response.ok) throw new Error(`n8n answered ${response.status}`);
}
