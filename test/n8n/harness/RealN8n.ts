/** n8n as a process: loopback only, in a user folder of its own, calling nobody. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { INode } from 'n8n-workflow';
import type { Service } from '../../support/workflow';
import { N8nClient, type StoredCredential, type StoredWorkflow, type WorkflowFile } from './client';
import { readExample } from './exampleFiles';
import { nodeOf, PINNED_N8N } from './install';
import { installPackage, packPackage } from './pack';
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

/** The same, for a module that older versions don't know, and don't start with if it is named. */
const quietNewer = (folder: string) =>
	existsSync(join(folder, 'node_modules/n8n/dist/modules/mcp-registry')) && {
		N8N_DISABLED_MODULES: 'mcp-registry',
	};

export interface N8nOptions {
	/** n8n keeps all it writes in it, the community packages included. */
	userFolder: string;
	port?: number;
	/** Added to n8n's environment, which holds nothing of ours but PATH. */
	env?: Record<string, string>;
	/** Which installed n8n; the newest pinned one if not given. */
	folder?: string;
	/** `start` if not given. */
	command?: string[];
	/** Where it answers with JSON, and with success, as soon as it is up. */
	readyPath?: string;
	/** Ends it while it starts. */
	stop?: AbortSignal;
}

type EndSignal = 'SIGTERM' | 'SIGKILL';

/** An n8n that can be ended and started again. */
export class N8nProcess {
	readonly userFolder: string;
	readonly logFile: string;
	private server?: ServerProcess;
	private port?: number;

	constructor(private readonly options: N8nOptions) {
		this.userFolder = options.userFolder;
		this.logFile = join(options.userFolder, 'n8n.log');
	}

	/** Whoever launches it closes it. */
	async launch(): Promise<this> {
		const {
			userFolder,
			env,
			folder = PINNED_N8N,
			command = ['start'],
			readyPath,
			stop,
		} = this.options;
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
			ping: async () => {
				const response = await fetch(this.url + (readyPath ?? '/rest/settings'));
				await response.json(); // while it migrates its database, n8n is healthy but answers in plain text
				if (!response.ok) throw new Error(`n8n answered ${response.status}`);
			},
			stop,
		});
		return this;
	}

	/** Of the editor. */
	get url(): string {
		return `http://${HOST}:${this.port}`;
	}

	get pid(): number {
		return this.server!.pid;
	}

	async log(): Promise<string> {
		return await readFile(this.logFile, 'utf8');
	}

	/** Ends it, and starts it again at the same address. */
	async restart(
		signal: EndSignal,
		whileItIsDown: () => void | Promise<void> = () => {},
	): Promise<void> {
		await this.server?.end(signal);
		await whileItIsDown();
		await this.launch();
	}

	/**
	 * Ends n8n and all it has started; what it has kept stays. Throws with the end of its log if it
	 * had ended before.
	 */
	async close(signal: EndSignal = 'SIGTERM'): Promise<void> {
		await this.server?.end(signal);
	}
}

export interface RealN8nOptions extends Omit<N8nOptions, 'userFolder'> {
	/** The package to install; this project's, built and packed for it, if not given. */
	tarball?: string;
	/** Puts the package into the user folder by itself, in place of a tarball. */
	install?: (userFolder: string) => Promise<void>;
}

export const CREDENTIAL_TYPE = 'audiencePageApi';

/** Our own nodes, and n8n's HTTP Request node where it is told to use our credential. */
const takesCredential = ({ type, parameters }: INode): boolean =>
	type.startsWith('n8n-nodes-audience-page.') || parameters.nodeCredentialType === CREDENTIAL_TYPE;

/**
 * A real n8n in a throwaway folder, signed in, with the packed package and a credential for a
 * service.
 */
export class RealN8n extends N8nProcess {
	client!: N8nClient;
	credential!: StoredCredential;

	/** Whoever starts it closes it. */
	static async start(service: Service, options: RealN8nOptions = {}): Promise<RealN8n> {
		const { tarball, install, ...ofProcess } = options;
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-audience-page-'));
		const n8n = new RealN8n({ ...ofProcess, userFolder });
		try {
			if (install) await install(userFolder);
			else await installPackage(tarball ?? (await packPackage(userFolder)), userFolder);
			await n8n.launch();
			n8n.client = await N8nClient.setUpOwner(n8n.url);
			const fields = { baseUrl: service.url, apiKey: service.apiKey };
			n8n.credential = await n8n.client.createCredential(
				CREDENTIAL_TYPE,
				'Audience Page account',
				fields,
			);
			return n8n;
		} catch (error) {
			await n8n.close();
			throw error;
		}
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

	override async close(signal?: EndSignal): Promise<void> {
		try {
			await super.close(signal);
		} finally {
			await rm(this.userFolder, { recursive: true });
		}
	}
}
