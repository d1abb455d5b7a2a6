/** What AI clients see of the package, and build with it, by n8n's own MCP server. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import contract from '../../nodes/AudiencePage/contract.json';
import type { Sandbox } from '../../service/sandbox';
import { events, operations } from '../../support/description';
import { watched } from '../../support/everyEvent';
import { runnable } from '../../support/everyOperation';
import { plainValue } from '../../support/locators';
import { connectMcp } from '../agents/tools';
import { payloadsOf } from '../harness/accountLog';
import type { WorkflowFile } from '../harness/client';
import { exampleNames, readExample } from '../harness/exampleFiles';
import { PINNED_N8N } from '../harness/install';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';

const NODE_TYPE = 'n8n-nodes-audience-page.audiencePage';
const TRIGGER_TYPE = 'n8n-nodes-audience-page.audiencePageTrigger';

/** Writes workflows in the language of AI clients: that of the n8n that runs. */
const { generateWorkflowCode } = createRequire(join(PINNED_N8N, 'package.json'))('@n8n/workflow-sdk') as {
	generateWorkflowCode: (workflow: WorkflowFile) => string;
};

/** Phrases of people in sales, marketing and their operations, with the node that each of them means. */
const PHRASES: Array<[phrase: string, type: string]> = [
	["log CRM deals to an account's activity log", NODE_TYPE],
	['import contacts into Audience Page', NODE_TYPE],
	['create or update people from a list', NODE_TYPE],
	['personalized landing page for a prospect', NODE_TYPE],
	['page conversion rate', NODE_TYPE],
	['audience page trigger', TRIGGER_TYPE],
	['when a lead is created', TRIGGER_TYPE],
];

interface Configured {
	name: string;
	type: string;
	parameters: INodeParameters;
}

/** The code of a workflow of these nodes: what the triggers start goes through all others. */
function codeOf(nodes: Configured[]): string {
	const isTrigger = ({ type }: Configured) => type !== NODE_TYPE;
	const lines = nodes.map((one, index) => {
		const config = JSON.stringify({ name: one.name, parameters: one.parameters });
		const made = isTrigger(one) ? 'trigger' : 'node';
		return `const node${index} = ${made}({ type: '${one.type}', version: 1, config: ${config} });`;
	});
	const [first = '', ...others] = nodes.flatMap((one, index) => (isTrigger(one) ? [] : [`node${index}`]));
	const starts = nodes.flatMap((one, index) => (isTrigger(one) ? [`.add(node${index}).to(${first})`] : []));
	const chain = others.map((name) => `.to(${name})`).join('');
	return [...lines, `export default workflow('all', 'All')${starts.join('')}${chain};`].join('\n');
}

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

/** What a tool of n8n's MCP server answers; throws with what it says, if it answers without what the tool gives. */
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

/** Makes a workflow of code; n8n chooses the credentials. */
const create = async (code: string): Promise<string> =>
	(await call<{ workflowId: string }>('create_workflow_from_code', { code })).workflowId;

const publish = async (workflowId: string) =>
	await call<{ success: boolean; error?: string }>('publish_workflow', { workflowId });

it('the search finds the node that a phrase means, and says what each operation does', async () => {
	const found = await search(...PHRASES.map(([phrase]) => phrase));
	const first = found.map((nodes, index) => [PHRASES[index]![0], /^- (\S+)/m.exec(nodes)?.[1]]);
	expect(first).toEqual(PHRASES);
	const [nodes = ''] = await search('Audience Page');
	const descriptions = operations.map(({ option }) => option.description!);
	expect(descriptions.filter((description) => !nodes.includes(description))).toEqual([]);
});

describe('the type definition', () => {
	it('has the fields of each operation, and says what it does', async () => {
		const types = (await definitionOf(NODE_TYPE)).split(/^};$/m);
		for (const { name, resource, operation, option } of operations) {
			const told = [`resource: '${resource}';`, `operation: '${operation}';`];
			const type = types.find((one) => told.every((line) => one.includes(line)))!;
			expect(type).toContain(option.description);
			for (const path of Object.keys(contract.operations[name as keyof typeof contract.operations]))
				expect(type).toMatch(new RegExp(`^ +${path.split('.').at(-1)}\\??: `, 'm'));
		}
	});

	it('of the trigger says of each field which events have it, and which choices each of them has', async () => {
		const definition = await definitionOf(TRIGGER_TYPE);
		const fields = [...definition.matchAll(/^\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+)\??: /gm)];
		const textOf = (field: string) => fields.find(([, , name]) => name === field)?.[1];
		const sentences = events.map(({ option }) => option.description!.split('. ')[0]!);
		expect(sentences.filter((sentence) => !textOf('event')?.includes(sentence))).toEqual([]);
		const stored = Object.entries<Record<string, string>>(contract.events);
		const names = new Set(stored.flatMap(([, lines]) => Object.keys(lines)));
		for (const name of [...names].filter((one) => !one.includes('.'))) {
			const having = stored.filter(([, lines]) => name in lines).map(([event]) => event);
			const shown = /event: (\[.*?\])/.exec(textOf(name)!)?.[1];
			const said = shown === undefined ? events.map(({ event }) => event) : (JSON.parse(shown) as string[]);
			expect([name, said.sort()]).toEqual([name, having.sort()]);
			const choices = having.map((event) => [
				event,
				/\((.*)\)/.exec(stored.find(([one]) => one === event)![1][name]!)?.[1],
			]);
			if (new Set(choices.map(([, list]) => list)).size < 2) continue;
			for (const [event, list] of choices)
				expect(textOf(name)).toContain(`${event}: ${list!.replaceAll(' | ', ', ')}`);
		}
	});
});

/** Every operation and event with what it needs, and the fields of its form. */
const NEEDED = [
	...runnable.map(({ name, parameters, fields }) => ({ name, type: NODE_TYPE, parameters, fields })),
	...watched.map(({ event: name, parameters, fields }) => ({ name, type: TRIGGER_TYPE, parameters, fields })),
];

/** Whether it must be filled in: what it has by default is nothing. */
const isNeeded = ({ required, default: usual }: INodeProperties) =>
	required === true && plainValue(usual) === '';

it('each operation and event can be published with what it needs, and not without', async () => {
	const code = codeOf(NEEDED);
	expect(await call('validate_workflow', { code })).toEqual({ valid: true, nodeCount: NEEDED.length });
	const id = await create(code);
	expect(await publish(id)).toMatchObject({ success: true });
	await n8n.client.unpublish({ id });

	const incomplete = NEEDED.flatMap(({ parameters, fields, ...one }) => {
		const needed = new Set(fields.filter(isNeeded).map(({ name }) => name));
		const missing = [...needed].filter((name) => name in parameters).sort();
		const left = Object.entries(parameters).filter(([name]) => !missing.includes(name));
		return missing.length > 0
			? [{ ...one, missing, parameters: Object.fromEntries(left) as INodeParameters }]
			: [];
	});
	const { success, error = '' } = await publish(await create(codeOf(incomplete)));
	expect(success).toBe(false);
	const said = error.matchAll(/Node "(.*)":\s+- Missing or invalid required parameters: (.*)/g);
	expect(
		Object.fromEntries(Array.from(said, ([, name, names = '']) => [name, names.split(', ').sort()])),
	).toEqual(Object.fromEntries(incomplete.map(({ name, missing }) => [name, missing])));
});

interface Listed {
	results: Array<{ value: string }>;
	paginationToken?: string;
}

it.each([
	['searchPages', 'pages', 'pageId'],
	['searchPersons', 'persons', 'personId'],
] as const)('the picker %s gives every record, page by page', async (method, kind, idField) => {
	const records = sandbox.store[kind] as unknown as { all(): INodeParameters[]; add(record: object): void };
	for (let n = 0; n < 130; n += 1) records.add({ ...records.all()[0], [idField]: `${idField}_${n}` });
	const listed: string[] = [];
	const { type, id } = n8n.credential;
	let paginationToken: string | undefined;
	do {
		const page: Listed = await call('explore_node_resources', {
			...{ nodeType: NODE_TYPE, version: 1, methodType: 'listSearch', methodName: method },
			...{ credentialType: type, credentialId: id, currentNodeParameters: {}, paginationToken },
		});
		listed.push(...page.results.map(({ value }) => value));
		({ paginationToken } = page);
	} while (paginationToken !== undefined && listed.length < 1_000);
	const ids = records.all().map((record) => record[idField] as string);
	expect(listed.sort()).toEqual(ids.sort());
});

it('a client writes CRM deals to the account log by a workflow that it has built', async () => {
	const deals = ['D-1', 'D-2'].map((id) => ({ id, company: 'built.example' }));
	const webhook = { httpMethod: 'POST', path: 'built-deals' };
	const log = {
		...{ resource: 'accountLog', operation: 'create', source: 'crm' },
		...{ domain: '={{ $json.body.deal.company }}', payload: '={{ $json.body.deal }}' },
	};
	const code = codeOf([
		{ name: 'Deals', type: 'n8n-nodes-base.webhook', parameters: webhook },
		{ name: 'Write', type: NODE_TYPE, parameters: log },
	]);
	const id = await create(code);
	for (const deal of deals) {
		const inputs = { webhookData: { method: 'POST', body: { deal } } };
		const asked = { workflowId: id, executionMode: 'manual', triggerNodeName: 'Deals', inputs };
		const { executionId } = await call<{ executionId: string }>('execute_workflow', asked);
		expect((await n8n.client.waitForRun(executionId)).error).toBeUndefined();
	}
	expect(payloadsOf(sandbox, 'built.example')).toEqual(deals);
});

it.each(exampleNames())("n8n's validator of workflows has no finding in examples/%s", async (fileName) => {
	const workflow = readExample(fileName);
	const found = await call('validate_workflow', { code: generateWorkflowCode(workflow) });
	expect(found).toEqual({ valid: true, nodeCount: workflow.nodes.length });
});
