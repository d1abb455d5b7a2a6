import { testTitlesOf } from './testTitles';

test('titles of tests and of groups are found, and those of other calls are not', () => {
	const source = `
		describe('a group', () => {
			it('is one', () => { item('is none'); });
			test.each([['a']])('%s is another', () => undefined);
			it.each(rows.map(([name]) => name))(\`and a third\`, async () => {});
			test(titleOf(it), () => undefined);
		});`;
	expect(testTitlesOf(source)).toEqual(['a group', 'is one', '%s is another', 'and a third']);
});
