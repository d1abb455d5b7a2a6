/** One work, all its ways, round by round, and what the sandbox says to it. */
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNTS, entries } from './entries';
import type { Round, WorkResult } from './figures';
import type { Tarballs } from './packages';
import { startSandboxProcess, type SandboxProcess } from './sandbox';
import { startWay, type Way } from './ways';
import type { WayName, Work } from './works';

/** Between two runs: n8n and the sandbox come to rest, a rate limit's bucket is full again. */
const PAUSE = 1500;
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
	const { port, tarballs, stop, onRound } = options;
	const sandbox = await startSandboxProcess(port, ['--accounts', String(ACCOUNTS), ...work.sandbox]);
	const ways: Array<{ name: WayName; way: Way; rounds: number }> = [];
	const result: WorkResult = { work, rounds: new Map() };
	try {
		for (const [name, rounds = options.rounds] of work.ways) {
			stop.throwIfAborted();
			ways.push({ name, rounds, way: await startWay(name, work.job, sandbox, tarballs) });
			await warmUp(work, ways.at(-1)!.way);
		}
		for (let n = 0; n < options.rounds; n++) {
			for (const { name, way } of ways.filter(({ rounds }) => n < rounds)) {
				stop.throwIfAborted();
				await wait(PAUSE);
				const round = await runOnce(work, way, sandbox);
				result.rounds.set(name, [...(result.rounds.get(name) ?? []), round]);
				onRound(name, round);
			}
		}
		return result;
	} finally {
		await Promise.all([...ways.map(({ way }) => way.close()), sandbox.close()]);
	}
}

/** Uncounted: what is measured is a service in use, not the first run after its start. */
async function warmUp({ job }: Work, way: Way): Promise<void> {
	await way.run(job === 'create' ? entries(WARM_UP) : []);
}

async function runOnce({ job, records }: Work, way: Way, sandbox: SandboxProcess): Promise<Round> {
	const before = await sandbox.state();
	const { ids, failure, ...figures } = await way.run(job === 'create' ? entries(records) : []);
	const after = await sandbox.state();
	const problems = failure === undefined ? [] : [failure];
	if (job === 'create')
		problems.push(...shortfall('written', after.accountLogs - before.accountLogs, records));
	// Ids that differ, as many as there are records, are each record once.
	if (failure === undefined) problems.push(...shortfall('in the output', new Set(ids).size, records));
	const refused = (after.status429 - before.status429) / (after.requests - before.requests);
	return { ...figures, refused, problems };
}

function shortfall(what: string, count: number, expected: number): string[] {
	return count === expected ? [] : [`${count} of ${expected} ${what}`];
}
