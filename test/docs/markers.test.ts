import { fillIn, replaceContents, type Parts } from './markers';

const PARTS: Parts = {
	count: () => '7',
	list: (linkTo) => `- [Page](${linkTo('docs/page.md')})\n- Person`,
};
const fill = (text: string) => fillIn(text, PARTS, (path) => `../${path}`);

describe('fillIn', () => {
	test.each([
		[
			'within a line',
			'It has <!-- count --><!-- /count --> of them',
			'It has <!-- count -->7<!-- /count --> of them',
		],
		['in place of what was there', 'In <!-- count -->6<!-- /count -->', 'In <!-- count -->7<!-- /count -->'],
		[
			'around lines, with links from the document',
			'<!-- list -->\nold\nlines\n<!-- /list -->\nend',
			'<!-- list -->\n- [Page](../docs/page.md)\n- Person\n<!-- /list -->\nend',
		],
		[
			'around no line yet',
			'<!-- list -->\n<!-- /list -->',
			'<!-- list -->\n- [Page](../docs/page.md)\n- Person\n<!-- /list -->',
		],
		[
			'twice in a line',
			'From <!-- count -->1<!-- /count --> to <!-- count -->2<!-- /count -->',
			'From <!-- count -->7<!-- /count --> to <!-- count -->7<!-- /count -->',
		],
	])('puts a part %s', (_where, text, filled) => {
		expect(fill(text)).toBe(filled);
		expect(fill(filled)).toBe(filled);
	});

	test.each([
		['a comment of several words', '<!-- count it -->'],
		['code in a line', 'Write `<!-- count -->` there'],
		['code in lines', '```md\n<!-- count -->\n<!-- unknown -->\n```\nend'],
	])('leaves %s as it is', (_what, text) => {
		expect(fill(text)).toBe(text);
	});

	test('goes on after code', () => {
		const text = '```sh\nnpm ci\n```\n`x` <!-- count --><!-- /count -->';
		expect(fill(text)).toBe('```sh\nnpm ci\n```\n`x` <!-- count -->7<!-- /count -->');
	});

	test.each([
		['an unknown name', 'a <!-- constructor --><!-- /constructor -->', '<!-- constructor --> names no part'],
		['a marker without its end', 'a <!-- count -->6', '<!-- count --> has no end'],
		[
			'a marker whose end is that of a later one',
			'a <!-- count -->6 and <!-- count -->6<!-- /count -->',
			'<!-- count --> has no end',
		],
		[
			'a marker around another',
			'a <!-- list --><!-- count -->6<!-- /count --><!-- /list -->',
			'<!-- list --> has no end',
		],
		['an end without a beginning', 'a <!-- /count -->', '<!-- /count --> ends nothing'],
		['a marker that begins a line', 'a\n<!-- count -->6<!-- /count --> b', 'must not begin a line'],
		['a marker that begins a list entry', '1. <!-- count -->6<!-- /count --> b', 'must not begin a line'],
	])('refuses %s', (_what, text, message) => {
		expect(() => fill(text)).toThrow(message);
	});
});

test('replaceContents leaves what is outside the markers', () => {
	const text = 'a <!-- count -->6<!-- /count --> b\n<!-- list -->\n1\n<!-- /list -->';
	const outside = 'a <!-- count --><!-- /count --> b\n<!-- list -->\n\n<!-- /list -->';
	expect(replaceContents(text, () => '')).toBe(outside);
});
