import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { AudiencePageTrigger } from '../../nodes/AudiencePage/AudiencePageTrigger.node';
import { CREDENTIAL } from '../../nodes/AudiencePage/transport/apiClient';
import { CredentialsHelper } from './credentialsHelper';
import { additionalDataFor, asNodeTypes, savedWorkflow, type Service } from './workflow';

export { savedWorkflow };

export interface TriggerOptions {
	/** What n8n tells of the time a poll may take, in milliseconds; null for an n8n that does not tell. */
	budget?: number | null;
	/** Which credential is chosen. */
	credentialId?: string;
	/** What the credential holds instead of the service's own. */
	credentials?: { baseUrl: string; apiKey: string };
}

/** What a trigger has let be seen, poll after poll. */
export interface Noted {
	/** What it has written to n8n's log, as warnings and for information. */
	readonly warnings: string[];
	readonly notes: string[];
	/** How long each request so far was given, in milliseconds. */
	readonly timeouts: Array<number | undefined>;
}

/** One for all triggers, as in n8n. */
const nodeType = new AudiencePageTrigger();

/** The types of a workflow with a trigger. */
export const nodeTypes = asNodeTypes({ audiencePageTrigger: nodeType });

/** A trigger as a node of a workflow. */
export const triggerNode = (
	id: string,
	name: string,
	parameters: INodeParameters,
	{ credentialId = 'credential-1' }: TriggerOptions,
): INode => ({
	id,
	name,
	type: 'audiencePageTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters,
	credentials: { [CREDENTIAL]: { id: credentialId, name: 'Audience Page' } },
});

export interface PollOf {
	workflow: Workflow;
	node: INode;
	service: Service;
	options: TriggerOptions;
	mode?: 'trigger' | 'manual';
	activation: WorkflowActivateMode;
	/** What n8n gives the node in place of the workflow's static data. */
	cursor?: IDataObject;
}

/** The one batch of a poll by n8n-core; null if there is none. */
export async function pollNode(
	poll: PollOf,
	{ warnings, notes, timeouts }: Noted,
): Promise<INodeExecutionData[] | null> {
	const { workflow, node, service, options, mode = 'trigger', activation, cursor } = poll;
	const { credentials, budget } = options;
	const { url: baseUrl, apiKey } = service;
	const helper = new CredentialsHelper(credentials ?? { baseUrl, apiKey });
	const additionalData = additionalDataFor(helper, savedWorkflow);
	const context = new PollContext(workflow, node, additionalData, mode, activation);
	const warn = (message: string) => warnings.push(message);
	const info = (message: string) => notes.push(message);
	Object.defineProperty(context, 'logger', { value: { warn, info } });
	const { helpers } = context;
	type Send = typeof helpers.httpRequestWithAuthentication;
	const send: Send = Reflect.get(helpers, 'httpRequestWithAuthentication');
	const noteTimeout: Send = async function (this: PollContext, type, request, requestOptions) {
		timeouts.push(request.timeout);
		return (await send.call(this, type, request, requestOptions)) as unknown;
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication: noteTimeout });
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
