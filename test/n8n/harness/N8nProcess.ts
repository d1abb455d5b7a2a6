/** One n8n process: loopback only, in a user folder of its own, calling nobody. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { PINNED_N8N } from './install';
import { nodeOf } from './node';
import { HOST, startServer, type ServerProcess } from './serverProcess';

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

export interface N8nOptions {
	/** Absolute path; n8n keeps all it writes in it, the community packages included. */
	userFolder: string;
	/** A free one if not given. */
	port?: number;
	/** Added to n8n's environment, which holds nothing of ours but PATH. */
	env?: Record<string, string>;
	/** Which installed n8n (see `installN8n`); the newest pinned one if not given. */
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

/** An n8n that can be ended and started again. */
export class N8nProcess {
	private server?: ServerProcess;
	private port?: number;

	constructor(private readonly options: N8nOptions) {}

	/**
	 * Takes some 5 seconds. Whoever launches it closes it.
	 *
	 * @throws Error with the end of n8n's log, if it ends or does not answer in ten minutes
	 */
	async launch(): Promise<this> {
		const { userFolder, env, folder = PINNED_N8N, command = ['start'], readyPath, stop } = this.options;
		this.port ??= this.options.port ?? (await getPort({ host: HOST }));
		const temporary = join(userFolder, 'tmp');
		await mkdir(temporary, { recursive: true });
		this.server = await startServer({
			name: 'n8n',
			command: nodeOf(folder),
			args: [join(folder, 'node_modules', 'n8n', 'bin', 'n8n'), ...command],
			folder: userFolder,
			log: this.logFile,
			env: {
				PATH: process.env.PATH,
				HOME: userFolder,
				TMPDIR: temporary,
				...QUIET,
				...quietNewer(folder),
				N8N_USER_FOLDER: userFolder,
				N8N_HOST: HOST,
				N8N_LISTEN_ADDRESS: HOST,
				N8N_PORT: String(this.port),
				N8N_RUNNERS_BROKER_PORT: String(await getPort({ host: HOST, exclude: [this.port] })),
				N8N_SECURE_COOKIE: 'false',
				DB_PING_TIMEOUT_MS: '60000', // a busy machine is no lost database: n8n would answer 503 to everything
				...env,
			},
			ping: () => answerOf(this.url + (readyPath ?? '/rest/settings')),
			stop,
		});
		return this;
	}

	/** All that it keeps beside its database is in it. */
	get userFolder(): string {
		return this.options.userFolder;
	}

	/** Address of the editor, such as `http://127.0.0.1:5678`. */
	get url(): string {
		return `http://${HOST}:${this.port}`;
	}

	/** Of n8n's main process; task runners have processes of their own. */
	get pid(): number {
		return this.server!.pid;
	}

	/** All that it has printed, before restarts too. */
	async log(): Promise<string> {
		return await readFile(this.logFile, 'utf8');
	}

	/** Ends it, and starts it again at the same address with all that it has kept. */
	async restart(signal: EndSignal, whileItIsDown: () => void | Promise<void> = () => {}): Promise<void> {
		await this.server?.end(signal);
		await whileItIsDown();
		await this.launch();
	}

	/**
	 * Ends n8n and all it has started; what it has kept stays.
	 *
	 * @param signal SIGTERM by default: n8n has 45 seconds to end in its own way
	 * @throws Error with the end of n8n's log, if n8n had ended by itself before
	 */
	async close(signal: EndSignal = 'SIGTERM'): Promise<void> {
		await this.server?.end(signal);
	}

	private get logFile(): string {
		return join(this.userFolder, 'n8n.log');
	}
}

/** While it migrates its database, n8n is healthy but answers in plain text. */
async function answerOf(url: string): Promise<void> {
	const response = await fetch(url);
	await response.json();
	if (!response.ok) throw new Error(`n8n answered ${response.status}`);
}
