import { isDeepStrictEqual } from 'node:util';
import { contractText } from '../../write/contract';
import contract from './contract.json';

/** Saved workflows store these names and values: one that changes here breaks them. */
test('names, values and defaults are those that saved workflows have stored', () => {
	// Throws what has changed or is gone, and that it is to be put back.
	const names = JSON.parse(contractText(contract)) as object;
	const whatToDo = isDeepStrictEqual(names, contract) ? '' : 'New names: run npm run write';
	expect({ names, whatToDo }).toEqual({ names: contract, whatToDo: '' });
});

const lines = {
	operations: { 'person.get': { personId: 'string = ""', how: 'options (a | b) = "a"' } },
};
const changed = (personId: string, how: string) => ({
	operations: { 'person.get': { personId, how } },
});

test('`npm run write` adds what is new', () => {
	const more = changed('string = ""', 'options (a | new | b) = "a"');
	expect(JSON.parse(contractText(lines, more))).toEqual(more);
});

test.each([
	['a default', changed('string = "x"', ''), 'personId is string = "x", and was string = ""'],
	[
		'a value that is gone',
		changed('string = ""', 'options (a) = "a"'),
		'how is options (a) = "a", and was',
	],
	['a name that is gone', { operations: {} }, 'operations.person.get.personId is gone'],
])('`npm run write` refuses %s, with the line', (_what, names, words) => {
	expect(() => contractText(lines, names)).toThrow(words);
});
