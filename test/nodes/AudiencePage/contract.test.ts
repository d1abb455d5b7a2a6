import { contractText } from '../../write/contract';
import contract from './contract.json';
import { storedNames } from './stored';

/** Saved workflows store these names and values: one that changes here breaks them. */
test('names, values and defaults are those that saved workflows have stored', () => {
	// If there are more of them: `npm run write`.
	expect(storedNames()).toEqual(contract);
});

describe('What `npm run write` makes of a contract', () => {
	const lines = { operations: { 'person.get': { personId: 'string = ""', how: 'options (a | b) = "a"' } } };
	const changed = (line: string, how = 'options (a | b) = "a"') => ({
		operations: { 'person.get': { personId: line, how } },
	});

	test('has what is new', () => {
		const more = { operations: { ...lines.operations, 'person.delete': { personId: 'string = ""' } } };
		expect(JSON.parse(contractText(lines, more))).toEqual(more);
		const another = changed('string = ""', 'options (a | new | b) = "a"');
		expect(JSON.parse(contractText(lines, another))).toEqual(another);
	});

	test.each([
		['a default', changed('string = "x"'), 'personId is string = "x", and was string = ""'],
		['a type', changed('number = ""'), 'personId is number = "", and was string = ""'],
		[
			'a value that is gone',
			changed('string = ""', 'options (a) = "a"'),
			'how is options (a) = "a", and was',
		],
		['a name that is gone', { operations: {} }, 'operations.person.get.personId is gone'],
	])('refuses %s, with the line', (_what, names, words) => {
		expect(() => contractText(lines, names)).toThrow(words);
	});
});
