/** A workflow that several processes poll in turns: what their database says of it. */
import type { Sandbox } from '../../service/sandbox';
import type { N8nProcess } from '../harness/RealN8n';
import { pollTimesEvery } from '../harness/steps';
import { until, untilTrue } from '../harness/until';
import type { Cluster } from '../queue/Cluster';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

/** Seconds from one poll to the next. Two at once, in two processes, would both tell what is new: n8n saves both. */
const INTERVAL = 5;

/** The scheduler as its documentation has it, but for times: each is as short as the polls of these tests allow. */
export const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '500',
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '1',
	N8N_SCHEDULER_LEASE_DURATION: '6',
	N8N_SCHEDULER_POLL_TIMEOUT: '5',
	N8N_SCHEDULER_JITTER_RATIO: '0.9', // or one main may claim all polls for minutes
	N8N_LOG_LEVEL: 'debug', // tells the ID under which a process claims polls
};

/** A poll whose request waits for its answer. */
export interface HeldPoll {
	by: N8nProcess;
	release: () => void;
}

export class DurablePolls {
	private constructor(
		private readonly sandbox: Sandbox,
		private readonly cluster: Cluster,
		private readonly accountId: string,
		readonly workflow: PolledWorkflow,
	) {}

	/** Publishes a workflow for new entries in the log of an account, and waits until n8n keeps those that are there. */
	static async start(sandbox: Sandbox, cluster: Cluster, accountId: string): Promise<DurablePolls> {
		const workflow = await PolledWorkflow.import(cluster.n8n, {
			...{ event: 'accountLogCreated', accountId, startFrom: 'now' },
			pollTimes: pollTimesEvery(INTERVAL),
		});
		const polls = new DurablePolls(sandbox, cluster, accountId, workflow);
		await workflow.publish();
		await polls.untilRows(
			`SELECT 1 FROM poller_state WHERE "workflowId" = '${workflow.id}' AND cursor::text LIKE '%"state"%'`,
		);
		return polls;
	}

	/** The status of each. */
	async executions(): Promise<string[]> {
		const sql = `SELECT status FROM execution_entity WHERE "workflowId" = '${this.workflow.id}'`;
		return (await this.cluster.postgres.query(sql)).flat();
	}

	/** Makes the next poll wait for its answer. */
	async holdNext(): Promise<HeldPoll> {
		const { settings } = this.sandbox;
		const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		settings.onRequest = async ({ path }) => {
			if (path !== `/v0/accounts/${this.accountId}/logs`) return;
			settings.onRequest = () => {};
			begun.resolve();
			await released.promise;
		};
		await begun.promise;
		return { by: await this.pollingMain(), release: released.resolve };
	}

	/** Lets a poll go on until it is to write to a table. @returns what lets all others go on */
	async untilItWrites(table: string, { release }: HeldPoll): Promise<() => Promise<void>> {
		const letGo = await this.cluster.postgres.holdWrites(table);
		release();
		await this.untilRows(`SELECT pid FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`);
		return letGo;
	}

	/** Waits until no poll of a main that was killed is left to be made up for. */
	async leasesSettled(): Promise<void> {
		const open = `SELECT id FROM scheduled_task WHERE status = 'running' OR (status = 'pending' AND attempts > 0)`;
		await untilTrue(async () => (await this.cluster.postgres.query(open)).length === 0);
	}

	/** Waits until each main has made a further poll, and has begun it after this was called. */
	async eachMainPolls(): Promise<void> {
		const [[now]] = (await this.cluster.postgres.query('SELECT now()')) as [[string]];
		for (const main of this.cluster.mains)
			await this.untilRows(`SELECT id FROM scheduled_task WHERE "claimedBy" = '${await hostOf(main)}'
				AND status = 'succeeded' AND "startedAt" > '${now}'`);
	}

	/** Makes the lease of all polls end now, as if they had lasted longer; waits until n8n has noticed. */
	async endLeases(): Promise<void> {
		await this.cluster.postgres.query(
			`UPDATE scheduled_task SET "leaseExpiresAt" = now() - interval '1 second' WHERE status = 'running'`,
		);
		await this.untilRows('SELECT id FROM scheduled_task WHERE attempts > 0');
	}

	/** The main whose poll goes on; another one's may end meanwhile. */
	private async pollingMain(): Promise<N8nProcess> {
		const { mains, postgres } = this.cluster;
		const hosts = await Promise.all(mains.map(hostOf));
		const running = `SELECT DISTINCT "claimedBy" FROM scheduled_task WHERE status = 'running' AND "startedAt" IS NOT NULL`;
		return await until(async () => {
			const claiming = (await postgres.query(running)).flat();
			const polling = mains.filter((_, n) => claiming.includes(hosts[n]!));
			return polling.length === 1 ? polling[0] : undefined;
		});
	}

	private async untilRows(sql: string): Promise<void> {
		await untilTrue(async () => (await this.cluster.postgres.query(sql)).length > 0);
	}
}

/** The ID under which a main claims polls: a new one at each start. */
async function hostOf(main: N8nProcess): Promise<string> {
	const ids = Array.from((await main.log()).matchAll(/Host ID: (main-[\w-]+)/g), ([, id]) => id!);
	return ids.at(-1)!;
}
