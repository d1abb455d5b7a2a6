/** n8n's own MCP server, by which AI clients find nodes and build workflows. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { INodeParameters } from 'n8n-workflow';
import { connectMcpTo } from '../agents/tools';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';

/** Clients may ask as often as they like: n8n's limit is for those who guess keys. */
export const INSTANCE_MCP_ENV = { N8N_MCP_SERVER_RATE_LIMIT: '1000000' };

/** A node as the search shows it. */
export interface FoundNode {
	/** Such as `n8n-nodes-audience-page.audiencePage`. */
	id: string;
	/** All that is said of it. */
	text: string;
}

/** What a picker offers at a time. */
export interface PickerPage {
	results: Array<{ name: string; value: string }>;
	paginationToken?: string;
}

/** What a client asks of a picker. */
export interface PickerQuestion {
	methodName: string;
	filter?: string;
	paginationToken?: string;
	/** What is chosen in other fields. */
	currentNodeParameters?: INodeParameters;
}

/** What n8n says of a workflow's code. */
export interface CodeFindings {
	valid: boolean;
	nodeCount?: number;
	errors?: string[];
	warnings?: Array<{ message: string; nodeName?: string }>;
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

	/** The nodes found for each phrase, the best first. */
	async search(phrases: string[]): Promise<FoundNode[][]> {
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

	/** What a picker of the node offers. */
	async explore(question: PickerQuestion): Promise<PickerPage> {
		return await this.call('explore_node_resources', {
			nodeType: NODE_TYPE,
			version: 1,
			methodType: 'listSearch',
			credentialType: this.n8n.credential.type,
			credentialId: this.n8n.credential.id,
			...question,
		});
	}

	/** What n8n says of nodes' parameters. */
	async validateNodes(nodes: Array<{ type: string; parameters: INodeParameters }>): Promise<unknown> {
		return await this.call('validate_node_config', { nodes });
	}

	/** What n8n says of a workflow in its SDK's language. */
	async validate(code: string): Promise<CodeFindings> {
		return await this.call('validate_workflow', { code });
	}

	/** Makes a workflow of code; n8n chooses the credentials. */
	async create(code: string): Promise<string> {
		const { workflowId } = await this.call<{ workflowId: string }>('create_workflow_from_code', { code });
		return workflowId;
	}

	/** Publishes a workflow. */
	async publish(workflowId: string): Promise<{ success: boolean; error?: string }> {
		return await this.call('publish_workflow', { workflowId });
	}

	/**
	 * Runs a workflow for a try, and waits for its end.
	 *
	 * @param triggerNodeName the trigger that takes the inputs
	 * @throws Error if n8n doesn't start it
	 */
	async execute(workflowId: string, triggerNodeName: string, inputs?: object): Promise<Run> {
		const asked = { workflowId, executionMode: 'manual', triggerNodeName, ...(inputs && { inputs }) };
		const { executionId, error } = await this.call<{ executionId: string | null; error?: string }>(
			'execute_workflow',
			asked,
		);
		if (executionId === null) throw new Error(error);
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
