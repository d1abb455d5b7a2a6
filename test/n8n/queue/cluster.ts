import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import getPort from 'get-port';
import type { Service } from '../../support/workflow';
import { installPackage, PACKED_PACKAGE } from '../harness/pack';
import { N8nProcess, RealN8n, tarball } from '../harness/RealN8n';
import { HOST } from '../harness/serverProcess';
import { startPostgres, startRedis, type Postgres, type Redis } from './servers';

/** How many executions a worker runs at the same time. */
export const CONCURRENCY = 5;

type Env = Record<string, string>;

/**
 * The durable scheduler as n8n's documentation has it, but for times: each is as short as the polls
 * of the tests allow.
 */
const DURABLE_SCHEDULER: Env = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '1',
	N8N_SCHEDULER_LEASE_DURATION: '6',
	N8N_SCHEDULER_POLL_TIMEOUT: '5',
};

/**
 * n8n in queue mode as its documentation describes it. Main and each worker have a user folder and
 * an installation of the package of their own, as in containers of their own.
 */
export interface Cluster {
	/** By its main process. */
	n8n: RealN8n;
	workers: N8nProcess[];
	postgres: Postgres;
	redis: Redis;
}

function environment(postgres: Postgres, redis: Redis): Env {
	return {
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: HOST,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: HOST,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_POOL_SIZE: '10',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		// A sixth of the defaults, so that the loss of a worker is noticed soon.
		QUEUE_WORKER_LOCK_DURATION: '10000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
		QUEUE_WORKER_STALLED_INTERVAL: '5000',
		...DURABLE_SCHEDULER,
	};
}

async function startWorker(userFolder: string, env: Env): Promise<N8nProcess> {
	await installPackage(PACKED_PACKAGE, userFolder);
	const port = await getPort({ host: HOST });
	const health = {
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: HOST,
	};
	const command = ['worker', `--concurrency=${CONCURRENCY}`];
	const readyPath = '/healthz/readiness';
	return await new N8nProcess({
		userFolder,
		port,
		command,
		readyPath,
		env: { ...env, ...health },
	}).launch();
}

/** Starts main, two workers, Redis and PostgreSQL; `opened` closes them. */
export async function startCluster(
	service: Service,
	opened: AsyncDisposableStack,
): Promise<Cluster> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-audience-page-'));
	opened.defer(async () => await rm(folder, { recursive: true }));
	const redis = opened.adopt(await startRedis(), async (server) => await server.close());
	const postgres = opened.adopt(await startPostgres(), async (server) => await server.close());
	const env = environment(postgres, redis);
	const install = tarball(PACKED_PACKAGE);
	const n8n = await RealN8n.start(service, { install, env });
	opened.defer(async () => await n8n.close());
	const workers: N8nProcess[] = [];
	for (const name of ['worker-1', 'worker-2']) {
		const worker = await startWorker(join(folder, name), env);
		opened.defer(async () => await worker.close());
		workers.push(worker);
	}
	return { n8n, workers, postgres, redis };
}
