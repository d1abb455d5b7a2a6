import { NodeOperationError } from 'n8n-workflow';

import { ItemResults } from '../../../../nodes/AudiencePage/execution/itemResults';
import { aNode } from '../../../support/node';

const error = (message: string) => new NodeOperationError(aNode, message);
const output = (n: number, item: number) => ({ json: { n }, pairedItem: { item } });

/** Items 0, 2 and 4 done, 1 failed, 3 unknown; told in another order. */
function results() {
	const told = new ItemResults();
	told.addOutputs(4, [output(4, 4)]);
	told.addError(3, error('lost'), true);
	told.addOutputs(0, [output(0, 0), output(10, 0)]);
	told.addError(1, error('refused'), false);
	told.addOutputs(2, []);
	return told;
}
const inputs = [0, 1, 2, 3, 4].map((n) => ({ json: { n, error: 'of the input' } }));

test('outputs stand in the order of the items, error items with what was put in', () => {
	expect(results().outputs(inputs, { ...aNode, onError: 'continueRegularOutput' })).toEqual([
		output(0, 0),
		output(10, 0),
		{ json: { n: 1, error: 'refused' }, pairedItem: { item: 1 } },
		{ json: { n: 3, error: 'lost' }, pairedItem: { item: 3 } },
		output(4, 4),
	]);
});

test('for an error output, error items have nothing but the error', () => {
	const outputs = results().outputs(inputs, { ...aNode, onError: 'continueErrorOutput' });
	expect(outputs.slice(2, 4)).toEqual([
		{ json: { error: 'refused' }, pairedItem: { item: 1 } },
		{ json: { error: 'lost' }, pairedItem: { item: 3 } },
	]);
});

test('the first error is that of the first item', () => {
	expect(results().firstError?.message).toBe('refused');
	expect(new ItemResults().firstError).toBeUndefined();
});

test('what is done is known', () => {
	const told = results();
	expect([0, 1, 2, 3, 4, 5].map((item) => told.isDone(item))).toEqual([
		true,
		false,
		true,
		false,
		true,
		false,
	]);
});

describe('The counts', () => {
	test('name what there is', () => {
		expect(results().summary(9)).toBe('3 written, 1 failed, 1 of unknown outcome, 4 not sent');
	});

	test('leave out what there is not', () => {
		const told = new ItemResults();
		told.addOutputs(0, []);
		expect(told.summary(1)).toBe('1 written, 0 not sent');
		expect(new ItemResults().summary(2)).toBe('0 written, 2 not sent');
	});

	test('count what was left open as unknown', () => {
		const told = results();
		told.abandonedWrites = 2;
		expect(told.summary(9)).toBe('3 written, 1 failed, 3 of unknown outcome, 2 not sent');
	});
});
