import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
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

/** A workflow object with these triggers, by name, and this static data; `nodeId` is their ID if not their name. */
export const loadWorkflow = (
	id: string,
	triggers: Iterable<[name: string, parameters: INodeParameters]>,
	saved = '{}',
	nodeId?: string,
): Workflow =>
	new Workflow({
		...savedWorkflow,
		id,
		nodes: [...triggers].map(([name, parameters]) => ({
			id: nodeId ?? name,
			name,
			type: 'audiencePageTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { [CREDENTIAL]: { id: 'credential-1', name: 'Audience Page' } },
		})),
		nodeTypes,
		staticData: JSON.parse(saved) as IDataObject,
	});

interface Poll {
	workflow: Workflow;
	name: string;
	service: Service;
	activation: WorkflowActivateMode;
	mode?: 'trigger' | 'manual';
	/** What n8n tells of the time a poll may take, in milliseconds; null for an n8n that does not tell. */
	budget?: number | null;
	/** What n8n gives the node in place of the workflow's static data. */
	cursor?: IDataObject;
}

/** The one batch of a poll by n8n-core; null if there is none. `seen` takes the warnings, and the timeouts of requests. */
export async function pollNode(
	{ workflow, name, service, activation, mode = 'trigger', budget, cursor }: Poll,
	seen: { warnings: string[]; timeouts: Array<number | undefined> } = { warnings: [], timeouts: [] },
): Promise<INodeExecutionData[] | null> {
	const node = workflow.getNode(name);
	if (node === null) throw new Error(`The workflow has no ${name}`);
	const helper = new CredentialsHelper({ baseUrl: service.url, apiKey: service.apiKey });
	const additionalData = additionalDataFor(helper, savedWorkflow);
	const context = new PollContext(workflow, node, additionalData, mode, activation);
	const logger = { warn: (message: string) => seen.warnings.push(message), info: () => undefined };
	Object.defineProperty(context, 'logger', { value: logger });
	type Send = typeof context.helpers.httpRequestWithAuthentication;
	const send: Send = Reflect.get(context.helpers, 'httpRequestWithAuthentication');
	const httpRequestWithAuthentication: Send = async function (this: PollContext, type, request, options) {
		seen.timeouts.push(request.timeout);
		return (await send.call(this, type, request, options)) as unknown;
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication });
	if (cursor !== undefined) Object.assign(context, { resolveNodeStaticData: () => cursor });
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

let processes = 0;

/** What a process knows of a workflow, it knows by its ID: with a new one, it is a process that knows nothing. */
export const workflowInNewProcess = (): string => `workflow-${++processes}`;
