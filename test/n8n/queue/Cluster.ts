import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { Service } from '../../support/workflow';
import { N8nProcess } from '../harness/N8nProcess';
import { Opened } from '../harness/Opened';
import { installPackage, packPackage } from '../harness/pack';
import { RealN8n } from '../harness/RealN8n';
import { startN8n, type N8nServer } from '../harness/server';
import { HOST } from '../harness/serverProcess';
import { Postgres } from './Postgres';
import { Redis } from './Redis';

/** Executions that a worker runs at once. */
export const CONCURRENCY = 5;

/**
 * A job whose worker has not renewed its lock for so long counts as stalled, in milliseconds: a sixth of n8n's default,
 * so that the loss of a worker is noticed soon, and so that a worker that is merely busy has to renew it in time.
 */
export const LOCK_DURATION = 10_000;

const LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: String(LOCK_DURATION),
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

export interface Worker {
	readonly userFolder: string;
	/** Ids of the executions that it has begun, as its log says. */
	startedExecutions(): Promise<string[]>;
	/** Ends it as a crash would. */
	kill(): Promise<void>;
}

export interface ClusterOptions {
	/** How many main processes; 1 if not given. */
	mains?: number;
	/** How many workers; 2 if not given. */
	workers?: number;
	/** Added to the environment of the mains. */
	mainEnv?: Record<string, string>;
}

/**
 * n8n in queue mode as its documentation describes it: main, workers, Redis and PostgreSQL. Main and each worker have
 * a user folder and an installation of the package of their own, as in containers of their own, and the encryption key
 * in common. More mains than one are processes side by side, as while an n8n is replaced by its next version: what n8n
 * sells as multi-main, with a leader among them, needs a licence.
 */
export class Cluster {
	readonly workers: Worker[] = [];
	/** The first of them is that of `n8n`. */
	readonly mains: N8nProcess[];

	private constructor(
		private readonly opened: Opened,
		private readonly folder: string,
		private readonly tarball: string,
		private readonly env: Record<string, string>,
		readonly redis: Redis,
		readonly postgres: Postgres,
		/** By its first main process. */
		readonly n8n: RealN8n,
	) {
		this.mains = [n8n.main];
	}

	/** Takes some 30 seconds. Whoever starts it closes it. */
	static async start(
		service: Service,
		{ mains = 1, workers = 2, mainEnv = {} }: ClusterOptions = {},
	): Promise<Cluster> {
		const opened = new Opened();
		try {
			const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-audience-page-'));
			opened.add({ close: () => rm(folder, { recursive: true }) });
			const redis = opened.add(await Redis.start());
			const postgres = opened.add(await Postgres.start());
			const tarball = await packPackage(folder);
			const env = environment(redis, postgres);
			const n8n = opened.add(
				await RealN8n.start(service, { tarball, env: { ...env, ...mainEnv, ...named(1) } }),
			);
			const cluster = new Cluster(opened, folder, tarball, env, redis, postgres, n8n);
			for (let n = 1; n < mains; n++) await cluster.startMain(mainEnv);
			for (let n = 0; n < workers; n++) await cluster.startWorker();
			return cluster;
		} catch (error) {
			await opened.close();
			throw error;
		}
	}

	private async startMain(env: Record<string, string>): Promise<void> {
		const n = this.mains.length + 1;
		const userFolder = join(this.folder, `main-${n}`);
		await installPackage(this.tarball, userFolder);
		const main = await N8nProcess.start({ userFolder, env: { ...this.env, ...env, ...named(n) } });
		this.mains.push(this.opened.add(main));
	}

	/** Starts one more worker. */
	async startWorker(): Promise<Worker> {
		const userFolder = join(this.folder, `worker-${this.workers.length + 1}`);
		await installPackage(this.tarball, userFolder);
		const port = await getPort({ host: HOST });
		const health = {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: HOST,
		};
		const server = await startN8n({
			userFolder,
			port,
			env: { ...this.env, ...health },
			command: ['worker', `--concurrency=${CONCURRENCY}`],
			readyPath: '/healthz/readiness',
		});
		this.opened.add(server);
		const worker: Worker = {
			userFolder,
			startedExecutions: () => startedIn(server.log),
			kill: () => this.kill(server),
		};
		this.workers.push(worker);
		return worker;
	}

	/** Ends everything and removes all folders. */
	async close(): Promise<void> {
		await this.opened.close();
	}

	private async kill(server: N8nServer): Promise<void> {
		this.opened.remove(server);
		await server.close('SIGKILL');
	}
}

/** A main's name in the cluster, as the name of its container would be. */
const named = (n: number): Record<string, string> => ({
	NODE_OPTIONS: `--require=${join(__dirname, 'hostName.cjs')}`,
	TEST_HOST_NAME: `n8n-${n}`,
});

/** What main and workers have in common. */
const environment = (redis: Redis, postgres: Postgres): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: HOST,
	QUEUE_BULL_REDIS_PORT: String(redis.port),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: HOST,
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_USER: postgres.user,
	DB_POSTGRESDB_DATABASE: postgres.database,
	DB_POSTGRESDB_POOL_SIZE: '10',
	N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
	...LOCKS,
});

async function startedIn(log: string): Promise<string[]> {
	const text = await readFile(log, 'utf8');
	return Array.from(text.matchAll(/^Worker started execution (\d+)/gm), ([, id]) => id!);
}
