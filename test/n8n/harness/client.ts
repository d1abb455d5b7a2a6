/** What a person does in n8n's editor, over the REST interface that the editor uses. */
import { parse as parseFlatted } from 'flatted';
import type {
	ExecutionStatus,
	IBinaryData,
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	INodeListSearchResult,
	INodeTypeDescription,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { hasEnded, Run } from './run';
import { until } from './until';

/** A workflow as n8n's *Download* writes it and *Import > From file* reads it. */
export interface WorkflowFile {
	name: string;
	description?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Items that a run by hand takes for the output of a node, by its name, instead of running it. */
	pinData?: IPinData;
}

export interface StoredWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

/** What n8n's editor shows below a credential that it has tested. */
export interface CredentialTestResult {
	status: 'OK' | 'Error';
	message: string;
}

/** The throwaway sign-in of the n8n that was started: it is no secret and guards nothing. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Sample',
	lastName: 'Owner',
	password: 'Audience-Page-1',
};

interface RestRequest {
	method?: string;
	body?: object;
	cookie?: string;
}

class Refused extends Error {
	constructor(
		readonly status: number,
		asked: string,
		words: string,
	) {
		super(`n8n answered ${status} to ${asked}: ${words}`);
	}
}

/** @throws Refused if n8n does not answer with a 2xx */
async function send(url: string, { method = 'GET', body, cookie = '' }: RestRequest): Promise<Response> {
	const response = await fetch(url, {
		method,
		// On a connection of its own: one that was idle while this process was busy may be closed.
		headers: { cookie, 'content-type': 'application/json', connection: 'close' },
		...(body && { body: JSON.stringify(body) }),
	});
	if (response.ok) return response;
	throw new Refused(response.status, `${method} ${url}`, await response.text());
}

export class N8nClient {
	private constructor(
		readonly url: string,
		/** `name=value` of the sign-in, for a browser that goes on where this client is. */
		readonly cookie: string,
	) {}

	/** Sets up the owner of an n8n that has none yet, and is then signed in as this owner. */
	static async setUpOwner(url: string): Promise<N8nClient> {
		const response = await send(`${url}/rest/owner/setup`, { method: 'POST', body: OWNER });
		const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		return new N8nClient(url, cookie.join('; '));
	}

	/** Goes on where a browser is signed in. */
	static signedIn(url: string, cookie: string): N8nClient {
		return new N8nClient(url, cookie);
	}

	async credentials(): Promise<StoredCredential[]> {
		return await this.ask('/rest/credentials');
	}

	/** Switches n8n's own MCP server on, by which AI clients build workflows: the key that they sign in with. */
	async enableInstanceMcp(): Promise<string> {
		await this.ask('/rest/mcp/settings', { method: 'PATCH', body: { mcpAccessEnabled: true } });
		return (await this.ask<{ apiKey: string }>('/rest/mcp/api-key')).apiKey;
	}

	/** What a node is, as the editor is told. */
	async nodeType(name: string, version: number): Promise<INodeTypeDescription> {
		const nodeInfos = [{ name, version }];
		const [nodeType] = await this.post<INodeTypeDescription[]>('/rest/node-types', { nodeInfos });
		if (nodeType === undefined) throw new Error(`n8n knows no node ${name}`);
		return nodeType;
	}

	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return (await (await this.send('/types/nodes.json')).json()) as INodeTypeDescription[];
	}

	async createCredential(
		type: string,
		name: string,
		data: ICredentialDataDecryptedObject,
	): Promise<StoredCredential> {
		return await this.post('/rest/credentials', { type, name, data });
	}

	/** What the editor does when a credential is saved. Nothing is stored. */
	async testCredential(type: string, data: ICredentialDataDecryptedObject): Promise<CredentialTestResult> {
		const credentials = { id: '', name: 'Credential under test', type, data };
		return await this.post('/rest/credentials/test', { credentials });
	}

	/** What the editor does when the list of a resource locator is opened. */
	async openList(list: OpenedList): Promise<INodeListSearchResult> {
		return await this.post('/rest/dynamic-node-parameters/resource-locator-results', list);
	}

	/** Saves a workflow as *Import > From file* does. */
	async importWorkflow(file: WorkflowFile): Promise<StoredWorkflow> {
		return await this.post('/rest/workflows', file);
	}

	/** Presses *Execute workflow* at a trigger that needs nothing from outside, and waits for the end of the run. */
	async runManually(workflow: StoredWorkflow, trigger: string): Promise<Run> {
		const { executionId } = await this.post<{ executionId: string }>(`/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow, // for old versions: newer ones take what is saved
			triggerToStartFrom: { name: trigger },
		});
		return await this.waitForRun(executionId);
	}

	/** Saves other nodes for a workflow, and how they are connected. */
	async saveNodes(
		{ id, versionId }: StoredWorkflow,
		nodes: INode[],
		connections: IConnections,
	): Promise<StoredWorkflow> {
		const body = { nodes, connections, versionId };
		return await this.ask(`/rest/workflows/${id}`, { method: 'PATCH', body });
	}

	async stop(executionId: string): Promise<void> {
		await this.post(`/rest/executions/${executionId}/stop`, {});
	}

	/** Presses *Retry* at a failed execution in the list of executions, and waits for the end of the new one. */
	async retry({ id }: Run): Promise<Run> {
		const retried = await this.post<{ id: string }>(`/rest/executions/${id}/retry`, { loadWorkflow: false });
		return await this.waitForRun(retried.id);
	}

	/**
	 * Publishes a workflow and waits until its triggers listen.
	 *
	 * @throws Error with what n8n says of its triggers, if one of them does not
	 */
	async publish({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.post(`/rest/workflows/${id}/activate`, { versionId });
		// Between the end of the publication and what it says of the triggers, n8n may say that there is none.
		const { status, triggers } = await this.publicationOf(id, ['in_progress', 'not_published']);
		if (status !== 'published') throw new Error(`Workflow ${id} is ${status}: ${JSON.stringify(triggers)}`);
	}

	/** Unpublishes a workflow and waits until none of its triggers listens. */
	async unpublish({ id }: Pick<StoredWorkflow, 'id'>): Promise<void> {
		await this.post(`/rest/workflows/${id}/deactivate`, {});
		await this.publicationOf(id, ['in_progress']);
	}

	/** Ids of the newest 100 executions, the newest first: all of them, or those of a workflow and a mode. */
	async executionIds(workflow?: StoredWorkflow, mode?: WorkflowExecuteMode): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow?.id }));
		const { results } = await this.ask<{ results: Array<{ id: string; mode: WorkflowExecuteMode }> }>(
			`/rest/executions?limit=100&filter=${filter}`,
		);
		return results.filter((one) => mode === undefined || one.mode === mode).map(({ id }) => id);
	}

	/**
	 * Waits for an execution that is not among those known `before`, and for its end. n8n reads running and ended
	 * executions by two queries: one that ends in between is in neither for a moment.
	 */
	async waitForNewRun(workflow: StoredWorkflow, before: string[]): Promise<Run> {
		const isNew = (id: string) => !before.includes(id);
		return await this.waitForRun(await until(async () => (await this.executionIds(workflow)).find(isNew)));
	}

	/** Waits for the end of an execution and reads its data. */
	async waitForRun(executionId: string): Promise<Run> {
		const execution = await until(async () => {
			const answer = await this.ask<StoredExecution>(`/rest/executions/${executionId}`);
			return hasEnded(answer.status) ? answer : undefined;
		});
		const { resultData } = parseFlatted(execution.data) as IRunExecutionData;
		return new Run(executionId, execution.status, resultData, execution.workflowData.nodes);
	}

	/** What n8n tells of its newest 100 executions, as it comes. */
	async executionTexts(): Promise<string[]> {
		const ids = await this.executionIds();
		return await Promise.all(ids.map(async (id) => await (await this.send(`/rest/executions/${id}`)).text()));
	}

	async download({ id = '' }: IBinaryData): Promise<Buffer> {
		const file = await this.send(`/rest/binary-data?action=download&id=${encodeURIComponent(id)}`);
		return Buffer.from(await file.arrayBuffer());
	}

	/**
	 * What became of the latest request to publish or unpublish, when it is done. Older versions are done when they
	 * answer that request, and have no publication to ask for.
	 */
	private async publicationOf(id: string, passing: string[]): Promise<Publication> {
		const path = `/rest/workflows/${id}`;
		return await until(async () => {
			const answer = await this.ask<Publication>(`${path}/publication-status`).catch(
				async (error: unknown) => {
					if (!(error instanceof Refused && error.status === 404)) throw error;
					const { active } = await this.ask<{ active: boolean }>(path);
					return { status: active ? 'published' : 'unpublished', triggers: [] };
				},
			);
			return passing.includes(answer.status) ? undefined : answer;
		});
	}

	private async post<T>(path: string, body: object): Promise<T> {
		return await this.ask(path, { method: 'POST', body });
	}

	async ask<T>(path: string, request: RestRequest = {}): Promise<T> {
		return ((await (await this.send(path, request)).json()) as { data: T }).data;
	}

	async send(path: string, request: RestRequest = {}): Promise<Response> {
		return await send(this.url + path, { ...request, cookie: this.cookie });
	}
}

/** What the editor sends of the form whose list is opened. */
export interface OpenedList {
	nodeTypeAndVersion: { name: string; version: number };
	/** Where the resource locator stands in the form. */
	path: string;
	/** The node's method that gives the list. */
	methodName: string;
	currentNodeParameters: INode['parameters'];
	credentials: INode['credentials'];
}

interface Publication {
	status: string;
	triggers: object[];
}

interface StoredExecution {
	status: ExecutionStatus;
	/** What n8n keeps of a run, in the form that the library `flatted` writes. */
	data: string;
	workflowData: WorkflowFile;
}
