/** Each file of `examples/` as it stands; oldest.test.ts and newest.test.ts run them. */
import { exampleNames, exampleText, readExample } from '../harness/exampleFiles';
import { EXAMPLES } from './examples';

/** What looks like an address and is none. */
const AGENT_NODES = /@n8n\/n8n-nodes-langchain\./g;
const MAX_NODES = 10;

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
		const text = JSON.stringify(workflow).replace(AGENT_NODES, '');
		const hosts = text.match(/(?<=@|https?:\/\/)[\w.-]+/g) ?? [];
		expect(hosts.filter((host) => !/(^|\.)example$/.test(host))).toEqual([]);
		expect(workflow.nodes.map(({ name }) => name)).toEqual(
			expect.arrayContaining(Object.keys(pinData)),
		);
		expect(exampleText(fileName)).toBe(`${JSON.stringify(workflow, null, '\t')}\n`); // as n8n writes it
	},
);

it.each(exampleNames())('examples/%s is for people who write no code', (fileName) => {
	const { nodes } = readExample(fileName);
	const types = nodes.map(({ type }) => type);
	expect(types).not.toContain('n8n-nodes-base.code');
	const notes = types.filter((type) => type === 'n8n-nodes-base.stickyNote');
	expect(notes).toHaveLength(1);
	expect(nodes.length - notes.length).toBeLessThanOrEqual(MAX_NODES);
});
