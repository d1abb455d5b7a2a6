import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { INodeExecutionData, INodeType, IPollFunctions } from 'n8n-workflow';

/** In n8n's user folder: a line of JSON for each poll that has ended. */
export const POLLS_FILE = 'polls.jsonl';

export interface TimedPoll {
	/** In epoch milliseconds. */
	startedAt: number;
	endedAt: number;
	/** The longest that n8n's event loop was held meanwhile, in milliseconds. */
	longestHold: number;
	/** IDs of the people that it gave. */
	ids: unknown[];
}

/** In milliseconds: how often the event loop is asked, and how long until it surely was. */
const RESOLUTION = 1;
const SETTLED = 10;

/**
 * Our trigger's `poll`, writing down what it took. It stands in for it, in n8n: so it needs nothing from the bench.
 */
export const timedPoll = (poll: NonNullable<INodeType['poll']>) =>
	async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
		delays.enable();
		await wait(SETTLED);
		const startedAt = Date.now();
		const outputs = await poll.call(this);
		const endedAt = Date.now();
		await wait(SETTLED);
		delays.disable();
		const ids = outputs?.flat().map(({ json }) => json.personId) ?? [];
		const timed: TimedPoll = { startedAt, endedAt, longestHold: delays.max / 1e6, ids };
		await appendFile(join(process.env.N8N_USER_FOLDER!, POLLS_FILE), `${JSON.stringify(timed)}\n`);
		return outputs;
	};
