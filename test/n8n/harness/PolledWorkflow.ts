import type { IDataObject, INode } from 'n8n-workflow';
import type { StoredWorkflow } from './client';
import type { RealN8n } from './RealN8n';
import type { Run } from './run';
import { audiencePageTrigger, builtIn, TRIGGER, workflowOf } from './steps';
import { until } from './until';

const NEXT = builtIn('Next', 'noOp', 1);

/** A workflow that our trigger starts once it is published, and what came of the polls. */
export class PolledWorkflow {
	/** Executions that have ended, by their IDs. */
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
	 * The IDs of the log entries that polls have delivered, execution by execution, as soon as there
	 * are so many.
	 */
	async entriesOf(count: number): Promise<unknown[][]> {
		return await until(async () => {
			const batches = await this.batches();
			return batches.flat().length >= count ? batches : undefined;
		});
	}

	private async batches(): Promise<unknown[][]> {
		const { client } = this.n8n;
		const ids = await client.executionIds(this.stored, 'trigger');
		for (const id of ids.reverse())
			if (!this.runs.has(id)) this.runs.set(id, await client.waitForRun(id));
		const successful = [...this.runs.values()].filter(({ error }) => error === undefined);
		const itemsOf = (run: Run) => run.node(NEXT.name).items;
		return successful.map((run) => itemsOf(run).map(({ json }) => json.accountLogId));
	}
}
