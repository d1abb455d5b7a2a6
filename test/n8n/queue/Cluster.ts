import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { Service } from '../../support/workflow';
import { Opened } from '../harness/Opened';
import { installPackage, PACKED_PACKAGE } from '../harness/pack';
import { N8nProcess, RealN8n, type N8nOptions } from '../harness/RealN8n';
import { HOST } from '../harness/serverProcess';
import { Postgres, startRedis } from './servers';

export const CONCURRENCY = 5;

/**
 * A job whose worker has not renewed its lock for so long counts as stalled, in milliseconds: a
 * sixth of n8n's default, so that the loss of a worker is noticed soon, and so that a worker that
 * is merely busy has to renew it in time.
 */
export const LOCK_DURATION = 10_000;

type Env = Record<string, string>;

/** A main's name in the cluster, as the name of its container would be. */
const named = (n: number): Env => ({
	NODE_OPTIONS: `--require=${join(__dirname, 'hostName.cjs')}`,
	TEST_HOST_NAME: `n8n-${n}`,
});

/**
 * n8n in queue mode as its documentation describes it: main, workers, Redis and PostgreSQL. Main
 * and each worker have a user folder and an installation of the package of their own, as in
 * containers of their own, and the encryption key in common. More mains than one are processes side
 * by side, as while an n8n is replaced by its next version: what n8n sells as multi-main, with a
 * leader among them, needs a license.
 */
export class Cluster {
	readonly workers: N8nProcess[] = [];
	/** The first of them is that of `n8n`. */
	readonly mains: N8nProcess[] = [];
	/** By its first main process. */
	n8n!: RealN8n;
	postgres!: Postgres;
	redis!: Awaited<ReturnType<typeof startRedis>>;
	private readonly opened = new Opened();

	/** Takes some 30 seconds. Whoever starts it closes it. */
	static async start(
		service: Service,
		options: { mains?: number; workers?: number; mainEnv?: Env; workerEnv?: Env } = {},
	): Promise<Cluster> {
		const { mains = 1, workers = 2, mainEnv = {}, workerEnv = {} } = options;
		const cluster = new Cluster();
		const { opened } = cluster;
		try {
			const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-audience-page-'));
			opened.add({ close: () => rm(folder, { recursive: true }) });
			cluster.redis = opened.add(await startRedis());
			cluster.postgres = opened.add(await Postgres.start());
			const common = {
				EXECUTIONS_MODE: 'queue',
				QUEUE_BULL_REDIS_HOST: HOST,
				QUEUE_BULL_REDIS_PORT: String(cluster.redis.port),
				QUEUE_WORKER_LOCK_DURATION: String(LOCK_DURATION),
				QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
				QUEUE_WORKER_STALLED_INTERVAL: '5000',
				DB_TYPE: 'postgresdb',
				DB_POSTGRESDB_HOST: HOST,
				DB_POSTGRESDB_PORT: String(cluster.postgres.port),
				DB_POSTGRESDB_USER: 'n8n',
				DB_POSTGRESDB_DATABASE: 'postgres',
				DB_POSTGRESDB_POOL_SIZE: '10',
				N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
			};
			const startProcess = async (
				name: string,
				own: Omit<N8nOptions, 'userFolder'>,
			): Promise<N8nProcess> => {
				const userFolder = join(folder, name);
				await installPackage(PACKED_PACKAGE, userFolder);
				const env = { ...common, ...own.env };
				return opened.add(await new N8nProcess({ ...own, userFolder, env }).launch());
			};
			const env = { ...common, ...mainEnv, ...named(1) };
			cluster.n8n = opened.add(await RealN8n.start(service, { tarball: PACKED_PACKAGE, env }));
			cluster.mains.push(cluster.n8n);
			for (let n = 2; n <= mains; n++)
				cluster.mains.push(await startProcess(`main-${n}`, { env: { ...mainEnv, ...named(n) } }));
			for (let n = 1; n <= workers; n++) {
				const port = await getPort({ host: HOST });
				const ofHealth = {
					QUEUE_HEALTH_CHECK_ACTIVE: 'true',
					QUEUE_HEALTH_CHECK_PORT: String(port),
					N8N_WORKER_SERVER_ADDRESS: HOST,
				};
				const command = ['worker', `--concurrency=${CONCURRENCY}`];
				const own = {
					port,
					env: { ...ofHealth, ...workerEnv },
					command,
					readyPath: '/healthz/readiness',
				};
				cluster.workers.push(await startProcess(`worker-${n}`, own));
			}
			return cluster;
		} catch (error) {
			await cluster.close();
			throw error;
		}
	}

	/** Ends a worker as a crash would. */
	async kill(worker: N8nProcess): Promise<void> {
		this.opened.remove(worker);
		await worker.close('SIGKILL');
	}

	async close(): Promise<void> {
		await this.opened.close();
	}
}
