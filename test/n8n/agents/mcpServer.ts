/** *Give AI clients tools for Audience Page over MCP*, and a client of it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { exampleOf, writesTo, type Example } from '../examples/example';
import { payloadsOf } from '../harness/accountLog';

async function connect(url: string, token: string): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	const requestInit = { headers: { authorization: `Bearer ${token}` } };
	await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
	return client;
}

/** What a tool answers; throws what it says is wrong. */
async function call(client: Client, name: string, args: Record<string, unknown>) {
	const { content, isError } = await client.callTool({ name, arguments: args });
	const [{ text }] = content as [{ text: string }];
	if (isError) throw new Error(text);
	return JSON.parse(text) as unknown;
}

export const mcpServer: Example = {
	file: 'mcp-server-with-audience-page-tools.json',
	async run({ n8n, sandbox }) {
		const token = 'token-of-a-test';
		const credential = await n8n.client.createCredential('httpBearerAuth', 'Token', { token });
		const setup = { credentials: { 'Serve the tools': credential } };
		const workflow = await n8n.importWorkflow(exampleOf(mcpServer.file, setup));
		await n8n.client.publish(workflow);
		const url = `${n8n.url}/mcp/audience-page`;
		await expect(connect(url, 'another-token')).rejects.toThrow('Authorization data is wrong');
		const client = await connect(url, token);
		const { tools } = await client.listTools();
		expect(tools).toHaveLength(6);
		for (const { description } of tools) expect(description).not.toContain(' in Audience Page'); // but its own

		const { pageId, name: pageName } = sandbox.store.pages.all()[2]!;
		const pages = await call(client, 'find_pages', { search: pageName });
		expect(pages).toMatchObject([{ pageId }]);
		const nobody = await call(client, 'find_people', { search: 'of no name' });
		expect(nobody).toEqual([{ message: 'Nothing found' }]);
		expect(await call(client, 'get_page_metrics', { pageId })).toMatchObject([{ pageId }]);
		const withoutPage = call(client, 'create_audience_draft', { pageId: '', name: 'A' });
		await expect(withoutPage).rejects.toThrow('Page must not be empty');

		const person = { email: 'met@mcp.example', name: 'Met Through MCP' };
		const empty = { domain: '', linkedinProfileUrl: '', phoneNumber: '' };
		await call(client, 'create_or_update_person', { ...person, ...empty });
		expect(writesTo(sandbox)).toEqual([{ method: 'POST', path: '/v0/persons', body: person }]);

		// Each call is a run of its own, and is written once although an answer is lost.
		sandbox.failNext('resetAfter');
		const note = 'He said: "{{ 1 + 1 }} {\'a\'} \\ is enough"\nThanks.';
		const write = async () =>
			await call(client, 'write_account_log_entry', { domain: 'mcp.example', note });
		await Promise.all([write(), write()]);
		expect(payloadsOf(sandbox, 'mcp.example')).toEqual([{ note }, { note }]);
		await client.close();
		await n8n.client.unpublish(workflow);
	},
};
