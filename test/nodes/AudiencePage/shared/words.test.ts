import {
	joinSentences,
	sentences,
	shownItems,
	shownList,
	wordList,
} from '../../../../nodes/AudiencePage/shared/words';

test.each<[what: string, texts: Array<string | undefined>, joined: string]>([
	['full stops between them', ['One', 'two'], 'One. two'],
	['no second full stop', ['One.', 'two.'], 'One. two'],
	['other ends of sentences', ['One!', 'Two?', 'three'], 'One! Two? three'],
	['nothing for what is missing', ['One', undefined, 'a.b'], 'One. a.b'],
])('Sentences are joined with %s', (_what, texts, joined) => {
	expect(joinSentences(...texts)).toBe(joined);
	expect(sentences(...texts)).toBe(`${joined}.`);
});

test('Lists are words, with as many as fit', () => {
	const letters = [...'abcdefghijklmnopqrstu'];
	expect(wordList(['a', 'b', 'c'])).toBe('a, b and c');
	expect(wordList(['a', 'b', 'c'], 'or')).toBe('a, b or c');
	expect(shownList(letters)).toBe(`${letters.slice(0, 20).join(', ')} and 1 more`);
	expect(shownItems([4])).toBe('item 4 (counted from 0)');
	expect(shownItems([1, 2, 3, 4, 5])).toBe('items 1, 2, 3, 4, 5 (counted from 0)');
	expect(shownItems([1, 2, 3, 4, 5, 6])).toBe('items 1, 2, 3, 4, 5 and 1 more (counted from 0)');
});
