import type { IDataObject, INode, INodeParameters, Workflow, WorkflowActivateMode } from 'n8n-workflow';

import { loadWorkflow, pollNode, workflowInNewProcess } from './pollNode';
import type { Service } from './workflow';

/** The workflow object that a trigger is polled on, and why n8n has made it. */
interface Registration {
	workflow: Workflow;
	activation: WorkflowActivateMode;
}

/**
 * A workflow with several triggers, as n8n's publication service (2.41) has it: it registers only those that have
 * changed, on a new workflow object with what the database has as static data. The others go on with theirs. A delivery
 * writes the static data of its object, that of all nodes, to the database.
 */
export class PublishedTriggers {
	/** The static data in n8n's database. */
	saved = '{}';
	readonly warnings: string[] = [];
	readonly timeouts: Array<number | undefined> = [];
	private workflowId = workflowInNewProcess();
	private readonly parameters = new Map<string, INodeParameters>();
	private registered = new Map<string, Registration>();

	constructor(private readonly service: Service) {}

	has(name: string): boolean {
		return this.registered.has(name);
	}

	/**
	 * Publishes a trigger that is new or has changed.
	 *
	 * @param meanwhile happens while the trigger is not registered
	 * @returns what its first poll delivers
	 */
	async publish(
		name: string,
		parameters: INodeParameters,
		meanwhile: () => Promise<void>,
	): Promise<IDataObject[]> {
		this.parameters.set(name, parameters);
		const registration: Registration = { workflow: this.load(), activation: 'update' };
		this.registered.delete(name);
		await meanwhile();
		return await this.activate(name, registration);
	}

	/** Publishes the workflow without a trigger. */
	remove(name: string): void {
		this.registered.delete(name);
	}

	/** What a poll delivers; nothing if the trigger was published again meanwhile. */
	async poll(name: string): Promise<IDataObject[]> {
		const registration = this.registered.get(name);
		if (registration === undefined) throw new Error(`${name} is not published`);
		return await this.pollOn(name, registration);
	}

	/** Another node with static data is published, on a workflow object of its own; or goes on with that of a trigger. */
	addOtherNode(beside?: string): () => void {
		const workflow = this.registered.get(beside ?? '')?.workflow ?? this.load();
		return () => {
			const data = workflow.getStaticData('node', { name: 'Other' } as INode);
			data.polls = Number(data.polls ?? 0) + 1;
			this.save(workflow);
		};
	}

	/** Ends n8n and starts it again: all triggers are on one new workflow object. @returns what their first polls deliver */
	async restart(): Promise<Map<string, IDataObject[]>> {
		this.workflowId = workflowInNewProcess();
		const names = [...this.registered.keys()];
		this.registered = new Map();
		const workflow = this.load();
		const delivered = new Map<string, IDataObject[]>();
		for (const name of names)
			delivered.set(name, await this.activate(name, { workflow, activation: 'init' }));
		return delivered;
	}

	private async activate(name: string, registration: Registration): Promise<IDataObject[]> {
		this.registered.set(name, registration);
		const delivered = await this.pollOn(name, registration);
		this.save(registration.workflow);
		return delivered;
	}

	private async pollOn(name: string, { workflow, activation }: Registration): Promise<IDataObject[]> {
		const batch = await pollNode({ workflow, name, service: this.service, activation }, this);
		if (batch === null || this.registered.get(name)?.workflow !== workflow) return [];
		this.save(workflow);
		return batch.map(({ json }) => json);
	}

	/** As n8n does: only if something was written to it. */
	private save({ staticData }: Workflow): void {
		if (Reflect.get(staticData, '__dataChanged') !== true) return;
		this.saved = JSON.stringify(staticData);
		Reflect.set(staticData, '__dataChanged', false);
	}

	private load(): Workflow {
		return loadWorkflow(this.workflowId, this.parameters, this.saved);
	}
}
