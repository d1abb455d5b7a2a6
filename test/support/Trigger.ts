import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowBase,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node';
import { CREDENTIAL } from '../../nodes/AudiencePage/transport/apiClient';
import { CredentialsHelper } from './credentialsHelper';
import { additionalDataFor, asNodeTypes, type Service } from './workflow';

export const TRIGGER = 'Audience Page Trigger';

/** A second trigger in the same workflow, with the same parameters. */
export const SECOND_TRIGGER = 'Audience Page Trigger 2';

export interface TriggerOptions {
	/** What n8n tells of the time a poll may take, in milliseconds; null for an n8n that does not tell. */
	budget?: number | null;
	/** Which credential is chosen. */
	credentialId?: string;
	/** What the credential holds instead of the service's own. */
	credentials?: { baseUrl: string; apiKey: string };
}

/** One for all triggers, as in n8n. */
const nodeType = new AudiencePageTrigger();

let processes = 0;

/**
 * A workflow of n8n-core with the trigger in it, polled as n8n does: the static data lives with the
 * workflow, and is saved when the workflow is published and when a poll delivers something.
 */
export class Trigger {
	/** The static data as n8n has it in its database. */
	saved = '{}';
	/** What the trigger has written to n8n's log, as warnings and for information. */
	readonly warnings: string[] = [];
	readonly notes: string[] = [];
	/** How long each request so far was given, in milliseconds. */
	readonly timeouts: Array<number | undefined> = [];
	private workflow: Workflow;
	/** The process of n8n that has the workflow. */
	private process = ++processes;
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
		this.process = ++processes;
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

	/** The one batch of a poll; null if there is none. */
	private async pollOnce(mode: 'trigger' | 'manual', name = TRIGGER): Promise<INodeExecutionData[] | null> {
		const node = this.workflow.getNode(name);
		if (node === null) throw new Error(`The workflow has no ${name}`);
		const { credentials, budget } = this.options;
		const { url: baseUrl, apiKey } = this.service;
		const helper = new CredentialsHelper(credentials ?? { baseUrl, apiKey });
		const additionalData = additionalDataFor(helper, savedWorkflow);
		const context = new PollContext(this.workflow, node, additionalData, mode, this.activation);
		const warn = (message: string) => this.warnings.push(message);
		const info = (message: string) => this.notes.push(message);
		Object.defineProperty(context, 'logger', { value: { warn, info } });
		const { helpers } = context;
		type Send = typeof helpers.httpRequestWithAuthentication;
		const send: Send = Reflect.get(helpers, 'httpRequestWithAuthentication');
		const noteTimeout: Send = async function (this: PollContext, type, request, options) {
			noted.push(request.timeout);
			return (await send.call(this, type, request, options)) as unknown;
		};
		const noted = this.timeouts;
		Object.assign(context.helpers, { httpRequestWithAuthentication: noteTimeout });
		if (budget !== undefined) {
			Object.assign(context, { getPollBudgetMs: budget === null ? undefined : () => budget });
		}
		const batches = await nodeType.poll.call(context);
		if (batches === null) return null;
		const [batch, ...others] = batches;
		// An empty one would start the workflow.
		if (batch === undefined || batch.length === 0 || others.length > 0) {
			throw new Error('A poll gives one batch of at least one item, or none');
		}
		return batch;
	}

	private load(): Workflow {
		const { credentialId = 'credential-1' } = this.options;
		const nodes = [TRIGGER, SECOND_TRIGGER].map((name) => ({
			id: name,
			name,
			type: 'audiencePageTrigger',
			typeVersion: 1,
			position: [0, 0] as [number, number],
			parameters: this.parameters,
			credentials: { [CREDENTIAL]: { id: credentialId, name: 'Audience Page' } },
		}));
		const nodeTypes = asNodeTypes({ audiencePageTrigger: nodeType });
		const staticData = JSON.parse(this.saved) as IDataObject;
		// What a process knows of a workflow it knows by its ID: another process is one that knows nothing.
		const id = `workflow-${this.process}`;
		return new Workflow({ ...savedWorkflow, id, nodes, nodeTypes, staticData });
	}
}

const savedWorkflow: IWorkflowBase = {
	id: 'workflow-1',
	name: 'Test',
	active: true,
	isArchived: false,
	activeVersionId: null,
	createdAt: new Date(0),
	updatedAt: new Date(0),
	nodes: [],
	connections: {},
	settings: { timezone: 'UTC' },
};
