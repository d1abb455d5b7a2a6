/**
 * Webhook calls that each bring some records are posted while something breaks, then those that
 * failed are posted again.
 */
import type { ExecutionStatus } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest } from '../../service/recording';
import type { Sandbox } from '../../service/sandbox';
import type { StoredWorkflow, WorkflowFile } from '../harness/client';
import { hasEnded } from '../harness/run';
import { audiencePage, INPUT, NODE, postedInto, splitOut, WEBHOOK } from '../harness/steps';
import { forEach, until } from '../harness/until';
import type { Cluster } from './Cluster';

const SOURCE = 'queue';
const DOMAINS = 40;
const POSTED_AT_ONCE = 10;

export interface Call {
	id: string;
	/** Each goes to a domain, and is told from all others by its id. */
	items: Array<{ id: string; domain: string }>;
}

const listOf = <T>(length: number, one: (n: number) => T): T[] =>
	Array.from({ length }, (_, n) => one(n));

export const callsOf = (round: string, calls: number, records: number): Call[] =>
	listOf(calls, (call) => ({
		id: `${round}-${call}`,
		items: listOf(records, (n) => ({
			id: `${round}-${call}-${n}`,
			domain: `queue-${n % DOMAINS}.example`,
		})),
	}));

const idsOf = (calls: Call[]): string[] => calls.flatMap(({ items }) => items.map(({ id }) => id));

/** Answers at once, then writes each record of the call to the account log of its domain. */
export const writingWorkflow = (path = 'records'): WorkflowFile =>
	postedInto(
		path,
		splitOut(INPUT, 'body.items'),
		audiencePage({
			...{ resource: 'accountLog', operation: 'create', source: SOURCE, type: 'deal-won' },
			domain: '={{ $json.domain }}',
			payload: '={{ $json }}',
			idempotencyKey: '={{ $json.id }}',
		}),
	);

export const idOf = ({ body }: RecordedRequest): string => String((body as AccountLog).payload.id);

/** How often each record is in the sandbox, by its id. */
function timesWritten({ store }: Sandbox): Map<string, number> {
	const entries = store.accounts
		.all()
		.flatMap(({ accountId }) => store.accountLogs.of(accountId).all());
	const byId = Map.groupBy(
		entries.filter(({ source }) => source === SOURCE),
		({ payload }) => String(payload.id),
	);
	return new Map(Array.from(byId, ([id, all]) => [id, all.length]));
}

export interface Stage {
	sandbox: Sandbox;
	cluster: Cluster;
	workflow: StoredWorkflow;
}

/**
 * What came of calls that n8n took: their executions, when all have ended. It reads what n8n has
 * stored.
 */
async function executionsOf(
	{ cluster, workflow }: Stage,
	calls: Call[],
): Promise<Array<[id: string, status: ExecutionStatus]>> {
	const sql = `SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflow.id}'`;
	const read = async () => (await cluster.postgres.query(sql)) as Array<[string, ExecutionStatus]>;
	const known = new Map(await read());
	await forEach(calls, POSTED_AT_ONCE, async (call) => {
		const { ok, status } = await cluster.n8n.post(workflow, call);
		if (!ok) throw new Error(`n8n answered ${status} to a call`);
	});
	return await until(async () => {
		const added = (await read()).filter(([id]) => !known.has(id));
		const isOver = added.length >= calls.length && added.every(([, status]) => hasEnded(status));
		return isOver ? added : undefined;
	});
}

/** Lists have to be empty, but for `failed`. */
export interface Round {
	/** From the first call to the end of the last execution. */
	seconds: number;
	/**
	 * Calls that n8n shows as successful, though not all of their records are reported and there
	 * once.
	 */
	incomplete: string[];
	/** Executions that n8n shows as something else. */
	failed: string[];
	twice: string[];
	/**
	 * Records that are not there once at the end, when the calls that did not succeed were posted
	 * again.
	 */
	notOnce: string[];
}

/**
 * Posts all calls while something breaks.
 *
 * The service does nothing about doubles until it is over: what is sent twice is there twice. When
 * calls are posted again it knows all keys, for nothing else can tell what it has of a call that
 * failed.
 */
export async function playRound(
	stage: Stage,
	calls: Call[],
	breakIt = async () => {},
): Promise<Round> {
	const { sandbox, cluster } = stage;
	const startedAt = performance.now();
	sandbox.requests.length = 0;
	sandbox.settings.idempotency = 'ignore';
	const [ended] = await Promise.all([executionsOf(stage, calls), breakIt()]);
	const seconds = (performance.now() - startedAt) / 1000;

	const times = timesWritten(sandbox);
	const successful: string[] = [];
	const incomplete: string[] = [];
	for (const [id] of ended.filter(([, status]) => status === 'success')) {
		const run = await cluster.n8n.client.waitForRun(id);
		const { body } = run.node(WEBHOOK).items[0]!.json as unknown as { body: Call };
		successful.push(body.id);
		const isReported = run.node(NODE).items.length === body.items.length;
		if (!isReported || !idsOf([body]).every((one) => times.get(one) === 1))
			incomplete.push(body.id);
	}

	sandbox.settings.idempotency = 'first';
	const others = calls.filter(({ id }) => !successful.includes(id));
	await executionsOf(stage, others);
	const atTheEnd = timesWritten(sandbox);
	const all = idsOf(calls);
	return {
		seconds,
		incomplete,
		failed: ended.filter(([, status]) => status !== 'success').map(([id]) => id),
		twice: all.filter((id) => (times.get(id) ?? 0) > 1),
		notOnce: all.filter((id) => atTheEnd.get(id) !== 1),
	};
}
