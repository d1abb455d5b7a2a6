/** Our node as a tool, and those who call it: an MCP client, and n8n's agent. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode } from 'n8n-workflow';
import { byId } from '../../support/locators';
import type { StoredCredential, WorkflowFile } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { start, START, workflowOf, type Link, type Step } from '../harness/steps';

/** Our node as a tool with this name, its description made by n8n. */
export const toolOf = (
	name: string,
	parameters: INode['parameters'],
	settings: Partial<INode> = {},
): Step => ({
	name,
	type: 'n8n-nodes-audience-page.audiencePageTool',
	typeVersion: 1,
	parameters: { descriptionType: 'auto', ...parameters },
	...settings,
});

/** An MCP client that is connected to an *MCP Server Trigger*, by its path. Whoever opens it closes it. */
export const connectMcp = async ({ url }: RealN8n, path: string, headers = {}): Promise<Client> =>
	await connectMcpTo(`${url}/mcp/${path}`, headers);

/** An MCP client that is connected to a server. Whoever opens it closes it. */
export async function connectMcpTo(url: string, headers: Record<string, string>): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const address = new URL(url);
	await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
	return client;
}

let servers = 0;

/**
 * Publishes a tool behind an MCP server and calls it turn by turn, the calls of a turn at once.
 *
 * @returns what the tool said to each call, as JSON
 */
export async function callThroughMcp(n8n: RealN8n, tool: Step, turns: object[][]): Promise<string[]> {
	const path = `tools-${(servers += 1)}`;
	const server: Step = {
		name: 'MCP Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2.1,
		parameters: { authentication: 'none', path },
		webhookId: path,
	};
	const file = workflowOf([server, tool], [[tool.name, 'MCP Server', 'ai_tool']]);
	await n8n.client.publish(await n8n.importWorkflow(file));
	const client = await connectMcp(n8n, path);
	const said: unknown[] = [];
	try {
		for (const calls of turns) {
			const call = (args: object) => client.callTool({ name: tool.name, arguments: { ...args } });
			said.push(...(await Promise.all(calls.map(call))));
		}
	} finally {
		await client.close();
	}
	return said.map((answer) => JSON.stringify(answer));
}

/** An agent of this version, with these tools and the chat model of a credential. */
export function agentWith(tools: Step[], typeVersion: number, { id, name }: StoredCredential): WorkflowFile {
	const agent: Step = {
		name: 'Agent',
		type: '@n8n/n8n-nodes-langchain.agent',
		typeVersion,
		parameters: { promptType: 'define', text: 'Write it down', options: {} },
	};
	const chatModel: Step = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: byId('scripted'), options: {} },
		credentials: { openAiApi: { id, name } },
	};
	return workflowOf(
		[start, agent, chatModel, ...tools],
		[
			[START, 'Agent'],
			['Model', 'Agent', 'ai_languageModel'],
			...tools.map((tool): Link => [tool.name, 'Agent', 'ai_tool']),
		],
	);
}
