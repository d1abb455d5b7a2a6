/** The ways to do a work: through a workflow on a real n8n, or by axios alone. */
import type { Service } from '../support/workflow';
import { RealN8n } from '../n8n/harness/RealN8n';
import type { StoredWorkflow } from '../n8n/harness/client';
import { ask, endChild, startChild } from './child';
import type { AxiosDone } from './axiosLoop';
import type { Entry } from './entries';
import type { Round } from './figures';
import type { Tarballs } from './packages';
import { Watch } from './watch';
import { httpRequestWorkflow, ourNodeWorkflow, type Measured } from './workflows';
import type { Job, WayName } from './works';

/** Else n8n does not give out the data of a run with 200,000 records. It changes nothing while a run lasts. */
const SHOW_ALL = { EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '0' };

export interface Done extends Pick<Round, 'seconds' | 'longestWait' | 'longestWaitOfRun' | 'peakBytes'> {
	/** Ids of the records written or read, as the way itself gives them. */
	ids: string[];
	/** What stopped it. */
	failure?: string;
}

/** One way, ready to be run again and again: what it runs on is its own and goes on in between. */
export interface Way {
	/** Writes the entries; without entries it reads all persons. */
	run(entries: Entry[]): Promise<Done>;
	close(): Promise<void>;
}

export async function startWay(name: WayName, job: Job, service: Service, tarballs: Tarballs): Promise<Way> {
	switch (name) {
		case 'node':
			return await N8nWay.start(service, ourNodeWorkflow(job), tarballs.node);
		case 'declarative':
			return await N8nWay.start(service, ourNodeWorkflow(job), tarballs.declarative);
		case 'bareLoop':
			return await N8nWay.start(service, ourNodeWorkflow(job), tarballs.bareLoop);
		case 'httpRequest':
			return await N8nWay.start(service, httpRequestWorkflow(job, service.url), tarballs.node);
		case 'axios':
			return axiosWay(service);
	}
}

/** An n8n of its own: so what another way has left in memory is not taken for this one's. */
class N8nWay implements Way {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly workflow: StoredWorkflow,
		private readonly measured: string[],
		private readonly watch: Watch,
	) {}

	static async start(service: Service, { workflow, measured }: Measured, tarball: string): Promise<N8nWay> {
		const n8n = await RealN8n.start(service, { tarball, env: SHOW_ALL });
		try {
			const stored = await n8n.importWorkflow(workflow);
			await n8n.client.publish(stored);
			return new N8nWay(n8n, stored, measured, new Watch(n8n.url, n8n.pid));
		} catch (error) {
			await n8n.close();
			throw error;
		}
	}

	async run(entries: Entry[]): Promise<Done> {
		const before = await this.n8n.client.executionIds(this.workflow);
		await this.watch.start();
		const calledAt = Date.now();
		const answer = await this.n8n.post(this.workflow, { items: entries });
		await answer.arrayBuffer(); // empty; it comes when the run has ended
		const answeredAt = Date.now();
		// Before the run data is read: that is work for n8n too.
		const { peakBytes, longestWait } = await this.watch.stop();
		const run = await this.n8n.client.waitForNewRun(this.workflow, before);

		const nodes = this.measured.map((name) => run.node(name));
		const milliseconds = nodes.reduce((sum, { executionTime }) => sum + executionTime, 0);
		const startedAt = nodes[0]!.startedAt;
		return {
			seconds: milliseconds / 1000,
			longestWait: longestWait(startedAt, startedAt + milliseconds),
			longestWaitOfRun: longestWait(calledAt, answeredAt),
			peakBytes,
			ids: nodes.at(-1)!.items.map(({ json }) => (json.accountLogId ?? json.personId) as string),
			failure: run.status === 'success' ? undefined : (run.error?.message ?? run.status),
		};
	}

	async close(): Promise<void> {
		await this.watch.close();
		await this.n8n.close();
	}
}

function axiosWay({ url, apiKey }: Service): Way {
	const loop = startChild('axiosLoop.ts', [url, apiKey]);
	return {
		run: async (entries) => {
			const { milliseconds, ids } = await ask<AxiosDone>(loop, entries);
			return { seconds: milliseconds / 1000, ids };
		},
		close: () => endChild(loop),
	};
}
