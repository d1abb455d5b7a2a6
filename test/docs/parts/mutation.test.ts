import { tokensOf } from '../markdown';
import { survivorsTable } from './mutation';

test('a survivor is shown with its change, whatever signs that has', () => {
	const survivor = {
		file: 'transport/retry.ts',
		line: 44,
		mutation: '`${a}` || b → ``',
		why: 'It is the same',
	};
	const table = survivorsTable({
		score: 90,
		mutants: 10,
		killed: 9,
		survivors: [survivor],
	});
	const cells = tokensOf(table).filter(({ type }) => ['code_inline', 'text'].includes(type));
	expect(cells.map(({ content }) => content).filter((content) => content !== '')).toEqual([
		'Where',
		'Change',
		'Why it survives',
		'transport/retry.ts',
		', line 44',
		'`${a}` || b → ``',
		'It is the same',
	]);
});
