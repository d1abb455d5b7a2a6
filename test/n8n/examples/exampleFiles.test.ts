import { exampleNames, exampleText, readExample } from '../harness/exampleFiles';
import { EXAMPLES } from './mainPaths';

/** Where n8n's agents, chat models and MCP nodes come from. */
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';

/** The names of what Excel files consist of; nothing is there to be called. */
const EXCEL = 'http://schemas.openxmlformats.org';

it('each example has a main path that tests run', () => {
	expect(EXAMPLES.map(({ file }) => file)).toEqual(exampleNames());
});

describe.each(exampleNames())('examples/%s', (fileName) => {
	const workflow = readExample(fileName);
	const { pinData = {}, ...withoutSamples } = workflow;

	it('brings nothing of the n8n it was made in', () => {
		const parts = ['connections', 'description', 'name', 'nodes', 'settings'];
		expect(Object.keys(withoutSamples).sort()).toEqual(parts);
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		const text = JSON.stringify(withoutSamples).replaceAll(LANGCHAIN, '').replaceAll(EXCEL, '');
		expect(text).not.toMatch(/@|https?:/);
	});

	it('is of nobody: email addresses and domains in its sample data are reserved for examples', () => {
		const texts = JSON.stringify(pinData).match(/(?<=@|https?:\/\/)[\w.-]+/g) ?? [];
		expect(texts.filter((host) => !/(^|\.)example$/.test(host))).toEqual([]);
	});

	it('has sample data of its own nodes only', () => {
		const names = workflow.nodes.map(({ name }) => name);
		expect(names).toEqual(expect.arrayContaining(Object.keys(pinData)));
	});

	it('is written as n8n would: with tabs', () => {
		expect(exampleText(fileName)).toBe(`${JSON.stringify(workflow, null, '\t')}\n`);
	});
});
