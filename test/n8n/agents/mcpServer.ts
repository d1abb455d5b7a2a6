/** *Give AI clients tools for Audience Page over MCP*, and a client of it. */
import { exampleOf, writesTo, type Example } from '../examples/example';
import { payloadsOf } from '../harness/accountLog';
import { connectMcp } from './tools';

export const mcpServer: Example = {
	file: 'mcp-server-with-audience-page-tools.json',
	async run(n8n, sandbox) {
		const token = await n8n.client.createCredential('httpBearerAuth', 'Token', {
			token: 'token-of-a-test',
		});
		const setup = { credentials: { 'Serve the tools': token } };
		const workflow = await n8n.importWorkflow(exampleOf(mcpServer.file, setup));
		await n8n.client.publish(workflow);
		const url = `${n8n.url}/mcp/audience-page`;
		await expect(connectMcp(url, 'another-token')).rejects.toThrow('Authorization data is wrong');
		const client = await connectMcp(url, 'token-of-a-test');

		async function call(name: string, args: Record<string, unknown>): Promise<unknown> {
			const { content, isError } = await client.callTool({ name, arguments: args });
			const [{ text }] = content as [{ text: string }];
			if (isError) throw new Error(text);
			return JSON.parse(text);
		}

		const { tools } = await client.listTools();
		expect(tools).toHaveLength(6);
		for (const { description } of tools) expect(description).not.toContain(' in Audience Page'); // but its own

		const { pageId, name: pageName } = sandbox.store.pages.all()[2]!;
		sandbox.requests.length = 0;
		expect(await call('find_pages', { search: pageName })).toMatchObject([{ pageId }]);
		const found = await call('find_people', { search: 'of no name' });
		expect(found).toEqual([{ message: 'Nothing found' }]);
		expect(await call('get_page_metrics', { pageId })).toMatchObject([{ pageId }]);
		const withoutPage = call('create_audience_draft', { pageId: '', name: 'A' });
		await expect(withoutPage).rejects.toThrow('Page must not be empty');
		const person = { email: 'met@mcp.example', name: 'Met Through MCP' };
		const empty = { domain: '', linkedinProfileUrl: '', phoneNumber: '' };
		await call('create_or_update_person', { ...person, ...empty });
		expect(writesTo(sandbox)).toEqual([{ method: 'POST', path: '/v0/persons', body: person }]);
		const note = 'He said: "{{ 1 + 1 }} {\'a\'} \\ is enough"\nThanks.';
		await call('write_account_log_entry', { domain: 'mcp.example', note });
		expect(payloadsOf(sandbox, 'mcp.example')).toEqual([{ note }]);
		await client.close();
		await n8n.client.unpublish(workflow);
	},
};
