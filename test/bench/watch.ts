/** What n8n's other users would notice of a run: how long n8n does not answer, how much memory it takes. */
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const KIBIBYTE = 1024;
/** proc(5): makes the present use of memory the peak. */
const RESET_PEAK = '5';
const INTERVAL = 50;
/** After a long silence n8n closes connections that it takes for idle, and a question on its way is lost. */
const ONE_REQUEST_A_CONNECTION = { connection: 'close' };

export interface Watched {
	/** Peak of the resident memory of n8n's main process since the watch began, in bytes. */
	peakBytes: number;
	/** The longest that a question asked or open within the period (epoch milliseconds) waited, in milliseconds. */
	longestWait: (from: number, to: number) => number;
}

/**
 * Watches one n8n, which it asks for its health every 50 ms: who watches has little else to do meanwhile. Linux only:
 * reads /proc.
 *
 * @returns what ends the watch
 */
export async function watch(n8nUrl: string, pid: number): Promise<() => Promise<Watched>> {
	await writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK);
	const asked: Array<{ at: number; answeredAt: number }> = [];
	let watching = true;
	const ask = async () => {
		while (watching) {
			const at = Date.now();
			const response = await fetch(`${n8nUrl}/healthz`, { headers: ONE_REQUEST_A_CONNECTION });
			await response.arrayBuffer();
			const answeredAt = Date.now();
			asked.push({ at, answeredAt });
			await wait(Math.max(0, at + INTERVAL - answeredAt));
		}
	};
	const asking = ask();
	return async () => {
		const peakBytes = await peakOf(pid);
		watching = false;
		await asking;
		const waits = (from: number, to: number) =>
			asked
				.filter(({ at, answeredAt }) => at <= to && answeredAt >= from)
				.map(({ at, answeredAt }) => answeredAt - at);
		return { peakBytes, longestWait: (from, to) => Math.max(0, ...waits(from, to)) };
	};
}

async function peakOf(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * KIBIBYTE;
}
