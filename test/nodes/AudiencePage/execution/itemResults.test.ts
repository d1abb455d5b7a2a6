import { NodeOperationError } from 'n8n-workflow';
import { ItemResults } from '../../../../nodes/AudiencePage/execution/itemResults';
import { aNode } from '../../../support/node';

test('What may have been written counts as of unknown outcome, unless it is known to be written', async () => {
	const inputs = Array.from({ length: 5 }, () => ({ json: {} }));
	const results = new ItemResults(inputs, aNode);
	const refused = new NodeOperationError(aNode, 'Refused');
	for (const item of [0, 1, 2]) results.addPossibleWrite(item);
	await results.addOutputs(0, []);
	results.addError(1, refused, false);
	results.addError(3, refused, false);
	await results.addSummaryTo(refused, 0);
	expect(refused.description).toContain('1 written, 1 failed, 2 of unknown outcome, 1 not sent.');
});
