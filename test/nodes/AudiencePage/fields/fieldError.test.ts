import { fieldError } from '../../../../nodes/AudiencePage/fields/fieldError';
import { aNode } from '../../../support/node';

describe('The error of a field', () => {
	test('names field, rule and item', () => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const error = fieldError(context, 'Source', 'must not be empty');
		expect(error.message).toBe('Source must not be empty');
		expect(error.description).toBe("Nothing was sent for item 3. Check the field 'Source'.");
		expect(error.context.itemIndex).toBe(3);
	});

	test.each<[unknown, string]>([
		['CRM Deals!', ', whose value is "CRM Deals!"'],
		['a\n', ', whose value is "a\\n"'],
		['x'.repeat(100), `, whose value is "${'x'.repeat(79)}…`],
		[0, ', whose value is 0'],
		[NaN, ', whose value is NaN'],
		[false, ', whose value is false'],
		[1n, ', whose value is 1'],
		[undefined, ''],
		[null, ''],
		[{ token: 'x' }, ''],
		[['x'], ''],
	])('of %p shows it if it is short and no structure', (value, shown) => {
		const context = { getNode: () => aNode, getItemIndex: () => 3 };
		const { description } = fieldError(context, 'Source', 'must be', 'done', value);
		expect(description).toBe(`Nothing was done for item 3. Check the field 'Source'${shown}.`);
	});
});
