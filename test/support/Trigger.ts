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
import type { Sandbox } from '../service/sandbox';
import { CredentialsHelper } from './credentialsHelper';
import { additionalDataFor, asNodeTypes, savedWorkflow, type Service } from './workflow';

/** One for all triggers, as in n8n. */
const nodeType = new AudiencePageTrigger();
const nodeTypes = asNodeTypes({ audiencePageTrigger: nodeType });

let processes = 0;

/**
 * A workflow with one trigger of n8n-core, polled as by its timers: static data is saved when it is
 * published or delivers something.
 */
export class Trigger {
	/** The static data as n8n has it in its database. */
	saved = '{}';
	name = 'Audience Page Trigger';
	credential = { id: 'credential-1', name: 'Audience Page' };
	/**
	 * What n8n tells of the time a poll may take, in milliseconds; null for an n8n that does not
	 * tell. That of n8n-core by default.
	 */
	budget?: number | null;
	private workflow: Workflow;
	/** A process knows a workflow by its ID: with a new one, it is a process that knows nothing. */
	private workflowId = `workflow-${++processes}`;
	/** Why n8n has loaded the workflow. */
	private activation: WorkflowActivateMode = 'activate';

	constructor(
		public service: Service,
		public parameters: INodeParameters,
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

	/**
	 * The json of the items that one poll delivers; none if the trigger was loaded again meanwhile.
	 */
	async poll(): Promise<IDataObject[]> {
		const { workflow } = this;
		const batch = await this.pollNode('trigger');
		if (batch === null || workflow !== this.workflow) return [];
		this.save();
		return batch.map(({ json }) => json);
	}

	/** What *Fetch Test Event* shows. */
	async fetchTestEvent(): Promise<INodeExecutionData[] | null> {
		return await this.pollNode('manual');
	}

	/** Ends n8n and starts it again, with what it has saved, or had saved once. */
	restart(saved = this.saved): void {
		this.workflowId = `workflow-${++processes}`;
		this.reload(saved);
		this.activation = 'init';
	}

	/** Loads the workflow again in the same n8n, as it does when it is published once more. */
	reload(saved = this.saved): void {
		this.saved = saved;
		this.workflow = this.load();
		this.activation = 'update';
	}

	/** Publishes the workflow with other parameters. */
	async change(parameters: INodeParameters): Promise<IDataObject[]> {
		Object.assign(this.parameters, parameters);
		this.reload();
		return await this.activate();
	}

	/** A workflow object, with the static data as it is in the database. */
	private load(): Workflow {
		const node: INode = {
			id: 'node-1',
			name: this.name,
			type: 'audiencePageTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: { ...this.parameters },
			credentials: { [CREDENTIAL]: this.credential },
		};
		const staticData = JSON.parse(this.saved) as IDataObject;
		const id = this.workflowId;
		return new Workflow({ ...savedWorkflow, id, nodes: [node], nodeTypes, staticData });
	}

	/** As n8n does, only if something was written to it. */
	private save(): void {
		const { staticData } = this.workflow;
		if (Reflect.get(staticData, '__dataChanged') !== true) return;
		this.saved = JSON.stringify(staticData);
		Reflect.set(staticData, '__dataChanged', false);
	}

	/** The one batch of a poll; null if there is none. */
	private async pollNode(mode: 'trigger' | 'manual'): Promise<INodeExecutionData[] | null> {
		const node = this.workflow.getNode(this.name)!;
		const { workflow } = this;
		const watchKey = () =>
			(workflow.getStaticData('node', node) as { state?: { watchKey: string } }).state?.watchKey;
		const before = watchKey();
		const batches = await nodeType.poll.call(this.contextOf(node, mode));
		if (batches === null) return null;

		const [batch = [], ...moreBatches] = batches;
		if (moreBatches.length > 0) throw new Error('A poll gives one batch, or none');
		// It starts the workflow without items.
		if (batch.length === 0 && watchKey() === before)
			throw new Error('Only what begins to be remembered is to be saved by an empty batch');
		return batch;
	}

	/** The context of a poll by n8n-core. */
	private contextOf(node: INode, mode: 'trigger' | 'manual'): PollContext {
		const { service, workflow, activation, budget } = this;
		const helper = new CredentialsHelper({ baseUrl: service.url, apiKey: service.apiKey });
		const additionalData = additionalDataFor(helper, savedWorkflow);
		const context = new PollContext(workflow, node, additionalData, mode, activation);
		if (budget === undefined) return context;
		const getPollBudgetMs = budget === null ? undefined : () => budget;
		return Object.assign(context, { getPollBudgetMs });
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

/**
 * Has the time of polls be up once the sandbox has given so many answers from now on. Gives what
 * ends that.
 */
export function endPollsAfter(sandbox: Sandbox, answers: number): () => void {
	const timeUp = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeUp.signal);
	const { onAnswer } = sandbox.settings;
	let answered = 0;
	sandbox.settings.onAnswer = () => {
		if (++answered === answers) timeUp.abort();
	};
	return () => {
		timeout.mockRestore();
		sandbox.settings.onAnswer = onAnswer;
	};
}
