/** Webhook calls that each bring some records are posted while something breaks, then those that failed are posted again. */
import type { ExecutionStatus } from 'n8n-workflow';
import type { AccountLog } from '../../service/records';
import type { RecordedRequest } from '../../service/recording';
import type { Sandbox } from '../../service/sandbox';
import type { Row } from '../../support/table';
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

const listOf = <T>(length: number, one: (n: number) => T): T[] => Array.from({ length }, (_, n) => one(n));

export const callsOf = (round: string, calls: number, records: number): Call[] =>
	listOf(calls, (call) => ({
		id: `${round}-${call}`,
		items: listOf(records, (n) => ({ id: `${round}-${call}-${n}`, domain: `queue-${n % DOMAINS}.example` })),
	}));

const idsOf = (calls: Call[]): string[] => calls.flatMap(({ items }) => items.map(({ id }) => id));

/** Answers at once, then writes each record of the call to the account log of its domain. */
export const writingWorkflow = (): WorkflowFile =>
	postedInto(
		'records',
		splitOut(INPUT, 'body.items'),
		audiencePage({
			...{ resource: 'accountLog', operation: 'create', source: SOURCE, type: 'deal-won' },
			domain: '={{ $json.domain }}',
			payload: '={{ $json }}',
			options: { idempotencyKeyMode: 'content' },
		}),
	);

export const idOf = ({ body }: RecordedRequest): string => String((body as AccountLog).payload.id);

/** How often each record is in the sandbox, by its id. */
function timesWritten({ store }: Sandbox): Map<string, number> {
	const entries = store.accounts.all().flatMap(({ accountId }) => store.accountLogs.of(accountId).all());
	const own = entries.filter(({ source }) => source === SOURCE);
	const byId = Map.groupBy(own, ({ payload }) => String(payload.id));
	return new Map(Array.from(byId, ([id, all]) => [id, all.length]));
}

export interface Stage {
	sandbox: Sandbox;
	cluster: Cluster;
	workflow: StoredWorkflow;
}

/** Posts the calls, some at once. @returns those that n8n did not accept */
async function post(calls: Call[], { cluster, workflow }: Stage): Promise<Call[]> {
	const refused: Call[] = [];
	await forEach(calls, POSTED_AT_ONCE, async (call) => {
		const answer = await cluster.n8n.post(workflow, call).catch(() => undefined);
		if (answer?.ok !== true) refused.push(call);
	});
	return refused;
}

/**
 * Has calls posted, and waits until so many executions have come of those that were accepted, and all have ended. It
 * reads what n8n has stored: its list misses some where it goes on to a next page.
 */
async function executionsOf(
	{ cluster, workflow }: Stage,
	posting: () => Promise<number>,
): Promise<Array<[id: string, status: ExecutionStatus]>> {
	const sql = `SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflow.id}'`;
	const read = async () => (await cluster.postgres.query(sql)) as Array<[string, ExecutionStatus]>;
	const known = new Map(await read());
	const accepted = await posting();
	return await until(async () => {
		const added = (await read()).filter(([id]) => !known.has(id));
		const isOver = added.length >= accepted && added.every(([, status]) => hasEnded(status));
		return isOver ? added : undefined;
	});
}

export interface Round {
	calls: number;
	records: number;
	/** From the first call to the end of the last execution. */
	seconds: number;
	/** How many calls n8n did not accept. */
	refused: number;
	/** How many executions n8n shows as successful; of these, the calls whose records are not all reported and there once. */
	successful: number;
	incomplete: string[];
	failed: string[];
	/** How many records of calls that did not succeed are there all the same. */
	writtenByFailed: number;
	twice: string[];
	/** Records that are not there once at the end, when the calls that did not succeed were posted again. */
	notOnce: string[];
}

/**
 * @param play posts all calls, and breaks something meanwhile. The service does nothing about doubles until it is over:
 * what is sent twice is there twice. When calls are posted again it knows all keys, for nothing else can tell what it
 * has of a call that failed.
 */
export async function playRound(
	stage: Stage,
	calls: Call[],
	play: (postSome: (some: Call[]) => Promise<void>) => Promise<void>,
): Promise<Round> {
	const { sandbox, cluster } = stage;
	const startedAt = performance.now();
	const refused: Call[] = [];
	sandbox.requests.length = 0;
	sandbox.settings.idempotency = 'ignore';
	const ended = await executionsOf(stage, async () => {
		await play(async (some) => void refused.push(...(await post(some, stage))));
		return calls.length - refused.length;
	});
	const seconds = (performance.now() - startedAt) / 1000;

	const times = timesWritten(sandbox);
	const successful: string[] = [];
	const incomplete: string[] = [];
	for (const [id] of ended.filter(([, status]) => status === 'success')) {
		const run = await cluster.n8n.client.waitForRun(id);
		const { body } = run.node(WEBHOOK).items[0]!.json as unknown as { body: Call };
		successful.push(body.id);
		const isReported = run.node(NODE).items.length === body.items.length;
		if (!isReported || !idsOf([body]).every((one) => times.get(one) === 1)) incomplete.push(body.id);
	}

	sandbox.settings.idempotency = 'first';
	const others = calls.filter(({ id }) => !successful.includes(id));
	await executionsOf(stage, async () => others.length - (await post(others, stage)).length);
	const atTheEnd = timesWritten(sandbox);
	const all = idsOf(calls);
	return {
		...{ calls: calls.length, records: all.length, seconds, refused: refused.length },
		...{ successful: successful.length, incomplete },
		failed: ended.filter(([, status]) => status !== 'success').map(([id]) => id),
		writtenByFailed: idsOf(others).filter((id) => times.has(id)).length,
		twice: all.filter((id) => (times.get(id) ?? 0) > 1),
		notOnce: all.filter((id) => atTheEnd.get(id) !== 1),
	};
}

/** The figures of a round, as a row of a table. */
export const rowOf = (what: string, round: Round): Row => ({
	'What happens': what,
	Calls: String(round.calls),
	Records: String(round.records),
	Seconds: round.seconds.toFixed(0),
	'Calls shown as failed': String(round.failed.length),
	'Calls refused': String(round.refused),
	'Records of failed calls, written': String(round.writtenByFailed),
	'Records written twice': String(round.twice.length),
	'Records there once, after failed calls were posted again': String(round.records - round.notOnce.length),
});
