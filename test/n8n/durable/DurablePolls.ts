/** A workflow that several processes poll in turns: what their database says of it. */
import type { RecordedRequest } from '../../service/recording';
import type { Sandbox } from '../../service/sandbox';
import type { N8nProcess } from '../harness/N8nProcess';
import { until } from '../harness/until';
import type { Cluster } from '../queue/Cluster';
import { PolledWorkflow } from '../trigger/PolledWorkflow';

/** Seconds from one poll to the next. Two at once, in two processes, would both tell what is new: n8n saves both. */
const INTERVAL = 5;

const every = (seconds: number) =>
	Array.from({ length: 60 / seconds }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${seconds * n} * * * * *`,
	}));

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

export class DurablePolls {
	private constructor(
		private readonly sandbox: Sandbox,
		private readonly cluster: Cluster,
		private readonly path: string,
		readonly workflow: PolledWorkflow,
	) {}

	/** Publishes a workflow for new entries in the log of an account, and waits until n8n keeps those that are there. */
	static async start(
		sandbox: Sandbox,
		cluster: Cluster,
		accountId: string,
		interval = INTERVAL,
	): Promise<DurablePolls> {
		const watched = { event: 'accountLogCreated', accountId, startFrom: 'now', options: {} };
		const parameters = { ...watched, pollTimes: { item: every(interval) } };
		const workflow = await PolledWorkflow.import(cluster.n8n, parameters);
		const polls = new DurablePolls(sandbox, cluster, `/v0/accounts/${accountId}/logs`, workflow);
		await workflow.publish();
		await until(async () => (await polls.cursor()).includes('"state"') || undefined);
		return polls;
	}

	/** What n8n keeps of the trigger, and when that was written. */
	async cursor(): Promise<string> {
		const [row] = await this.query(
			`SELECT cursor, "updatedAt" FROM poller_state WHERE "workflowId" = '${this.workflow.id}'`,
		);
		return row?.join(' ') ?? '';
	}

	/** The status of each execution. */
	async executions(): Promise<string[]> {
		const sql = `SELECT status FROM execution_entity WHERE "workflowId" = '${this.workflow.id}'`;
		return (await this.query(sql)).flat();
	}

	/** Makes the next poll wait for its answer. */
	async holdNext(): Promise<HeldPoll> {
		const { settings } = this.sandbox;
		let release = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const request = await new Promise<RecordedRequest>((resolve) => {
			settings.onRequest = async (one) => {
				if (one.path !== this.path) return;
				settings.onRequest = () => {};
				resolve(one);
				await released;
			};
		});
		const answered = new Promise<void>((resolve) => {
			settings.onAnswer = (one) => {
				if (one === request) resolve();
			};
		});
		return { by: await this.pollingMain(), answered, release };
	}

	/** Waits until a main has made a further poll, and has begun it after this was called. */
	async pollsOf(main: N8nProcess): Promise<void> {
		const [[now]] = (await this.query('SELECT now()')) as [[string]];
		const made = `SELECT id FROM scheduled_task WHERE "claimedBy" = '${await hostOf(main)}'
			AND status = 'succeeded' AND "startedAt" > '${now}'`;
		await until(async () => (await this.query(made)).length > 0 || undefined);
	}

	/** Waits until no poll of a main that was killed is left to be made up for. */
	async leasesSettled(): Promise<void> {
		const open = `SELECT id FROM scheduled_task WHERE status = 'running' OR (status = 'pending' AND attempts > 0)`;
		await until(async () => (await this.query(open)).length === 0 || undefined);
	}

	/** Makes the lease of all polls end now, as if they had lasted longer; waits until n8n has noticed. */
	async endLeases(): Promise<void> {
		await this.query(
			`UPDATE scheduled_task SET "leaseExpiresAt" = now() - interval '1 second' WHERE status = 'running'`,
		);
		await until(
			async () =>
				(await this.query(`SELECT id FROM scheduled_task WHERE attempts > 0`)).length > 0 || undefined,
		);
	}

	/** The main whose poll goes on; another one's may end meanwhile. */
	private async pollingMain(): Promise<N8nProcess> {
		const { mains } = this.cluster;
		const hosts = await Promise.all(mains.map(hostOf));
		const running = `SELECT DISTINCT "claimedBy" FROM scheduled_task WHERE status = 'running' AND "startedAt" IS NOT NULL`;
		return await until(async () => {
			const claiming = (await this.query(running)).flat();
			const polling = mains.filter((_, n) => claiming.includes(hosts[n]!));
			return polling.length === 1 ? polling[0] : undefined;
		});
	}

	private async query(sql: string): Promise<string[][]> {
		return await this.cluster.postgres.query(sql);
	}
}

/** A poll whose request waits for its answer. */
export interface HeldPoll {
	by: N8nProcess;
	release: () => void;
	/** Kept when the service has the answer, just before it sends it. */
	answered: Promise<void>;
}

/** The ID under which a main claims polls: a new one at each start. */
async function hostOf(main: N8nProcess): Promise<string> {
	const ids = Array.from((await main.log()).matchAll(/Host ID: (main-[\w-]+)/g), ([, id]) => id!);
	return ids.at(-1)!;
}
