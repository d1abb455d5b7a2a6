import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import GithubSlugger from 'github-slugger';

import { headingsOf, linksOf, type Link } from './markdown';
import { ROOT } from './places';
import { testTitlesOf } from './testTitles';

const README = 'README.md';
const files = [README, 'CHANGELOG.md', ...globSync('docs/**/*.md', { cwd: ROOT })].sort();
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The anchors that GitHub gives the headings of a text. */
function anchorsOf(text: string): string[] {
	const slugger = new GithubSlugger();
	return headingsOf(text).map((heading) => slugger.slug(heading.text));
}

const isTest = ({ href }: Link) => href.endsWith('.test.ts');

/** What is wrong with a link of a document; undefined if it leads somewhere. */
function fault(document: string, { href, title }: Link): string | undefined {
	if (/^\w+:/.test(href)) return URL.parse(href)?.protocol === 'https:' ? undefined : `${href} is not https`;

	const [target = '', anchor] = decodeURI(href).split('#');
	const path = target === '' ? document : posix.join(posix.dirname(document), target);
	if (path.startsWith('..') || !existsSync(join(ROOT, path))) return `${href}: there is no ${path}`;
	if (anchor !== undefined && !anchorsOf(textOf(path)).includes(anchor)) return `${href}: no such heading`;
	if (title !== undefined && !testTitlesOf(textOf(path)).some((one) => one.includes(title))) {
		return `${href}: no test "${title}"`;
	}
	return undefined;
}

test.each(files)('every link of %s leads somewhere', (document) => {
	const faults = linksOf(textOf(document)).map((link) => fault(document, link));
	expect(faults.filter((one) => one !== undefined)).toEqual([]);
});

test('each of the ten questions in README is answered with a test', () => {
	const [, section = ''] = textOf(README).split(/^## Ten questions$/m);
	const [own = ''] = section.split(/^## /m);
	const answers = own.split(/^### /m).slice(1);
	expect(answers).toHaveLength(10);
	for (const answer of answers) {
		const tests = linksOf(answer).filter(isTest);
		expect({ answer, tests: tests.length }).not.toMatchObject({ tests: 0 });
		expect(tests.filter(({ title }) => title === undefined)).toEqual([]);
	}
});

test.each([
	['a file that is not there', '[x](docs/nowhere.md)', 'there is no docs/nowhere.md'],
	['a place outside the project', '[x](../README.md)', 'there is no ../README.md'],
	['a heading that is not there', '[x](#nowhere)', 'no such heading'],
	['a heading that another file does not have', '[x](CHANGELOG.md#operations)', 'no such heading'],
	['a test that is not there', '[x](test/docs/links.test.ts "loses nothing")', 'no test "loses nothing"'],
	['another protocol than https', '[x](http://example.com)', 'is not https'],
])('a link to %s is found', (_what, text, told) => {
	const [link] = linksOf(text);
	expect(fault(README, link!)).toContain(told);
});

test('anchors are those of GitHub', () => {
	expect(anchorsOf("# What's *new*, and why?\n## Same\n## Same\n## `npm ci` & co.")).toEqual([
		'whats-new-and-why',
		'same',
		'same-1',
		'npm-ci--co',
	]);
});
