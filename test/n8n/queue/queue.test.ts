/** Queue mode: main with the durable scheduler, two workers, Redis and PostgreSQL. */
import type { ExecutionStatus } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import { startSandbox, type RecordedRequest, type Sandbox } from '../../service/sandbox';
import { addEntries } from '../harness/accountLog';
import type { StoredWorkflow } from '../harness/client';
import { PolledWorkflow } from '../harness/PolledWorkflow';
import { hasEnded } from '../harness/run';
import { audiencePage, INPUT, pollTimesEvery, postedInto, splitOut } from '../harness/steps';
import { until, untilTrue } from '../harness/until';
import { filesWith } from '../harness/useN8n';
import { CONCURRENCY, startCluster, type Cluster } from './cluster';

const SOURCE = 'queue';
const CALLS = 16;
const RECORDS_OF_CALL = 50;
/** Of each call, so many records are written before a worker is killed. */
const WRITTEN_BEFORE = 10;

/** What a call brings: each record is told from all others by its ID. */
interface CalledRecord {
	id: string;
	call: number;
	place: number;
	domain: string;
}

const recordsOf = (call: number): CalledRecord[] =>
	Array.from({ length: RECORDS_OF_CALL }, (_, place) => ({
		id: `${call}-${place}`,
		call,
		place,
		domain: `queue-${place}.example`,
	}));

const calls = Array.from({ length: CALLS }, (_, call) => recordsOf(call));
const allIds = calls.flat().map(({ id }) => id);

/** Answers at once, then writes each record of the call to the account log of its domain. */
const writingWorkflow = postedInto(
	'records',
	splitOut(INPUT, 'body.items'),
	audiencePage({
		...{ resource: 'accountLog', operation: 'create', source: SOURCE, type: 'deal-won' },
		domain: '={{ $json.domain }}',
		payload: '={{ $json }}',
		idempotencyKey: '={{ $json.id }}',
	}),
);

const recordIn = ({ body }: RecordedRequest): CalledRecord =>
	(body as AccountLog).payload as unknown as CalledRecord;

const opened = new AsyncDisposableStack();
let sandbox: Sandbox;
let cluster: Cluster;

beforeAll(async () => {
	sandbox = await startSandbox({ apiKey: 'key-that-stays-secret' });
	opened.defer(async () => await sandbox.close());
	cluster = await startCluster(sandbox, opened);
});
afterAll(async () => await opened.disposeAsync());

/** The IDs of the records that are in the account logs, as often as they are. */
function writtenIds(): string[] {
	const { accounts, accountLogs } = sandbox.store;
	const entries = accounts.all().flatMap(({ accountId }) => accountLogs.of(accountId).all());
	const written = entries.filter(({ source }) => source === SOURCE);
	return written.map(({ payload }) => payload.id as string);
}

/** Posts all calls, and waits until their executions have ended: how each did. */
async function statusesOf(workflow: StoredWorkflow): Promise<ExecutionStatus[]> {
	const sql = `SELECT status FROM execution_entity WHERE "workflowId" = '${workflow.id}'`;
	const read = async () => (await cluster.postgres.query(sql)).flat() as ExecutionStatus[];
	const { length: before } = await read();
	for (const items of calls) await cluster.n8n.post(workflow, { items });
	return await until(async () => {
		const statuses = await read();
		const isOver = statuses.length === before + CALLS && statuses.every(hasEnded);
		return isOver ? statuses : undefined;
	});
}

it('writes each record once, though a worker is killed in the middle', async () => {
	const workflow = await cluster.n8n.importWorkflow(writingWorkflow);
	await cluster.n8n.client.publish(workflow);
	const waiting = new Set<number>();
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	sandbox.settings.onRequest = async (request) => {
		const { call, place } = recordIn(request);
		if (place < WRITTEN_BEFORE) return;
		waiting.add(call);
		await released;
	};
	const ended = statusesOf(workflow);
	await untilTrue(() => waiting.size === cluster.workers.length * CONCURRENCY);
	await cluster.workers[0]!.close('SIGKILL');
	sandbox.settings.onRequest = () => {};
	release();

	const failed = (await ended).filter((status) => status !== 'success');
	expect(failed).toHaveLength(CONCURRENCY);
	const ids = writtenIds();
	const isWhole = (records: CalledRecord[]) => records.every(({ id }) => ids.includes(id));
	expect(calls.filter(isWhole).length).toBeGreaterThanOrEqual(CALLS - CONCURRENCY);

	// Whoever posts all again writes only what is missing.
	await statusesOf(workflow);
	expect(writtenIds().sort()).toEqual([...allIds].sort());
});

/** See docs/TRIGGER.md, "With n8n's durable scheduler". */
it('starts a workflow once for each record, though main is killed while it polls', async () => {
	const { accountId } = sandbox.store.accounts.all()[0]!;
	const parameters = { event: 'accountLogCreated', accountId, pollTimes: pollTimesEvery(5) };
	const workflow = await PolledWorkflow.import(cluster.n8n, parameters);
	await workflow.publish();
	const saved = `SELECT 1 FROM poller_state WHERE "workflowId" = '${workflow.id}' AND cursor::text LIKE '%"state"%'`;
	await untilTrue(async () => (await cluster.postgres.query(saved)).length > 0);

	const { promise: polling, resolve: begin } = Promise.withResolvers<void>();
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	sandbox.settings.onRequest = async () => {
		begin();
		await released;
	};
	addEntries(sandbox, accountId, 'before');
	await polling;
	await cluster.n8n.crash(() => {
		addEntries(sandbox, accountId, 'while it was down');
		release();
	});
	await workflow.entriesOf(2);
	addEntries(sandbox, accountId, 'after');
	const ids = (await workflow.entriesOf(3)).flat();
	expect(ids.sort()).toEqual(['after', 'before', 'while it was down']);
	await workflow.unpublish();
});

it('leaves the API key nowhere: not in the database, not in Redis, not in a log', async () => {
	const { postgres, redis, n8n, workers } = cluster;
	const dump = await postgres.dump();
	expect(dump).toContain('queue-1.example');
	expect(dump).not.toContain(sandbox.apiKey);
	expect(await filesWith('executionId', redis.folder)).not.toEqual([]);
	const userFolders = [n8n, ...workers].map(({ userFolder }) => userFolder);
	for (const folder of [redis.folder, ...userFolders])
		expect([folder, ...(await filesWith(sandbox.apiKey, folder))]).toEqual([folder]);
});
