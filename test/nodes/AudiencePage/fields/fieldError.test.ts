import { fieldError } from '../../../../nodes/AudiencePage/fields/fieldError';
import { aNode } from '../../../support/node';

const context = { getNode: () => aNode, getItemIndex: () => 3 };

describe('The error of a field', () => {
	test('names field, rule and item', () => {
		const error = fieldError(context, 'Source', 'must not be empty');
		expect(error.message).toBe('Source must not be empty');
		expect(error.description).toBe('Nothing was sent for item 3.');
		expect(error.context.itemIndex).toBe(3);
	});

	test('says where more than a request was left out', () => {
		const { description } = fieldError(context, 'Source', 'must not be empty', { nothingWas: 'done' });
		expect(description).toBe('Nothing was done for item 3.');
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
		const { message } = fieldError(context, 'Source', 'must be', { value });
		expect(message).toBe(`Source must be${shown}`);
	});
});
