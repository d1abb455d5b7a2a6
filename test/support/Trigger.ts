import {
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { nodeTypes, pollNode, savedWorkflow, triggerNode, type TriggerOptions } from './pollNode';
import type { Service } from './workflow';

export type { TriggerOptions };

export const TRIGGER = 'Audience Page Trigger';

/** A second trigger in the same workflow, with the same parameters. */
export const SECOND_TRIGGER = 'Audience Page Trigger 2';

let processes = 0;

/**
 * The ID of a workflow in a process of its own: what a process knows of a workflow, it knows by its ID, and another
 * process is one that knows nothing.
 */
export const workflowInNewProcess = (): string => `workflow-${++processes}`;

/**
 * A workflow of n8n-core with the trigger in it, polled as n8n does by its timers in memory: the static data lives with
 * the workflow, and is saved when the workflow is published and when a poll delivers something.
 */
export class Trigger {
	/** The static data as n8n has it in its database. */
	saved = '{}';
	readonly warnings: string[] = [];
	readonly notes: string[] = [];
	readonly timeouts: Array<number | undefined> = [];
	private workflow: Workflow;
	private workflowId = workflowInNewProcess();
	/** Why n8n has loaded the workflow. */
	private activation: WorkflowActivateMode = 'activate';

	constructor(
		private readonly service: Service,
		private parameters: INodeParameters,
		private options: TriggerOptions = {},
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
		this.save();
		return json;
	}

	/** What one poll delivers: the json of its items. */
	async poll(name = TRIGGER): Promise<IDataObject[]> {
		const batch = await this.pollOnce('trigger', name);
		if (batch === null) return [];
		this.save();
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

	/** Publishes the workflow with other parameters or another credential. */
	async change(parameters: INodeParameters, options: TriggerOptions = {}): Promise<IDataObject[]> {
		this.parameters = { ...this.parameters, ...parameters };
		this.options = { ...this.options, ...options };
		this.reload();
		return await this.activate();
	}

	private save(): void {
		this.saved = JSON.stringify(this.workflow.staticData);
	}

	private async pollOnce(mode: 'trigger' | 'manual', name = TRIGGER): Promise<INodeExecutionData[] | null> {
		const { workflow, service, options, activation } = this;
		const node = workflow.getNode(name);
		if (node === null) throw new Error(`The workflow has no ${name}`);
		return await pollNode({ workflow, node, service, options, mode, activation }, this);
	}

	private load(): Workflow {
		const nodes = [TRIGGER, SECOND_TRIGGER].map((name) =>
			triggerNode(name, name, this.parameters, this.options),
		);
		const staticData = JSON.parse(this.saved) as IDataObject;
		return new Workflow({ ...savedWorkflow, id: this.workflowId, nodes, nodeTypes, staticData });
	}
}
