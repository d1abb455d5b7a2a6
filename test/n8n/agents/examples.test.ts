import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Sandbox } from '../../service/sandbox';
import { writesTo } from '../examples/writes';
import { payloadsOf } from '../harness/accountLog';
import type { StoredWorkflow } from '../harness/client';
import { readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';
import { chatAgent, publishAgent, say } from './chatAgent';
import { answersIn, startChatModel, type ChatModel } from './chatModel';
import { call, connect, mcpServer, publishMcpServer } from './mcpServer';

const TOOL = 'n8n-nodes-audience-page.audiencePageTool';

/** The arguments of the tools of both examples: what a model must give, and what it may leave out. */
const ARGUMENTS: Record<string, { required: string[]; optional: string[] }> = {
	find_people: { required: ['search'], optional: [] },
	find_pages: { required: [], optional: ['search'] },
	get_page_figures: { required: ['pageId'], optional: [] },
	create_or_update_person: {
		required: ['email', 'name'],
		optional: ['domain', 'linkedinProfileUrl', 'phoneNumber'],
	},
	create_audience_draft: { required: ['pageId', 'name'], optional: ['context'] },
	write_account_log_entry: { required: ['domain', 'note'], optional: [] },
};

interface Tool {
	name: string;
	description?: string;
	inputSchema: { properties?: object; required?: string[] };
}

/** What a model is told of a tool. */
function told({ name, description, inputSchema: { properties = {}, required = [] } }: Tool) {
	const described = Object.values(properties).every((property) =>
		Boolean((property as { description?: string }).description),
	);
	const optional = Object.keys(properties).filter((property) => !required.includes(property));
	return { name, description, described, required: [...required].sort(), optional: optional.sort() };
}

/** The same, as an example means it. */
function meant(file: string) {
	return readExample(file)
		.nodes.filter(({ type }) => type === TOOL)
		.map(({ name, parameters }) => ({
			name,
			description: parameters.toolDescription,
			described: true,
			required: [...ARGUMENTS[name]!.required].sort(),
			optional: [...ARGUMENTS[name]!.optional].sort(),
		}));
}

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

/** Their main paths are run for each version of n8n. */
describe('the examples for agents', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	describe('MCP server', () => {
		let client: Client;

		beforeAll(async () => {
			await publishMcpServer(n8n);
			client = await connect(n8n);
		});

		afterAll(() => client.close());

		it('lets nobody in without the token', async () => {
			await expect(connect(n8n, 'another-token')).rejects.toThrow('Authorization data is wrong');
		});

		it('lists each tool with its description and arguments', async () => {
			const { tools } = await client.listTools();
			expect(tools.map(told).sort(byName)).toEqual(meant(mcpServer.file).sort(byName));
		});

		it('takes optional arguments that are left out, and then sends only what differs', async () => {
			const person = { email: 'left.out@mcp.example', name: 'Met Through MCP' };
			await call(client, 'create_or_update_person', person);
			expect(writesTo(sandbox)).toEqual([{ method: 'POST', path: '/v0/persons', body: person }]);

			sandbox.requests.length = 0;
			await call(client, 'create_or_update_person', { ...person, domain: 'mcp.example' });
			const path = expect.stringMatching(/^\/v0\/persons\/person_/) as string;
			expect(writesTo(sandbox)).toEqual([{ method: 'PATCH', path, body: { domain: 'mcp.example' } }]);
		});

		it.each([
			['a page that is not there', { pageId: 'page_none', name: 'A' }, 'page page_none not found'],
			['no page', { pageId: '', name: 'A' }, 'Page must not be empty'],
			['a missing argument', { name: 'A' }, 'pageId'],
		])('says what is wrong with %s, and creates nothing', async (_what, args, words) => {
			const said = await call(client, 'create_audience_draft', args);
			expect(said).toEqual({ text: expect.stringContaining(words) as string, isError: true });
			expect(sandbox.requests.filter(({ applied }) => applied)).toEqual([]);
		});

		it('writes a note as it was said, as often as it was said', async () => {
			const note = 'He said: "{{ 1 + 1 }} {\'a\'} \\ is enough"\nThanks.';
			await call(client, 'write_account_log_entry', { domain: 'mcp.example', note });
			await call(client, 'write_account_log_entry', { domain: 'mcp.example', note });
			expect(payloadsOf(sandbox, 'mcp.example')).toEqual([{ note }, { note }]);
		});
	});

	describe('chat agent', () => {
		let model: ChatModel;
		let workflow: StoredWorkflow;

		beforeAll(async () => {
			model = await startChatModel();
			workflow = await publishAgent(n8n, model);
		});

		afterAll(() => model.close());

		it('tells the model its rules, each tool and its arguments, and what was said before in this chat', async () => {
			model.script.push({ text: 'Who?' }, 'done', 'done');
			expect(await say(n8n, workflow, 'Find her', 'chat-2')).toBe('Who?');
			await say(n8n, workflow, 'Emmy', 'chat-2');
			await say(n8n, workflow, 'Another chat', 'chat-3');
			const [, second, third] = model.asked().slice(-3);
			expect(second!.messages.map(({ content }) => content)).toEqual([
				expect.stringContaining('wait until the user agrees'),
				'Find her',
				'Who?',
				'Emmy',
			]);
			expect(third!.messages).toHaveLength(2);
			const tools = third!.tools!.map(({ function: tool }) =>
				told({ ...tool, inputSchema: tool.parameters }),
			);
			expect(tools.sort(byName)).toEqual(meant(chatAgent.file).sort(byName));
		});

		it('gives the model the words of the service when it refuses', async () => {
			sandbox.failNext('internalError', { times: 2 });
			model.script.push({ tool: 'find_people', calls: [{ search: 'Emmy' }] }, 'done');
			expect(await say(n8n, workflow, 'Find Emmy', 'chat-5')).toBe('Done');
			const [answer] = answersIn(model.asked().at(-1)!);
			expect(answer).toContain('The sandbox was told to fail');
		});
	});
});
