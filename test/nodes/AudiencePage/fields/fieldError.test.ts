import { fieldError, fieldErrorAt } from '../../../../nodes/AudiencePage/fields/fieldError';
import { aNode } from '../../../support/node';

const context = { getNode: () => aNode, getItemIndex: () => 3 };

test('The error of a field names field, rule, item, and what was left out', () => {
	const error = fieldError(context, 'Source', 'must not be empty', { nothingWas: 'done' });
	expect(error.message).toBe('Source must not be empty');
	expect(error.description).toBe('Nothing was done for item 3.');
	expect(error.context.itemIndex).toBe(3);
	const { message } = fieldErrorAt(context as never, 'Source')('must be text', '[0].a');
	expect(message).toBe('Source must be text at [0].a');
});

test.each<[unknown, string]>([
	['a\n', ' (got "a\\n")'],
	['x'.repeat(100), ` (got "${'x'.repeat(79)}…)`],
	[0, ' (got 0)'],
	[false, ' (got false)'],
	[1n, ' (got 1)'],
	[null, ''],
	[{ token: 'x' }, ''],
])('The error of %o shows it if it is short and no structure', (value, shown) => {
	const { message } = fieldError(context, 'Source', 'must be', { value });
	expect(message).toBe(`Source must be${shown}`);
});
