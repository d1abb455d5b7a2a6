import type { IDataObject, INode } from 'n8n-workflow';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { audiencePageTrigger, builtIn, TRIGGER, workflowOf } from '../harness/steps';
import { until } from '../harness/until';

const NEXT = builtIn('Next', 'noOp', 1);

/** A workflow that our trigger starts once it is published, and what came of the polls. */
export class PolledWorkflow {
	private readonly runs = new Map<string, Run>();

	private constructor(
		private readonly n8n: RealN8n,
		private readonly stored: StoredWorkflow,
	) {}

	/** Saves the workflow, with these parameters of the trigger; nothing is polled yet. */
	static async import(n8n: RealN8n, parameters: INode['parameters']): Promise<PolledWorkflow> {
		const file = workflowOf([audiencePageTrigger(parameters), NEXT]);
		return new PolledWorkflow(n8n, await n8n.importWorkflow(file));
	}

	get id(): string {
		return this.stored.id;
	}

	async publish(): Promise<void> {
		await this.n8n.client.publish(this.stored);
	}

	async unpublish(): Promise<void> {
		await this.n8n.client.unpublish(this.stored);
	}

	/** Presses *Fetch Test Event*: what the trigger gives. */
	async fetchTestEvent(): Promise<IDataObject[]> {
		const run = await this.n8n.client.runManually(this.stored, TRIGGER);
		return run.node(TRIGGER).items.map(({ json }) => json);
	}

	/**
	 * What the polls so far have found: of each execution the json of its items, the oldest first.
	 */
	async batches(): Promise<IDataObject[][]> {
		const { client } = this.n8n;
		for (const id of (await client.executionIds(this.stored, 'trigger')).reverse())
			if (!this.runs.has(id)) this.runs.set(id, await client.waitForRun(id)); // n8n tells of the newest 100
		const runs = [...this.runs.values()].filter(({ error }) => error === undefined);
		return runs.map((run) => run.node(NEXT.name).items.map(({ json }) => json));
	}

	/**
	 * The ids of the log entries that polls have found, execution by execution, when there are so
	 * many.
	 */
	async entriesOf(records: number): Promise<unknown[][]> {
		const enough = await until(async () => {
			const batches = await this.batches();
			return batches.flat().length >= records ? batches : undefined;
		});
		return enough.map((batch) => batch.map(({ accountLogId }) => accountLogId));
	}
}
