import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { loadWorkflow, pollNode, workflowInNewProcess } from './pollNode';
import type { Service } from './workflow';

/**
 * A workflow of n8n-core with the trigger in it, polled as n8n does by its timers in memory: the static data lives with
 * the workflow, and is saved when the workflow is published and when a poll delivers something.
 */
export class Trigger {
	/** The static data as n8n has it in its database. */
	saved = '{}';
	readonly warnings: string[] = [];
	/** How long each request so far was given, in milliseconds. */
	readonly timeouts: Array<number | undefined> = [];
	private name = 'Audience Page Trigger';
	private workflowId = workflowInNewProcess();
	/** Why n8n has loaded the workflow. */
	private activation: WorkflowActivateMode = 'activate';
	private workflow: Workflow;

	/** @param budget what n8n tells of the time of a poll; null for an n8n that does not tell */
	constructor(
		private readonly service: Service,
		private parameters: INodeParameters,
		private readonly budget?: number | null,
	) {
		this.workflow = this.load();
	}

	/** The static data as it is in memory. */
	get staticData(): IDataObject {
		return this.workflow.staticData;
	}

	/** Publishes the workflow, or takes it up again after a restart: its first poll. */
	async activate(): Promise<IDataObject[]> {
		const json = await this.poll();
		this.saved = JSON.stringify(this.staticData);
		return json;
	}

	/** What one poll delivers: the json of its items. */
	async poll(): Promise<IDataObject[]> {
		const batch = await this.pollOnce('trigger');
		if (batch === null) return [];
		this.saved = JSON.stringify(this.staticData);
		return batch.map(({ json }) => json);
	}

	/** What *Fetch Test Event* shows. */
	async fetchTestEvent(): Promise<INodeExecutionData[] | null> {
		return await this.pollOnce('manual');
	}

	/** Ends n8n and starts it again, with what it has saved, or had saved once. */
	restart(saved = this.saved): void {
		this.workflowId = workflowInNewProcess();
		this.reload(saved);
		this.activation = 'init';
	}

	/** Loads the workflow again in the same n8n, as it does when it is published once more. */
	reload(saved = this.saved): void {
		this.saved = saved;
		this.workflow = this.load();
		this.activation = 'update';
	}

	/** Publishes the workflow with other parameters, or another name of the node. */
	async change(parameters: INodeParameters, name = this.name): Promise<IDataObject[]> {
		this.parameters = { ...this.parameters, ...parameters };
		this.name = name;
		this.reload();
		return await this.activate();
	}

	private async pollOnce(mode: 'trigger' | 'manual'): Promise<INodeExecutionData[] | null> {
		const { workflow, name, service, activation, budget } = this;
		return await pollNode({ workflow, name, service, activation, budget, mode }, this);
	}

	private load(): Workflow {
		return loadWorkflow(this.workflowId, [[this.name, this.parameters]], this.saved);
	}
}

/** A trigger whose workflow is published; the service has forgotten the requests of that. */
export async function published(
	service: Service & { requests: unknown[] },
	parameters: INodeParameters,
): Promise<Trigger> {
	const trigger = new Trigger(service, parameters);
	await trigger.activate();
	service.requests.length = 0;
	return trigger;
}
