/** The processes of this machine. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { until } from '../n8n/harness/until';

/**
 * The parent of each process of this machine that runs; one that has ended and waits for its parent
 * does not.
 */
export async function runningProcesses(): Promise<Map<number, number>> {
	const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,stat=']);
	const rows = stdout
		.trim()
		.split('\n')
		.map((line) => line.trim().split(/\s+/));
	const running = rows.filter(([, , state = '']) => !state.startsWith('Z'));
	return new Map(running.map(([pid, parent]) => [Number(pid), Number(parent)]));
}

/** Whether a process runs, of whomever. */
export function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Waits until none of them runs. */
export async function untilEnded(pids: number[]): Promise<true> {
	return await until(async () => {
		const running = await runningProcesses();
		return pids.some((pid) => running.has(pid)) ? undefined : true;
	});
}
