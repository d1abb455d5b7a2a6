import { exampleNames, exampleText, readExample } from '../harness/exampleFiles';
import { EXAMPLES } from './mainPaths';

/** Where n8n's agents, chat models and MCP nodes come from. */
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';

it('each example has a main path that tests run', () => {
	expect(EXAMPLES.map(({ file }) => file)).toEqual(exampleNames());
});

describe.each(exampleNames())('examples/%s', (fileName) => {
	const workflow = readExample(fileName);

	it('brings nothing of the n8n it was made in', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'description', 'name', 'nodes', 'settings']);
		expect(workflow.settings).toEqual({ executionOrder: 'v1' });
		expect(workflow.nodes.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
		expect(exampleText(fileName).replaceAll(LANGCHAIN, '')).not.toMatch(/@|https?:/);
	});
});
