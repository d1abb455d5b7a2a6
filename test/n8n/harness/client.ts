/** What a person does in n8n's editor, over the REST interface that the editor uses. */
import { parse as parseFlatted } from 'flatted';
import type {
	ExecutionStatus,
	IBinaryData,
	IConnections,
	INode,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { hasEnded, runOf, type Run } from './run';
import { until } from './until';

/** A workflow as n8n's *Download* writes it and *Import > From file* reads it. */
export interface WorkflowFile {
	name: string;
	description?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/**
	 * Items that a run by hand takes for the output of a node, by its name, instead of running it.
	 */
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

/** The throwaway sign-in of the n8n that was started: it is no secret and guards nothing. */
const OWNER = {
	email: 'owner@example.com',
	firstName: 'Sample',
	lastName: 'Owner',
	password: 'Audience-Page-1',
};

export class N8nClient {
	constructor(
		readonly url: string,
		readonly cookie: string,
	) {}

	/** Sets up the owner of an n8n that has none yet. */
	static async setUpOwner(url: string): Promise<N8nClient> {
		const response = await new N8nClient(url, '').send('/rest/owner/setup', OWNER);
		const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		return new N8nClient(url, cookie.join('; '));
	}

	/** @throws Error with the status and n8n's words, if that is not a 2xx */
	async send(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Response> {
		const response = await fetch(this.url + path, {
			method,
			// On a connection of its own: one that was idle while this process was busy may be closed.
			headers: { cookie: this.cookie, 'content-type': 'application/json', connection: 'close' },
			...(body && { body: JSON.stringify(body) }),
		});
		if (response.ok) return response;
		throw new Error(
			`n8n answered ${response.status} to ${method} ${path}: ${await response.text()}`,
		);
	}

	async ask<T>(path: string, body?: object, method?: string): Promise<T> {
		return ((await (await this.send(path, body, method)).json()) as { data: T }).data;
	}

	async createCredential(type: string, name: string, data: object): Promise<StoredCredential> {
		return await this.ask('/rest/credentials', { type, name, data });
	}

	/** Presses *Execute workflow* at a trigger, and waits for the end of the run. */
	async runManually(workflow: StoredWorkflow, trigger: string): Promise<Run> {
		const { executionId } = await this.ask<{ executionId: string }>(
			`/rest/workflows/${workflow.id}/run`,
			{
				workflowData: workflow, // for old versions: newer ones take what is saved
				triggerToStartFrom: { name: trigger },
			},
		);
		return await this.waitForRun(executionId);
	}

	/** Presses *Retry* in the list of executions, and waits for the end of the new one. */
	async retry({ id }: Run): Promise<Run> {
		const retried = await this.ask<{ id: string }>(`/rest/executions/${id}/retry`, {
			loadWorkflow: false,
		});
		return await this.waitForRun(retried.id);
	}

	/**
	 * Publishes a workflow and waits until its triggers listen; throws what n8n says of one that does
	 * not.
	 */
	async publish({ id, versionId }: StoredWorkflow): Promise<void> {
		await this.ask(`/rest/workflows/${id}/activate`, { versionId });
		// Between the end of the publication and what it says of the triggers, n8n may say that there
		// is none.
		const { status, triggers } = await this.publicationOf(id, ['in_progress', 'not_published']);
		if (status !== 'published')
			throw new Error(`Workflow ${id} is ${status}: ${JSON.stringify(triggers)}`);
	}

	/** Unpublishes a workflow and waits until none of its triggers listens. */
	async unpublish({ id }: Pick<StoredWorkflow, 'id'>): Promise<void> {
		await this.ask(`/rest/workflows/${id}/deactivate`, {});
		await this.publicationOf(id, ['in_progress']);
	}

	/**
	 * Ids of the newest 100 executions, the newest first: all of them, or those of a workflow and a
	 * mode.
	 */
	async executionIds(workflow?: StoredWorkflow, mode?: WorkflowExecuteMode): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow?.id }));
		const { results } = await this.ask<{
			results: Array<{ id: string; mode: WorkflowExecuteMode }>;
		}>(`/rest/executions?limit=100&filter=${filter}`);
		return results
			.filter((execution) => mode === undefined || execution.mode === mode)
			.map(({ id }) => id);
	}

	/**
	 * Waits for the end of an execution not known `before`. One that ends is in neither of n8n's
	 * lists for a moment.
	 */
	async waitForNewRun(workflow: StoredWorkflow, before: string[]): Promise<Run> {
		const isNew = (id: string) => !before.includes(id);
		return await this.waitForRun(
			await until(async () => (await this.executionIds(workflow)).find(isNew)),
		);
	}

	async waitForRun(id: string): Promise<Run> {
		const { status, data, workflowData } = await until(async () => {
			const answer = await this.ask<StoredExecution>(`/rest/executions/${id}`);
			return hasEnded(answer.status) ? answer : undefined;
		});
		const { resultData } = parseFlatted(data) as IRunExecutionData;
		return runOf(id, status, resultData, workflowData.nodes);
	}

	async download({ id = '' }: IBinaryData): Promise<Buffer> {
		const file = await this.send(`/rest/binary-data?action=download&id=${encodeURIComponent(id)}`);
		return Buffer.from(await file.arrayBuffer());
	}

	/**
	 * What became of the latest request to publish or unpublish. Older versions are done when they
	 * answer that request.
	 */
	private async publicationOf(id: string, passing: string[]) {
		return await until(async () => {
			const path = `/rest/workflows/${id}/publication-status`;
			const answer = await this.ask<{ status: string; triggers?: object[] }>(path).catch(
				(error: Error) => {
					if (!error.message.startsWith('n8n answered 404')) throw error;
					return { status: 'published', triggers: [] };
				},
			);
			return passing.includes(answer.status) ? undefined : answer;
		});
	}
}

interface StoredExecution {
	status: ExecutionStatus;
	/** In the form that the library `flatted` writes. */
	data: string;
	workflowData: WorkflowFile;
}
