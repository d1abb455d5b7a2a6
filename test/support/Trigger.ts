import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node';
import { CREDENTIAL } from '../../nodes/AudiencePage/transport/connection';
import { CredentialsHelper } from './credentialsHelper';
import { additionalDataFor, asNodeTypes, savedWorkflow, type Service } from './workflow';

/** One for all triggers, as in n8n. */
const nodeType = new AudiencePageTrigger();
const nodeTypes = asNodeTypes({ audiencePageTrigger: nodeType });

let processes = 0;

/** A workflow with one trigger, as n8n has it in its database. */
class PublishedWorkflow {
	/**
	 * What a process knows of a workflow, it knows by its ID: with a new one, it is a process that
	 * knows nothing.
	 */
	private id = `workflow-${++processes}`;
	staticData = '{}';

	constructor(
		public name: string,
		public parameters: INodeParameters,
	) {}

	/** A workflow object, with the static data as it is in the database. */
	load(): Workflow {
		const { id, name, parameters } = this;
		const trigger = {
			id: name,
			name,
			type: 'audiencePageTrigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters,
			credentials: { [CREDENTIAL]: { id: 'credential-1', name: 'Audience Page' } },
		};
		const staticData = JSON.parse(this.staticData) as IDataObject;
		return new Workflow({ ...savedWorkflow, id, nodes: [trigger], nodeTypes, staticData });
	}

	/**
	 * Saves the static data of a workflow object; as n8n does, only if something was written to it.
	 */
	save({ staticData }: Workflow): void {
		if (Reflect.get(staticData, '__dataChanged') !== true) return;
		this.staticData = JSON.stringify(staticData);
		Reflect.set(staticData, '__dataChanged', false);
	}

	endProcess(): void {
		this.id = `workflow-${++processes}`;
	}
}

interface Poll {
	workflow: Workflow;
	name: string;
	service: Service;
	activation: WorkflowActivateMode;
	mode?: 'trigger' | 'manual';
	/**
	 * What n8n tells of the time a poll may take, in milliseconds; null for an n8n that does not
	 * tell.
	 */
	budget?: number | null;
}

/** What the trigger remembers records of, as it is in memory. */
function watchKeyIn(workflow: Workflow, node: INode): unknown {
	const { state } = workflow.getStaticData('node', node) as { state?: { watchKey: string } };
	return state?.watchKey;
}

/** The context of a poll by n8n-core. */
function contextOf(
	{ workflow, service, activation, mode = 'trigger', budget }: Poll,
	node: INode,
): PollContext {
	const helper = new CredentialsHelper({ baseUrl: service.url, apiKey: service.apiKey });
	const additionalData = additionalDataFor(helper, savedWorkflow);
	const context = new PollContext(workflow, node, additionalData, mode, activation);
	const getPollBudgetMs = budget === null ? undefined : () => budget;
	return budget === undefined ? context : Object.assign(context, { getPollBudgetMs });
}

/** The one batch of a poll; null if there is none. */
async function pollNode(poll: Poll): Promise<INodeExecutionData[] | null> {
	const node = poll.workflow.getNode(poll.name);
	if (node === null) throw new Error(`The workflow has no ${poll.name}`);
	const before = watchKeyIn(poll.workflow, node);
	const batches = await nodeType.poll.call(contextOf(poll, node));
	if (batches === null) return null;

	const [batch = [], ...others] = batches;
	if (others.length > 0) throw new Error('A poll gives one batch, or none');
	// It starts the workflow without items.
	if (batch.length === 0 && watchKeyIn(poll.workflow, node) === before)
		throw new Error('Only what begins to be remembered is to be saved by an empty batch');
	return batch;
}

interface TriggerOptions {
	/** See `Poll`. */
	budget?: number | null;
}

/**
 * A trigger of n8n-core, polled as by its timers: static data is saved when it is published or
 * delivers something.
 */
export class Trigger {
	private readonly published: PublishedWorkflow;
	private workflow: Workflow;
	/** Why n8n has loaded the workflow. */
	private activation: WorkflowActivateMode = 'activate';

	constructor(
		private readonly service: Service,
		parameters: INodeParameters,
		private readonly options: TriggerOptions = {},
	) {
		this.published = new PublishedWorkflow('Audience Page Trigger', parameters);
		this.workflow = this.published.load();
	}

	/** The static data as n8n has it in its database. */
	get saved(): string {
		return this.published.staticData;
	}

	/** The static data as it is in memory. */
	get staticData(): IDataObject {
		return this.workflow.staticData;
	}

	/** Publishes the workflow, or takes it up again after a restart: its first poll. */
	async activate(): Promise<IDataObject[]> {
		const json = await this.poll();
		this.published.save(this.workflow);
		return json;
	}

	/**
	 * The json of the items that one poll delivers; none if the trigger was loaded again meanwhile.
	 */
	async poll(): Promise<IDataObject[]> {
		const { workflow } = this;
		const batch = await this.pollOnce('trigger');
		if (batch === null || workflow !== this.workflow) return [];
		this.published.save(workflow);
		return batch.map(({ json }) => json);
	}

	/** What *Fetch Test Event* shows. */
	async fetchTestEvent(): Promise<INodeExecutionData[] | null> {
		return await this.pollOnce('manual');
	}

	/** Ends n8n and starts it again, with what it has saved, or had saved once. */
	restart(saved = this.saved): void {
		this.published.endProcess();
		this.reload(saved);
		this.activation = 'init';
	}

	/** Loads the workflow again in the same n8n, as it does when it is published once more. */
	reload(saved = this.saved): void {
		this.published.staticData = saved;
		this.workflow = this.published.load();
		this.activation = 'update';
	}

	/** Changes parameters of the trigger, or its name. It is not published yet. */
	edit(parameters: INodeParameters, name = this.published.name): void {
		this.published.parameters = { ...this.published.parameters, ...parameters };
		this.published.name = name;
	}

	/** Publishes the workflow with other parameters, or another name of the node. */
	async change(parameters: INodeParameters, name?: string): Promise<IDataObject[]> {
		this.edit(parameters, name);
		this.reload();
		return await this.activate();
	}

	private async pollOnce(mode: 'trigger' | 'manual'): Promise<INodeExecutionData[] | null> {
		const { workflow, service, activation } = this;
		const { name } = this.published;
		const { budget } = this.options;
		return await pollNode({ workflow, name, service, activation, budget, mode });
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
