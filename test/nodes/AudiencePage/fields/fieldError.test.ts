import { fieldError } from '../../../../nodes/AudiencePage/fields/fieldError';
import { aNode } from '../../../support/node';

describe('The error of a field', () => {
	test('names field, rule and item', () => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const error = fieldError(context, 'Source', 'must not be empty');
		expect(error.message).toBe('Source must not be empty');
		expect(error.description).toBe('Nothing was sent for item 3.');
		expect(error.context.itemIndex).toBe(3);
	});

	test.each<[unknown, string]>([
		['CRM Deals!', ' (got "CRM Deals!")'],
		['a\n', ' (got "a\\n")'],
		['x'.repeat(100), ` (got "${'x'.repeat(79)}…)`],
		[0, ' (got 0)'],
		[NaN, ' (got NaN)'],
		[false, ' (got false)'],
		[1n, ' (got 1)'],
		[undefined, ''],
		[null, ''],
		[{ token: 'x' }, ''],
		[['x'], ''],
	])('of %o shows it if it is short and no structure', (value, shown) => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const { message } = fieldError(context, 'Source', 'must be', 'done', value);
		expect(message).toBe(`Source must be${shown}`);
	});
});
