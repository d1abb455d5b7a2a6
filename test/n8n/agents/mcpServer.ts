/** *Give AI clients tools for Audience Page over MCP*, and a client of it. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Sandbox } from '../../service/sandbox';
import { exampleOf, type Example } from '../examples/example';
import { writesTo } from '../examples/writes';
import type { StoredWorkflow } from '../harness/client';
import type { RealN8n } from '../harness/RealN8n';
import { connectMcp } from './tools';

const FILE = 'mcp-server-with-audience-page-tools.json';
const TOKEN = 'token-of-a-test';

/** What a tool has answered. */
export interface Said {
	text: string;
	isError: boolean;
}

/** Imports the example, with a token, and publishes it. */
export async function publishMcpServer(n8n: RealN8n): Promise<StoredWorkflow> {
	const token = await n8n.client.createCredential('httpBearerAuth', 'Token', { token: TOKEN });
	const workflow = await n8n.importWorkflow(exampleOf(FILE, { credentials: { 'Serve the tools': token } }));
	await n8n.client.publish(workflow);
	return workflow;
}

/** A client that is connected. Whoever opens it closes it. */
export const connect = async (n8n: RealN8n, token = TOKEN): Promise<Client> =>
	await connectMcp(n8n, 'audience-page', { authorization: `Bearer ${token}` });

/** Calls a tool. */
export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Said> {
	const { content, isError } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as [{ text: string }];
	return { text, isError: isError === true };
}

async function run(n8n: RealN8n, sandbox: Sandbox): Promise<void> {
	const workflow = await publishMcpServer(n8n);
	const client = await connect(n8n);
	try {
		const { tools } = await client.listTools();
		expect(tools).toHaveLength(6);
		const page = sandbox.store.pages.all()[2]!;
		sandbox.requests.length = 0;
		const found = await call(client, 'find_pages', { search: page.name });
		expect(JSON.parse(found.text)).toEqual([expect.objectContaining({ pageId: page.pageId })]);
		const nobody = await call(client, 'find_people', { search: 'of no name' });
		expect(nobody).toEqual({ text: '[]', isError: false });
		const figures = await call(client, 'get_page_figures', { pageId: page.pageId });
		expect(JSON.parse(figures.text)).toEqual([expect.objectContaining({ pageId: page.pageId })]);
		expect(writesTo(sandbox)).toEqual([]);

		const person = { email: 'met@mcp.example', name: 'Met Through MCP' };
		const empty = { domain: '', linkedinProfileUrl: '', phoneNumber: '' };
		const saved = await call(client, 'create_or_update_person', { ...person, ...empty });
		expect(JSON.parse(saved.text)).toEqual([expect.objectContaining({ ...person, outcome: 'created' })]);
		const again = await call(client, 'create_or_update_person', { ...person, ...empty });
		expect(JSON.parse(again.text)).toEqual([expect.objectContaining({ ...person, outcome: 'unchanged' })]);
		await call(client, 'create_audience_draft', { pageId: page.pageId, name: 'By MCP', context: '' });
		expect(writesTo(sandbox)).toEqual([
			{ method: 'POST', path: '/v0/persons', body: person },
			{
				method: 'POST',
				path: `/v0/pages/${page.pageId}/audiences`,
				body: { publishBehavior: 'draft', customName: 'By MCP' },
			},
		]);
	} finally {
		await client.close();
	}
	await n8n.client.unpublish(workflow);
}

export const mcpServer: Example = { file: FILE, run };
