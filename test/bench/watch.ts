/** What n8n's other users would notice of a run: how long n8n does not answer, how much memory it takes. */
import { readFile, writeFile } from 'node:fs/promises';
import { ask, endChild, startChild } from './child';
import type { Asked } from './healthz';

const KIBIBYTE = 1024;
/** proc(5): makes the present use of memory the peak. */
const RESET_PEAK = '5';

export interface Watched {
	/** Peak of the resident memory of n8n's main process since the watch began, in bytes. */
	peakBytes: number;
	/** The longest that a question asked or open within the period (epoch milliseconds) waited, in milliseconds. */
	longestWait: (from: number, to: number) => number;
}

/** Watches one n8n from a process of its own. Linux only: reads /proc. */
export class Watch {
	private readonly asker;

	constructor(
		n8nUrl: string,
		private readonly pid: number,
	) {
		this.asker = startChild('healthz.ts', [n8nUrl]);
	}

	async start(): Promise<void> {
		await writeFile(`/proc/${this.pid}/clear_refs`, RESET_PEAK);
		await ask(this.asker, 'start');
	}

	async stop(): Promise<Watched> {
		const peakBytes = await this.peakBytes();
		const asked = await ask<Asked[]>(this.asker, 'stop');
		return {
			peakBytes,
			longestWait: (from, to) =>
				Math.max(
					0,
					...asked
						.filter(({ at, answeredAt }) => at <= to && answeredAt >= from)
						.map(({ at, answeredAt }) => answeredAt - at),
				),
		};
	}

	async close(): Promise<void> {
		await endChild(this.asker);
	}

	private async peakBytes(): Promise<number> {
		const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
		return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * KIBIBYTE;
	}
}
