import { NodeOperationError } from 'n8n-workflow';

import { Results } from '../../../../nodes/AudiencePage/execution/results';
import { aNode } from '../../../support/node';

const error = (message: string) => new NodeOperationError(aNode, message);
const output = (n: number, item: number) => ({ json: { n }, pairedItem: { item } });

/** Items 0, 2 and 4 done, 1 failed, 3 unknown; told in another order. */
function results() {
	const told = new Results();
	told.done(4, [output(4, 4)]);
	told.failed(3, error('lost'), true);
	told.done(0, [output(0, 0), output(10, 0)]);
	told.failed(1, error('refused'), false);
	told.done(2, []);
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
	expect(new Results().firstError).toBeUndefined();
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
		expect(results().counts(9)).toBe('3 written, 1 failed, 1 of unknown outcome, 4 not sent');
	});

	test('leave out what there is not', () => {
		const told = new Results();
		told.done(0, []);
		expect(told.counts(1)).toBe('1 written, 0 not sent');
		expect(new Results().counts(2)).toBe('0 written, 2 not sent');
	});

	test('count what was left open as unknown', () => {
		const told = results();
		told.leftOpen = 2;
		expect(told.counts(9)).toBe('3 written, 1 failed, 3 of unknown outcome, 2 not sent');
	});
});
