/** What n8n's own validator of workflows says of the examples. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { WorkflowFile } from '../harness/client';
import { exampleNames, readExample } from '../harness/exampleFiles';
import { PINNED_N8N } from '../harness/install';
import type { InstanceMcp } from './InstanceMcp';

interface WorkflowSdk {
	/** A workflow in the language that AI clients write. */
	generateWorkflowCode(workflow: WorkflowFile): string;
	parseWorkflowCode(code: string): WorkflowFile;
}

/** That of the n8n that runs. */
const sdk = createRequire(join(PINNED_N8N, 'package.json'))('@n8n/workflow-sdk') as WorkflowSdk;

const nodesOf = ({ nodes }: WorkflowFile) =>
	nodes.map(({ name, type, typeVersion, parameters }) => ({ name, type, typeVersion, parameters }));

export function exampleTests(mcp: () => InstanceMcp): void {
	describe("n8n's validator", () => {
		it.each(exampleNames())('has no finding in examples/%s', async (fileName) => {
			const workflow = readExample(fileName);
			const code = sdk.generateWorkflowCode(workflow);
			expect(nodesOf(sdk.parseWorkflowCode(code))).toEqual(expect.arrayContaining(nodesOf(workflow)));
			const found = await mcp().validate(code);
			expect(found).toEqual({ valid: true, nodeCount: workflow.nodes.length });
		});

		it('finds what is wrong', async () => {
			const workflow = readExample('crm-deals-to-account-log.json');
			for (const node of workflow.nodes) if (node.type.endsWith('.splitOut')) node.parameters = {};
			const { warnings = [] } = await mcp().validate(sdk.generateWorkflowCode(workflow));
			expect(warnings).toMatchObject([{ nodeName: 'One item per deal' }]);
		});
	});
}
