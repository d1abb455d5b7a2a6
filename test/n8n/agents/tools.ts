/**
 * Our node as a tool, and those who call it: an MCP client, n8n's agent in a workflow, and n8n's
 * own Agents.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { INode, INodeParameters } from 'n8n-workflow';
import { byId } from '../../support/locators';
import type { StoredCredential, WorkflowFile } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { start, START, workflowOf, type Link, type Step } from '../harness/steps';

export const toolOf = (
	name: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): Step => ({
	name,
	type: 'n8n-nodes-audience-page.audiencePageTool',
	typeVersion: 1,
	parameters: { descriptionType: 'auto', ...parameters },
	...settings,
});

export async function connectMcp(url: string, bearer?: string): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const requestInit =
		bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } };
	await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
	return client;
}

let servers = 0;

/**
 * Publishes a tool behind an MCP server and calls it turn by turn, the calls of a turn at once:
 * what it said, as JSON.
 */
export async function callThroughMcp(
	n8n: RealN8n,
	tool: Step,
	turns: object[][],
): Promise<string[]> {
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
	const client = await connectMcp(`${n8n.url}/mcp/${path}`);
	const said: unknown[] = [];
	for (const calls of turns) {
		const call = (args: object) => client.callTool({ name: tool.name, arguments: { ...args } });
		said.push(...(await Promise.all(calls.map(call))));
	}
	await client.close();
	return said.map((answer) => JSON.stringify(answer));
}

/** An agent of this version, with these tools and the chat model of a credential. */
export function agentWith(
	tools: Step[],
	typeVersion: number,
	{ id, name }: StoredCredential,
): WorkflowFile {
	const langchain = (
		one: string,
		type: string,
		version: number,
		parameters: INodeParameters,
	): Step => ({
		...{ name: one, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion: version, parameters },
	});
	const asked = { promptType: 'define', text: 'Write it down', options: {} };
	const model = langchain('Model', 'lmChatOpenAi', 1.2, { model: byId('scripted'), options: {} });
	const links: Link[] = [
		[START, 'Agent'],
		['Model', 'Agent', 'ai_languageModel'],
		...tools.map((tool): Link => [tool.name, 'Agent', 'ai_tool']),
	];
	return workflowOf(
		[
			start,
			langchain('Agent', 'agent', typeVersion, asked),
			{ ...model, credentials: { openAiApi: { id, name } } },
			...tools,
		],
		links,
	);
}

/**
 * Has one of n8n's own Agents, which run nodes outside of workflows, do what its model says with
 * these `tools`.
 */
export async function runOwnAgent(
	{ client, credential }: RealN8n,
	model: StoredCredential,
	tools: Record<string, INodeParameters>,
): Promise<void> {
	const { id: project } = await client.ask<{ id: string }>('/rest/projects/personal');
	const agents = `/rest/projects/${project}/agents/v2`;
	const agent = await client.ask<{ id: string }>(agents, { name: 'Agent' });
	const path = `${agents}/${agent.id}`;
	const { configHash } = await client.ask<{ configHash: string }>(`${path}/config`);
	const { type, id, name } = credential;
	const ofNode = { nodeType: 'n8n-nodes-audience-page.audiencePage', nodeTypeVersion: 1 };
	const credentials = { [type]: { id, name } };
	const config = {
		name: 'Agent',
		model: 'openai/scripted',
		credential: model.id,
		instructions: 'Do as you are told',
		tools: Object.entries(tools).map(([tool, nodeParameters]) => ({
			...{ type: 'node', name: tool, node: { ...ofNode, nodeParameters, credentials } },
		})),
	};
	await client.ask(`${path}/config`, { config, baseConfigHash: configHash }, 'PUT');
	const told = await (await client.send(`${path}/chat`, { message: 'Do it' })).text();
	if (!told.includes('"type":"done"')) throw new Error(told);
}
