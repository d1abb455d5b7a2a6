import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { documents } from './files';
import { tokensOf } from './markdown';
import { replaceContents } from './markers';
import { ROOT } from './places';

/** What has a digit and is no number that could change. */
const NAMES = [
	/n8n/gi,
	// The status of an answer is what it is.
	/\b[45]\d\d\b/g,
];

/** Texts of people's own with a number in them, and tables: what is to come from the code instead. */
function byHand(text: string): string[] {
	return tokensOf(replaceContents(text, () => '')).flatMap(({ type, content }) => {
		if (type === 'table_open') return ['a table'];
		if (type === 'html_block' && content.includes('<table')) return ['a table'];
		if (type !== 'text' && type !== 'html_block') return [];
		const words = type === 'text' ? content : content.replace(/<[^>]*>/g, '');
		return /\d/.test(NAMES.reduce((rest, name) => rest.replace(name, ''), words)) ? [words.trim()] : [];
	});
}

test.each(documents())('%s has its numbers and tables between markers', (path) => {
	expect(byHand(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
});

test.each([
	['a number', 'It waits 5 minutes', ['It waits 5 minutes']],
	['a number in a heading', '# All 20', ['All 20']],
	['a number in a link', '[in 3 steps](steps.md)', ['in 3 steps']],
	['a number in a picture', '![2 people](people.png)', ['2 people']],
	['a number in HTML', '<p>\nof 4\n</p>', ['of 4']],
	['a table', '| Name |\n| --- |\n| one |', ['a table']],
	['a table in HTML', '<table></table>', ['a table']],
])('%s by hand is found', (_what, text, found) => {
	expect(byHand(text)).toEqual(expect.arrayContaining(found));
});

test.each([
	['between markers', 'It waits <!-- waitInAll -->5<!-- /waitInAll --> minutes'],
	['in a table between markers', '<!-- list -->\n| 1 |\n| --- |\n| 2 |\n<!-- /list -->'],
	['in code', 'Run `--port 4020`\n\n```sh\nnode 20\n```'],
	['of a list entry', '1. Open it\n2. Close it'],
	['in the target of a link', '[here](https://example.com/v0 "in 3 tests")'],
	['in a size', '<img src="a.png" width="400">'],
	['in a name', 'n8n answers 429'],
])('a number %s is left alone', (_where, text) => {
	expect(byHand(text)).toEqual([]);
});
