/** Each file of `examples/`, and each as it is imported, run on the canvas with its sample data once the credential is chosen. */
import type { Sandbox } from '../../service/sandbox';
import { exampleNames, exampleText, readExample } from '../harness/exampleFiles';
import type { RealN8n } from '../harness/RealN8n';
import { useN8n } from '../harness/useN8n';
import { runWell, writesTo } from './example';
import { EXAMPLES } from './examples';

/** What looks like an address and is none: n8n's agents, and what Excel files consist of. */
const NO_ADDRESS = /@n8n\/n8n-nodes-langchain\.|http:\/\/schemas\.openxmlformats\.org/g;

/** Examples that have no sample data, or a model to be chosen first. */
const NOT_TO_RUN = /^(a-year-of-weeks|agent-with|mcp-server|weekly-page-analytics)/;

/** How many people and log entries a test run creates; all others write nothing. */
const CREATED: Record<string, number> = {
	'contacts-from-spreadsheet-to-persons.json': 2,
	'crm-deals-to-account-log.json': 2,
};

let sandbox: Sandbox;
let n8n: RealN8n;

useN8n((both) => ({ sandbox, n8n } = both));

it('each example has a main path that tests run', () => {
	expect(EXAMPLES.map(({ file }) => file)).toEqual(exampleNames());
});

it.each(exampleNames())(
	'examples/%s brings nothing of the n8n it was made in, and is of nobody',
	(fileName) => {
		const workflow = readExample(fileName);
		const { pinData = {}, ...withoutSamples } = workflow;
		const parts = ['connections', 'description', 'name', 'nodes', 'settings'];
		expect(Object.keys(withoutSamples).sort()).toEqual(parts);
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(JSON.stringify(withoutSamples).replace(NO_ADDRESS, '')).not.toMatch(/@|https?:/);
		const hosts = JSON.stringify(pinData).match(/(?<=@|https?:\/\/)[\w.-]+/g) ?? [];
		expect(hosts.filter((host) => !/(^|\.)example$/.test(host))).toEqual([]);
		expect(workflow.nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(pinData)));
		expect(exampleText(fileName)).toBe(`${JSON.stringify(workflow, null, '\t')}\n`); // as n8n writes it
	},
);

const recordsOf = ({ store }: Sandbox): number =>
	store.accounts
		.all()
		.reduce((sum, { accountId }) => sum + store.accountLogs.of(accountId).size, store.persons.size);

it.each(exampleNames().filter((name) => !NOT_TO_RUN.test(name)))(
	'with its sample data, %s runs to its end, and writes what its note says, once',
	async (fileName) => {
		const file = readExample(fileName);
		const note = file.nodes.find(({ name }) => name === 'Try it')?.parameters.content;
		expect(note).toMatch(/^## Try it\n[^]*\*\*(writes?|creates|written) .*\*\*/);
		const trigger = file.nodes.find(({ type }) => /trigger$|\.webhook$/i.test(type))!.name;
		const before = recordsOf(sandbox);
		const done = await runWell(n8n, file, trigger);
		const isErrorReport = /\bnot\b|without/i; // where errors, and what was not found, end
		const ends = file.nodes.filter(({ name, type }) => !type.endsWith('Note') && !(name in file.connections));
		for (const { name } of ends.filter((node) => !isErrorReport.test(node.name)))
			expect([name, done.node(name).startedAt > 0]).toEqual([name, true]);
		const created = CREATED[fileName] ?? 0;
		expect(recordsOf(sandbox)).toBe(before + created);
		expect(writesTo(sandbox).length > 0).toBe(created > 0);

		await runWell(n8n, file, trigger);
		expect(recordsOf(sandbox)).toBe(before + created);
	},
);
