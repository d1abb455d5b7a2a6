/** Calls are posted while something breaks, then those that failed are posted again: what came of it. */
import type { ExecutionStatus } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import type { Row } from '../../support/table';
import type { StoredWorkflow } from '../harness/client';
import { hasEnded } from '../harness/run';
import { until } from '../harness/until';
import type { Cluster } from './Cluster';
import { post, recordsOf, reportOf, timesThere, type Call } from './calls';

export interface Stage {
	sandbox: Sandbox;
	cluster: Cluster;
	workflow: StoredWorkflow;
}

/** Posts calls; resolves when n8n has answered to all. */
export type Post = (calls: Call[]) => Promise<void>;

export interface Round {
	calls: number;
	records: number;
	/** From the first call to the end of the last execution. */
	seconds: number;
	/** Calls that n8n did not accept. */
	refused: number;
	/** Executions that n8n shows as successful; of these, the calls whose records are not all reported and there once. */
	successful: number;
	incomplete: string[];
	/** All other executions. */
	failed: string[];
	/** Records of calls that did not succeed, that are there all the same. */
	writtenByFailed: number;
	/** Records that are there more than once. */
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
	play: (post: Post) => Promise<void>,
): Promise<Round> {
	const { sandbox, cluster, workflow } = stage;
	const startedAt = performance.now();
	const before = await executionsOf(stage);
	const refused: Call[] = [];
	sandbox.requests.length = 0;
	sandbox.settings.idempotency = 'ignore';
	await play(async (some) => {
		refused.push(...(await post(some, cluster.n8n, workflow)));
	});
	const ended = await endOf(stage, before, calls.length - refused.length);
	const seconds = (performance.now() - startedAt) / 1000;

	const times = timesThere(sandbox);
	const timesOf = (some: Call[]) => recordsOf(some).map((id) => times.get(id) ?? 0);
	const successful: Call[] = [];
	const incomplete: string[] = [];
	for (const { id } of ended.filter(({ status }) => status === 'success')) {
		const report = reportOf(await cluster.n8n.client.waitForRun(id));
		const call = calls.find((one) => one.id === report.call)!;
		successful.push(call);
		const isComplete = report.written === call.items.length && timesOf([call]).every((count) => count === 1);
		if (!isComplete) incomplete.push(call.id);
	}

	sandbox.settings.idempotency = 'first';
	const others = calls.filter((call) => !successful.includes(call));
	const known = await executionsOf(stage);
	await post(others, cluster.n8n, workflow);
	await endOf(stage, known, others.length);
	const atTheEnd = timesThere(sandbox);
	return {
		calls: calls.length,
		records: recordsOf(calls).length,
		seconds,
		refused: refused.length,
		successful: successful.length,
		incomplete,
		failed: ended.filter(({ status }) => status !== 'success').map(({ id }) => id),
		writtenByFailed: timesOf(others).filter((count) => count > 0).length,
		twice: recordsOf(calls).filter((id) => (times.get(id) ?? 0) > 1),
		notOnce: recordsOf(calls).filter((id) => atTheEnd.get(id) !== 1),
	};
}

interface Execution {
	id: string;
	status: ExecutionStatus;
}

/** Those of the workflow, as n8n has stored them: its list misses some where it goes on to a next page. */
async function executionsOf({ cluster, workflow }: Stage): Promise<Execution[]> {
	const rows = await cluster.postgres.query(
		`SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflow.id}'`,
	);
	return rows.map(([id, status]) => ({ id: id!, status: status as ExecutionStatus }));
}

/** Waits until so many executions have come to those known before, and all of them have ended. */
async function endOf(stage: Stage, before: Execution[], count: number): Promise<Execution[]> {
	const known = new Set(before.map(({ id }) => id));
	return await until(async () => {
		const added = (await executionsOf(stage)).filter(({ id }) => !known.has(id));
		const isOver = added.length >= count && added.every(({ status }) => hasEnded(status));
		return isOver ? added : undefined;
	});
}

/** The figures of rounds by their names, as rows of a table. */
export function roundRows(rounds: Map<string, Round>): Row[] {
	return [...rounds].map(([name, round]) => ({
		'What happens': name,
		Calls: String(round.calls),
		Records: String(round.records),
		Seconds: round.seconds.toFixed(0),
		'Calls shown as failed': String(round.failed.length),
		'Calls refused': String(round.refused),
		'Records of failed calls, written': String(round.writtenByFailed),
		'Records written twice': String(round.twice.length),
		'Records there once, after failed calls were posted again': String(round.records - round.notOnce.length),
	}));
}
