/** n8n's own MCP server, by which AI clients find nodes and build workflows. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { connectMcpTo } from '../agents/tools';
import type { RealN8n } from '../harness/RealN8n';

/** Clients may ask as often as they like: n8n's limit is for those who guess keys. */
export const INSTANCE_MCP_ENV = { N8N_MCP_SERVER_RATE_LIMIT: '1000000' };

export const NODE_TYPE = 'n8n-nodes-audience-page.audiencePage';
export const TRIGGER_TYPE = 'n8n-nodes-audience-page.audiencePageTrigger';

/** What is asked of the server's tools, by their names, and what they answer. */
export interface Tools {
	search_nodes: { asked: { queries: string[] }; answer: { results: string } };
	get_node_types: { asked: { nodeIds: object[] }; answer: { definitions: string } };
	explore_node_resources: {
		asked: object;
		answer: { results: Array<{ value: string }>; paginationToken?: string };
	};
	validate_workflow: { asked: { code: string }; answer: object };
	create_workflow_from_code: { asked: { code: string }; answer: { workflowId: string } };
	publish_workflow: { asked: { workflowId: string }; answer: { success: boolean; error?: string } };
	execute_workflow: { asked: object; answer: { executionId: string } };
}

export class InstanceMcp {
	private constructor(private readonly client: Client) {}

	/** Switches the server on and signs in. Whoever connects closes. */
	static async connect(n8n: RealN8n): Promise<InstanceMcp> {
		const authorization = `Bearer ${await n8n.client.enableInstanceMcp()}`;
		return new InstanceMcp(await connectMcpTo(`${n8n.url}/mcp-server/http`, { authorization }));
	}

	/** @throws Error with what the server says, if it answers without what the tool gives */
	async call<T extends keyof Tools>(name: T, asked: Tools[T]['asked']): Promise<Tools[T]['answer']> {
		const { content, structuredContent } = await this.client.callTool({ name, arguments: { ...asked } });
		if (structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(content)}`);
		return structuredContent as Tools[T]['answer'];
	}

	/** The nodes found for each phrase, the best first: the ID of each, and all that is said of it. */
	async search(...phrases: string[]): Promise<Array<Array<{ id: string; text: string }>>> {
		const { results } = await this.call('search_nodes', { queries: phrases });
		const answers = results.split(/^## ".*"$/m).slice(1);
		return answers.map((answer) =>
			[...answer.matchAll(/^- (\S+)(?:(?!^- ).*\n?)+/gm)].map(([text, id = '']) => ({ id, text })),
		);
	}

	/** What may be set on a node, in TypeScript. */
	async definitionOf(nodeId: string): Promise<string> {
		return (await this.call('get_node_types', { nodeIds: [{ nodeId }] })).definitions;
	}

	/** Makes a workflow of code; n8n chooses the credentials. */
	async create(code: string): Promise<string> {
		return (await this.call('create_workflow_from_code', { code })).workflowId;
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}
