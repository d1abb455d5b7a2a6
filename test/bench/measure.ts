/** One work, all its ways, round by round, and what the sandbox says to it. */
import { ACCOUNTS } from './entries';
import type { Round, WorkResult } from './figures';
import { shortfall, type Job } from './jobs/job';
import type { Tarballs } from './packages';
import { startSandboxProcess, type SandboxProcess } from './sandbox';
import type { Done, Way } from './way';
import { startWay } from './ways';
import type { WayName, Work } from './works';

const WARM_UP = 200;

export interface MeasureOptions {
	rounds: number;
	port: number;
	tarballs: Tarballs;
	stop: AbortSignal;
	/** Called after each run. */
	onRound: (way: WayName, round: Round) => void;
}

/** Measures a work: a round is one run of each way, so that a slow moment of the machine hits all alike. */
export async function measure(work: Work, options: MeasureOptions): Promise<WorkResult> {
	const { job } = work;
	const { port, tarballs, stop, onRound } = options;
	const sandbox = await startSandboxProcess(port, ['--accounts', String(ACCOUNTS), ...work.sandbox]);
	const ways: Array<{ name: WayName; way: Way; rounds: number }> = [];
	const result: WorkResult = { work, rounds: new Map() };
	try {
		for (const [name, rounds = options.rounds] of work.ways) {
			stop.throwIfAborted();
			const way = await startWay(name, job, sandbox, tarballs);
			ways.push({ name, rounds, way });
			// Uncounted: what is measured is a service in use, not the first run after its start.
			await job.prepare?.(sandbox, WARM_UP);
			await run(job, way, WARM_UP);
		}
		for (let n = 0; n < options.rounds; n++) {
			for (const { name, way } of ways.filter(({ rounds }) => n < rounds)) {
				stop.throwIfAborted();
				await way.rest();
				const round = await runOnce(job, way, sandbox);
				result.rounds.set(name, [...(result.rounds.get(name) ?? []), round]);
				onRound(name, round);
			}
		}
		return result;
	} finally {
		await Promise.all([...ways.map(({ way }) => way.close()), sandbox.close()]);
	}
}

async function run({ items, executions = 1 }: Job, way: Way, count: number): Promise<Done> {
	const all = items?.(count) ?? [];
	const batch = all.length / executions;
	return await way.run(Array.from({ length: executions }, (_, n) => all.slice(n * batch, (n + 1) * batch)));
}

async function runOnce(job: Job, way: Way, sandbox: SandboxProcess): Promise<Round> {
	const { records } = job;
	await job.prepare?.(sandbox, records);
	const before = await sandbox.state();
	const { ids, failure, ...figures } = await run(job, way, records);
	const after = await sandbox.state();
	const problems = failure === undefined ? [] : [failure];
	problems.push(...((await job.problems?.(sandbox, before, records)) ?? []));
	// Ids that differ, as many as there are records, are each record once.
	if (failure === undefined) problems.push(...shortfall('in the output', new Set(ids).size, records));
	const requests = after.requests - before.requests;
	const refused = (after.status429 - before.status429) / requests;
	return { ...figures, requests, refused, problems };
}
