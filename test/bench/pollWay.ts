import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { RealN8n } from '../n8n/harness/RealN8n';
import { until } from '../n8n/harness/until';
import { PolledWorkflow } from '../n8n/trigger/PolledWorkflow';
import type { Service } from '../support/workflow';
import { POLLS_FILE, type TimedPoll } from './timedPoll';
import { Watch } from './watch';
import type { Done, Way } from './way';

/** A workflow that our trigger starts, on an n8n of its own: a run is the next poll. */
export class PollWay implements Way {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly watch: Watch,
	) {}

	/** Ready when the first poll has ended, in which the trigger reads the whole list. */
	static async start(service: Service, trigger: INodeParameters, tarball: string): Promise<PollWay> {
		const n8n = await RealN8n.start(service, { tarball });
		try {
			await (await PolledWorkflow.import(n8n, trigger)).publish();
			return new PollWay(n8n, new Watch(n8n.url, n8n.pid));
		} catch (error) {
			await n8n.close();
			throw error;
		}
	}

	/** Until a poll has just ended: the next one begins and ends within the run. */
	async rest(): Promise<void> {
		await this.nextPoll();
	}

	async run(): Promise<Done> {
		await this.watch.start();
		const { startedAt, endedAt, longestHold, ids } = await this.nextPoll();
		const { peakBytes, longestWait } = await this.watch.stop();
		return {
			seconds: (endedAt - startedAt) / 1000,
			longestWait: Math.round(longestHold),
			longestWaitOfRun: longestWait(startedAt, endedAt),
			peakBytes,
			ids,
		};
	}

	async close(): Promise<void> {
		await this.watch.close();
		await this.n8n.close();
	}

	private async nextPoll(): Promise<TimedPoll> {
		const seen = (await this.polls()).length;
		return await until(async () => (await this.polls())[seen]);
	}

	private async polls(): Promise<TimedPoll[]> {
		const lines = await readFile(join(this.n8n.userFolder, POLLS_FILE), 'utf8');
		return lines
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line) as TimedPoll);
	}
}
