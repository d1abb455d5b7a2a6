/** Each example as it is imported, run on the canvas with its sample data once the credential is chosen. */
import type { INode } from 'n8n-workflow';
import type { Sandbox } from '../../service/sandbox';
import { byId } from '../../support/locators';
import { credentialFor, startChatModel } from '../agents/chatModel';
import type { WorkflowFile } from '../harness/client';
import { exampleNames, readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import type { Run } from '../harness/run';
import { useN8n } from '../harness/useN8n';
import { writesTo } from './writes';

const AGENT = 'agent-with-audience-page-tools.json';
const MCP = 'mcp-server-with-audience-page-tools.json';

/** Examples without sample data, and why they need none. */
const WITHOUT_SAMPLES: Record<string, string> = {
	'a-year-of-weeks-to-spreadsheet.json': 'reads figures of the service',
	[MCP]: 'an MCP client calls its tools: nothing runs by itself',
	'weekly-page-analytics-to-spreadsheet.json': 'reads figures of the service',
};

/** Nodes of a branch that the sample data does not take, beside those for errors. */
const NOT_TAKEN: Record<string, string[]> = {
	'contacts-from-spreadsheet-to-persons.json': ['Read the Excel file'],
};

/** What each test run creates, as its note says: where, and part of what. All others write nothing. */
const WRITTEN: Record<string, Array<[path: string, body: object]>> = {
	'contacts-from-spreadsheet-to-persons.json': [
		['/v0/persons', { name: 'Ada Lovelace', domain: 'engines.example' }],
		['/v0/persons', { name: 'Grace Hopper', phoneNumber: '+15550109999' }],
	],
	'crm-deals-to-account-log.json': [
		['/v0/account_logs', { domain: 'northwind.example', type: 'deal' }],
		['/v0/account_logs', { domain: 'globex.example', type: 'deal' }],
	],
};

/** How many people and log entries there are. */
const recordsOf = ({ store }: Sandbox): number =>
	store.accounts
		.all()
		.reduce((sum, { accountId }) => sum + store.accountLogs.of(accountId).size, store.persons.size);

const isTrigger = ({ type }: INode) => /trigger$|\.webhook$/i.test(type);

/** The nodes behind a trigger that a run without errors comes to, the trigger included. */
function nodesToRun({ nodes, connections }: WorkflowFile, trigger: string): string[] {
	const found = new Set<string>([trigger]);
	for (const name of found) {
		const isChecked = nodes.find((node) => node.name === name)?.onError === 'continueErrorOutput';
		const outputs = connections[name]?.main ?? [];
		for (const links of isChecked ? outputs.slice(0, 1) : outputs)
			for (const { node } of links ?? []) found.add(node);
	}
	return [...found];
}

describe('with its sample data,', () => {
	let sandbox: Sandbox;
	let n8n: RealN8n;

	useN8n((both) => ({ sandbox, n8n } = both));

	async function runFile(file: WorkflowFile): Promise<Run> {
		const trigger = file.nodes.find(isTrigger)!;
		return await n8n.run(await n8n.importWorkflow(file), trigger.name);
	}

	function expectAllToRun(done: Run, fileName: string, file: WorkflowFile): void {
		expect(done.error).toBeUndefined();
		const expected = nodesToRun(file, file.nodes.find(isTrigger)!.name);
		for (const name of expected.filter((one) => !NOT_TAKEN[fileName]?.includes(one))) {
			const { error, outputs, startedAt } = done.node(name);
			expect({ name, error, hasRun: startedAt > 0 }).toEqual({ name, error: undefined, hasRun: true });
			expect({ name, items: outputs.flat().length }).not.toEqual({ name, items: 0 });
		}
	}

	it('each example has some, or needs none', () => {
		const without = exampleNames().filter((name) => readExample(name).pinData === undefined);
		expect(Object.keys(WITHOUT_SAMPLES)).toEqual(without);
	});

	const toTry = exampleNames().filter((name) => name === MCP || !(name in WITHOUT_SAMPLES));

	it.each(toTry)('%s says in a note what a test run writes', (fileName) => {
		const note = readExample(fileName).nodes.find(({ name }) => name === 'Try it');
		expect(note?.parameters.content).toMatch(/^## Try it\n/);
		expect(note?.parameters.content).toMatch(/\*\*(writes?|creates|written) .*\*\*/);
	});

	const runnable = exampleNames().filter((name) => !(name in WITHOUT_SAMPLES) && name !== AGENT);

	it.each(runnable)('%s runs to its end, and writes what its note says', async (fileName) => {
		const file = readExample(fileName);
		const before = recordsOf(sandbox);
		expectAllToRun(await runFile(file), fileName, file);
		const expected = WRITTEN[fileName] ?? [];
		expect(writesTo(sandbox).length > 0).toBe(expected.length > 0);
		for (const [path, body] of expected)
			expect(writesTo(sandbox)).toContainEqual({
				method: 'POST',
				path,
				body: expect.objectContaining(body) as object,
			});
		const stored = recordsOf(sandbox);
		expect(stored).toBe(before + expected.length);

		expectAllToRun(await runFile(file), fileName, file);
		expect(recordsOf(sandbox)).toBe(stored);
	});

	it(`${AGENT} runs to its end, once it has a model`, async () => {
		const file = readExample(AGENT);
		const model = await startChatModel();
		try {
			const { type, ...credential } = await credentialFor(model, n8n);
			const chatModel = file.nodes.find(({ name }) => name === 'Chat model')!;
			chatModel.credentials = { [type]: credential };
			model.script.push({ tool: 'find_people', calls: [{ search: 'acme' }] }, 'Ada Lovelace');
			const done = await runFile(file);
			expectAllToRun(done, AGENT, file);
			expect(done.node('Work in Audience Page').items[0]?.json).toEqual({ output: 'Ada Lovelace' });
			expect(writesTo(sandbox)).toEqual([]);
		} finally {
			await model.close();
		}
	});

	it('a page that was selected gets the draft for the sample person, when that node is unpinned', async () => {
		const CREATE = 'Create a draft audience';
		const file = readExample('new-person-to-audience-for-a-page.json');
		const { pageId } = sandbox.store.pages.all()[0]!;
		file.nodes.find(({ name }) => name === CREATE)!.parameters.pageId = byId(pageId);
		delete file.pinData![CREATE];
		const done = await runFile(file);
		expect(done.node(CREATE).items).toMatchObject([{ json: { pageId, status: 'draft' } }]);
		expect(writesTo(sandbox)).toMatchObject([
			{ path: `/v0/pages/${pageId}/audiences`, body: { customName: 'Ada Lovelace (engines.example)' } },
		]);
	});
});
