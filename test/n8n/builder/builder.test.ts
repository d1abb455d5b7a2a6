/** What AI clients see of the package through n8n's own MCP server. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { INodeParameters } from 'n8n-workflow';
import contract from '../../nodes/AudiencePage/contract.json';
import type { Sandbox } from '../../service/sandbox';
import { events, operations } from '../../support/description';
import { connectMcp } from '../agents/tools';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';

const NODE_TYPE = 'n8n-nodes-audience-page.audiencePage';
const TRIGGER_TYPE = 'n8n-nodes-audience-page.audiencePageTrigger';

/**
 * Phrases of people in sales, marketing and their operations, with the node that each of them
 * means.
 */
const PHRASES: Array<[phrase: string, type: string]> = [
	["log CRM deals to an account's activity log", NODE_TYPE],
	['import contacts into Audience Page', NODE_TYPE],
	['personalized landing page for a prospect', NODE_TYPE],
	['page conversion rate', NODE_TYPE],
	['audience page trigger', TRIGGER_TYPE],
	['when a lead is created', TRIGGER_TYPE],
];

let sandbox: Sandbox;
let n8n: RealN8n;
let mcp: Client;

// Clients may ask as often as they like: n8n's limit is for those who guess keys.
useN8n((both) => ({ sandbox, n8n } = both), { env: { N8N_MCP_SERVER_RATE_LIMIT: '1000000' } });
beforeAll(async () => {
	await n8n.client.ask('/rest/mcp/settings', { mcpAccessEnabled: true }, 'PATCH');
	const { apiKey } = await n8n.client.ask<{ apiKey: string }>('/rest/mcp/api-key');
	mcp = await connectMcp(`${n8n.url}/mcp-server/http`, apiKey);
});
afterAll(() => mcp.close());

async function call<T>(name: string, args: Record<string, unknown>): Promise<T> {
	const { content, structuredContent } = await mcp.callTool({ name, arguments: args });
	if (structuredContent === undefined) throw new Error(`${name}: ${JSON.stringify(content)}`);
	return structuredContent as T;
}

/** What the search says of the nodes that it finds for each phrase. */
async function search(...queries: string[]): Promise<string[]> {
	const { results } = await call<{ results: string }>('search_nodes', { queries });
	return results.split(/^## ".*"$/m).slice(1);
}

/** What may be set on a node, in TypeScript. */
const definitionOf = async (nodeId: string): Promise<string> =>
	(await call<{ definitions: string }>('get_node_types', { nodeIds: [{ nodeId }] })).definitions;

it('the search finds the node that a phrase means, and says what each operation does', async () => {
	const found = await search(...PHRASES.map(([phrase]) => phrase));
	const first = found.map((nodes, index) => [PHRASES[index]![0], /^- (\S+)/m.exec(nodes)?.[1]]);
	expect(first).toEqual(PHRASES);
	const [nodes = ''] = await search('Audience Page');
	for (const { option } of operations) expect(nodes).toContain(option.description);
});

it('the type definition has the fields of each operation, and says what it does', async () => {
	const types = (await definitionOf(NODE_TYPE)).split(/^};$/m);
	for (const { name, resource, operation, option } of operations) {
		const told = [`resource: '${resource}';`, `operation: '${operation}';`];
		const type = types.find((one) => told.every((line) => one.includes(line)))!;
		expect(type).toContain(option.description);
		for (const path of Object.keys(contract.operations[name as keyof typeof contract.operations]))
			expect(type).toMatch(new RegExp(`^ +${path.split('.').at(-1)}\\??: `, 'm'));
	}
});

it('the type definition of the trigger says of each field which events and choices it has', async () => {
	const definition = await definitionOf(TRIGGER_TYPE);
	const fields = [...definition.matchAll(/^\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+)\??: /gm)];
	const stored = Object.entries<Record<string, string>>(contract.events);
	const names = new Set(stored.flatMap(([, lines]) => Object.keys(lines)));
	for (const name of [...names].filter((one) => !one.includes('.'))) {
		const text = fields.find(([, , field]) => field === name)?.[1] ?? '';
		const shown = /event: (\[.*?\])/.exec(text)?.[1];
		const said =
			shown === undefined ? events.map(({ event }) => event) : (JSON.parse(shown) as string[]);
		const having = stored.filter(([, lines]) => name in lines).map(([event]) => event);
		expect([name, said.sort()]).toEqual([name, having.sort()]);
		const choices = stored.flatMap(([event, lines]) => {
			const [, list] = /\((.*)\)/.exec(lines[name] ?? '') ?? [];
			return list === undefined ? [] : [`${event}: ${list.replaceAll(' | ', ', ')}`];
		});
		const lists = new Set(choices.map((choice) => choice.split(': ')[1]));
		const missing = choices.filter((choice) => lists.size > 1 && !text.includes(choice));
		expect([name, missing]).toEqual([name, []]);
	}
});

it('the editor is given the fields of an output before the node has run', async () => {
	const path = '/schemas/n8n-nodes-audience-page.audiencePage/1.0.0/person/getAll.json';
	const preview = (await (await n8n.client.send(path)).json()) as { properties: object };
	expect(Object.keys(preview.properties)).toEqual(Object.keys(sandbox.store.persons.all()[0]!));
	expect(sandbox.requests).toEqual([]);
});

interface Listed {
	results: Array<{ value: string }>;
	paginationToken?: string;
}

it.each([
	['searchPages', 'pages', 'pageId'],
	['searchPersons', 'persons', 'personId'],
] as const)('the picker %s gives every record, page by page', async (methodName, kind, idField) => {
	const records = sandbox.store[kind] as unknown as {
		all(): INodeParameters[];
		add(record: object): void;
	};
	for (let n = 0; n < 130; n += 1)
		records.add({ ...records.all()[0], [idField]: `${idField}_${n}` });
	const listed: string[] = [];
	const { type, id } = n8n.credential;
	let paginationToken: string | undefined;
	do {
		const page: Listed = await call('explore_node_resources', {
			...{ nodeType: NODE_TYPE, version: 1, methodType: 'listSearch', methodName },
			...{ credentialType: type, credentialId: id, currentNodeParameters: {}, paginationToken },
		});
		listed.push(...page.results.map(({ value }) => value));
		({ paginationToken } = page);
	} while (paginationToken !== undefined && listed.length < 1_000);
	const ids = records.all().map((record) => record[idField]);
	expect(listed.sort()).toEqual(ids.sort());
});
