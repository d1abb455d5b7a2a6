/** n8n as a process: loopback only, in a user folder of its own, calling nobody. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { INode } from 'n8n-workflow';
import type { Service } from '../../support/workflow';
import { N8nClient, type StoredCredential, type StoredWorkflow, type WorkflowFile } from './client';
import { readExample } from './exampleFiles';
import { folderOf, NEWEST_N8N, nodeOf, OLDEST_N8N } from './install';
import { installPackage } from './pack';
import type { Run } from './run';
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

/** A module that the oldest version does not know, and would not start with. */
const quietModules = (version: string) =>
	version === OLDEST_N8N ? {} : { N8N_DISABLED_MODULES: 'mcp-registry' };

interface N8nOptions {
	/** n8n keeps all it writes in it, the community packages included. */
	userFolder: string;
	port?: number;
	/** Added to n8n's environment, which holds nothing of ours but PATH. */
	env?: Record<string, string>;
	/** The newest pinned one if not given. */
	version?: string;
	/** `start` if not given. */
	command?: string[];
	/** Where it answers with JSON, and with success, as soon as it is up. */
	readyPath?: string;
	/** Ends it while it starts. */
	stop?: AbortSignal;
}

/** An n8n that can be ended and started again. */
export class N8nProcess {
	private server?: ServerProcess;
	private port?: number;

	constructor(private readonly options: N8nOptions) {}

	/** Whoever launches it closes it. */
	async launch(): Promise<this> {
		const { userFolder, version = NEWEST_N8N, command = ['start'], stop } = this.options;
		const { readyPath = '/rest/settings' } = this.options;
		this.port ??= this.options.port ?? (await getPort({ host: HOST }));
		await mkdir(this.temporaryFolder, { recursive: true });
		this.server = await startServer({
			name: 'n8n',
			command: nodeOf(version),
			args: [join(folderOf(version), 'node_modules', 'n8n', 'bin', 'n8n'), ...command],
			folder: userFolder,
			log: this.logFile,
			env: await this.environment(this.port),
			ping: async () => {
				const response = await fetch(this.url + readyPath);
				// While it migrates its database, n8n is healthy but answers in plain text.
				await response.json();
				if (!response.ok) throw new Error(`n8n answered ${response.status}`);
			},
			stop,
		});
		return this;
	}

	private async environment(port: number): Promise<NodeJS.ProcessEnv> {
		const { userFolder, version = NEWEST_N8N, env } = this.options;
		return {
			PATH: process.env.PATH,
			HOME: userFolder,
			TMPDIR: this.temporaryFolder,
			...QUIET,
			...quietModules(version),
			N8N_USER_FOLDER: userFolder,
			N8N_HOST: HOST,
			N8N_LISTEN_ADDRESS: HOST,
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(await getPort({ host: HOST, exclude: [port] })),
			N8N_SECURE_COOKIE: 'false',
			// A busy machine is no lost database: n8n would answer 503 to everything.
			DB_PING_TIMEOUT_MS: '60000',
			...env,
		};
	}

	get userFolder(): string {
		return this.options.userFolder;
	}

	get logFile(): string {
		return join(this.userFolder, 'n8n.log');
	}

	private get temporaryFolder(): string {
		return join(this.userFolder, 'tmp');
	}

	/** Of the editor. */
	get url(): string {
		return `http://${HOST}:${this.port}`;
	}

	get pid(): number {
		return this.server!.pid;
	}

	/** Fulfilled when it has ended, by whatever. */
	get ended(): Promise<unknown> {
		return this.server!.ended;
	}

	async log(): Promise<string> {
		return await readFile(this.logFile, 'utf8');
	}

	/** Kills it, and starts it again at the same address. */
	async crash(whileItIsDown: () => void): Promise<void> {
		await this.server?.end('SIGKILL');
		whileItIsDown();
		await this.launch();
	}

	/**
	 * Ends n8n and all it has started; what it has kept stays. Throws with the end of its log if it
	 * had ended before by itself.
	 */
	async close(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
		await this.server?.end(signal);
	}
}

export interface RealN8nOptions extends Omit<N8nOptions, 'userFolder'> {
	/** Puts the package into the user folder. */
	install: (userFolder: string) => Promise<void>;
}

export const CREDENTIAL_TYPE = 'audiencePageApi';

/** Our own nodes, and n8n's HTTP Request node where it is told to use our credential. */
const takesCredential = ({ type, parameters }: INode): boolean =>
	type.startsWith('n8n-nodes-audience-page.') || parameters.nodeCredentialType === CREDENTIAL_TYPE;

/** For `install`: a packed package. */
export const tarball = (path: string) => async (userFolder: string) =>
	await installPackage(path, userFolder);

/**
 * A real n8n in a throwaway folder, signed in, with our package and a credential for a service.
 */
export class RealN8n extends N8nProcess {
	client!: N8nClient;
	credential!: StoredCredential;

	/** Whoever starts it closes it. */
	static async start(service: Service, options: RealN8nOptions): Promise<RealN8n> {
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-audience-page-'));
		const n8n = new RealN8n({ ...options, userFolder });
		try {
			await options.install(userFolder);
			await n8n.launch();
			n8n.client = await N8nClient.setUpOwner(n8n.url);
			n8n.credential = await n8n.createCredential(service);
			return n8n;
		} catch (error) {
			await n8n.close();
			throw error;
		}
	}

	/** A credential of our type for a service; its key may be an expression. */
	async createCredential({ url, apiKey }: Service): Promise<StoredCredential> {
		const fields = { baseUrl: url, apiKey };
		return await this.client.createCredential(CREDENTIAL_TYPE, 'Audience Page account', fields);
	}

	async importExample(fileName: string): Promise<StoredWorkflow> {
		return await this.importWorkflow(readExample(fileName));
	}

	/** Imports a workflow, with `credential` chosen on each node that can take it. */
	async importWorkflow(file: WorkflowFile, credential = this.credential): Promise<StoredWorkflow> {
		const { type, id, name } = credential;
		const nodes = file.nodes.map((node) =>
			takesCredential(node) ? { ...node, credentials: { [type]: { id, name } } } : node,
		);
		// As *Import > From file* does; n8n 1 has to be told that the workflow isn't active.
		return await this.client.ask('/rest/workflows', { active: false, ...file, nodes });
	}

	async runFile(file: WorkflowFile, trigger: string, credential?: StoredCredential): Promise<Run> {
		return await this.client.runManually(await this.importWorkflow(file, credential), trigger);
	}

	/** Sends JSON to a published workflow's webhook. */
	async post({ nodes }: StoredWorkflow, body: object): Promise<Response> {
		const { path } = nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')!.parameters;
		return await fetch(`${this.url}/webhook/${path as string}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', connection: 'close' },
			body: JSON.stringify(body),
		});
	}

	override async close(signal?: NodeJS.Signals): Promise<void> {
		try {
			await super.close(signal);
		} finally {
			await rm(this.userFolder, { recursive: true });
		}
	}
}
