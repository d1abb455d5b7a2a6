/** n8n's own MCP server, by which AI clients find nodes and build workflows. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { INodeParameters } from 'n8n-workflow';
import { connectMcpTo } from '../agents/tools';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';

/** Clients may ask as often as they like: n8n's limit is for those who guess keys. */
export const INSTANCE_MCP_ENV = { N8N_MCP_SERVER_RATE_LIMIT: '1000000' };

export interface PickerPage {
	results: Array<{ name: string; value: string }>;
	paginationToken?: string;
}

export const NODE_TYPE = 'n8n-nodes-audience-page.audiencePage';
export const TRIGGER_TYPE = 'n8n-nodes-audience-page.audiencePageTrigger';

export class InstanceMcp {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly client: Client,
	) {}

	/** Switches the server on and signs in. Whoever connects closes. */
	static async connect(n8n: RealN8n): Promise<InstanceMcp> {
		const authorization = `Bearer ${await n8n.client.enableInstanceMcp()}`;
		return new InstanceMcp(n8n, await connectMcpTo(`${n8n.url}/mcp-server/http`, { authorization }));
	}

	/** The nodes found for each phrase, the best first: the ID of each, and all that is said of it. */
	async search(phrases: string[]): Promise<Array<Array<{ id: string; text: string }>>> {
		const { results } = await this.call<{ results: string }>('search_nodes', { queries: phrases });
		const answers = results.split(/^## ".*"$/m).slice(1);
		return answers.map((answer) =>
			[...answer.matchAll(/^- (\S+)(?:(?!^- ).*\n?)+/gm)].map(([text, id = '']) => ({ id, text })),
		);
	}

	/** What may be set on a node, in TypeScript. */
	async definitionOf(nodeId: string): Promise<string> {
		const asked = { nodeIds: [{ nodeId }] };
		return (await this.call<{ definitions: string }>('get_node_types', asked)).definitions;
	}

	async explore(
		methodName: string,
		currentNodeParameters: INodeParameters,
		page: object,
	): Promise<PickerPage> {
		return await this.call('explore_node_resources', {
			nodeType: NODE_TYPE,
			version: 1,
			methodType: 'listSearch',
			methodName,
			credentialType: this.n8n.credential.type,
			credentialId: this.n8n.credential.id,
			currentNodeParameters,
			...page,
		});
	}

	async validate(code: string): Promise<unknown> {
		return await this.call('validate_workflow', { code });
	}

	/** Makes a workflow of code; n8n chooses the credentials. */
	async create(code: string): Promise<string> {
		return (await this.call<{ workflowId: string }>('create_workflow_from_code', { code })).workflowId;
	}

	async publish(workflowId: string): Promise<{ success: boolean; error?: string }> {
		return await this.call('publish_workflow', { workflowId });
	}

	/** Runs a workflow for a try from the trigger that takes the inputs, and waits for its end. */
	async execute(workflowId: string, triggerNodeName: string, inputs: object): Promise<Run> {
		const asked = { workflowId, executionMode: 'manual', triggerNodeName, inputs };
		const { executionId } = await this.call<{ executionId: string }>('execute_workflow', asked);
		return await this.n8n.client.waitForRun(executionId);
	}

	async close(): Promise<void> {
		await this.client.close();
	}

	/** @throws Error with what the server says, if it answers without what the tool gives */
	private async call<T>(name: string, args: Record<string, unknown>): Promise<T> {
		const { content, structuredContent } = await this.client.callTool({ name, arguments: args });
		if (structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(content)}`);
		return structuredContent as T;
	}
}
