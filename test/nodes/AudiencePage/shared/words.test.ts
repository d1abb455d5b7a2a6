import { joinSentences, listed } from '../../../../nodes/AudiencePage/shared/words';

test.each([
	[['a'], 'a'],
	[['a', 'b'], 'a or b'],
	[['a', 'b', 'c'], 'a, b or c'],
])('%j in words is %j', (values, words) => {
	expect(listed(values, 'or')).toBe(words);
	expect(listed(values, 'and')).toBe(words.replace('or', 'and'));
});

test('Texts become sentences; the last one has no full stop', () => {
	expect(joinSentences('One', undefined, 'Two!', 'Three.')).toBe('One. Two! Three');
});
