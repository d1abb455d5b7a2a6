import { setTimeout as wait } from 'node:timers/promises';
import type { StoredWorkflow } from '../n8n/harness/client';
import { RealN8n, type RealN8nOptions } from '../n8n/harness/RealN8n';
import type { Run } from '../n8n/harness/run';
import type { Service } from '../support/workflow';
import { postedInto, type Flow } from './jobs/flow';
import { Watch } from './watch';
import type { Done, Way } from './way';

/** n8n and the sandbox come to rest, a rate limit's bucket is full again; in milliseconds. */
export const PAUSE = 1500;

/** Else n8n does not give out the data of a run with 200,000 records. It changes nothing while a run lasts. */
const SHOW_ALL = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0' };

/** A workflow on an n8n of its own: so what another way has left in memory is not taken for this one's. */
export class N8nWay implements Way {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly workflow: StoredWorkflow,
		private readonly measured: string[],
		private readonly watch: Watch,
	) {}

	/** @param hasItems whether the job has items */
	static async start(
		service: Service,
		flow: Flow,
		hasItems: boolean,
		{ tarball, env }: RealN8nOptions,
	): Promise<N8nWay> {
		const n8n = await RealN8n.start(service, { tarball, env: { ...SHOW_ALL, ...env } });
		try {
			const stored = await n8n.importWorkflow(postedInto(flow, hasItems));
			await n8n.client.publish(stored);
			const measured = flow.steps.map(({ name }) => name);
			return new N8nWay(n8n, stored, measured, new Watch(n8n.url, n8n.pid));
		} catch (error) {
			await n8n.close();
			throw error;
		}
	}

	async rest(): Promise<void> {
		await wait(PAUSE);
	}

	async run(batches: object[][]): Promise<Done> {
		const before = await this.n8n.client.executionIds(this.workflow);
		await this.watch.start();
		const calledAt = Date.now();
		await Promise.all(batches.map(async (items) => await this.runOne(items)));
		const answeredAt = Date.now();
		// Before the run data is read: that is work for n8n too.
		const { peakBytes, longestWait } = await this.watch.stop();
		const runs: Run[] = [];
		while (runs.length < batches.length) {
			const known = [...before, ...runs.map(({ id }) => id)];
			runs.push(await this.n8n.client.waitForNewRun(this.workflow, known));
		}

		const turns = runs
			.flatMap((run) => this.measured.map((name) => run.node(name)))
			.filter(({ startedAt }) => startedAt > 0);
		const startedAt = Math.min(...turns.map((turn) => turn.startedAt));
		const endedAt = Math.max(...turns.map((turn) => turn.startedAt + turn.executionTime));
		const failed = runs.find(({ status }) => status !== 'success');
		const records = runs.flatMap((run) => run.node(this.measured.at(-1)!).items);
		return {
			seconds: (endedAt - startedAt) / 1000,
			longestWait: longestWait(startedAt, endedAt),
			longestWaitOfRun: longestWait(calledAt, answeredAt),
			peakBytes,
			ids: records.map(({ json }) => json.accountLogId ?? json.personId),
			failure: failed && (failed.error?.message ?? failed.status),
		};
	}

	async close(): Promise<void> {
		await this.watch.close();
		await this.n8n.close();
	}

	private async runOne(items: object[]): Promise<void> {
		const answer = await this.n8n.post(this.workflow, { items });
		await answer.arrayBuffer(); // empty; it comes when the run has ended
	}
}
