import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';

import { ROOT } from './root';

const markdown = new MarkdownIt({ html: true });
const files = globSync(['*.md', 'docs/**/*.md', '.github/*.md'], { cwd: ROOT }).sort();
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The targets of the links and pictures of a text. */
const linksOf = (text: string): string[] =>
	markdown
		.parse(text, {})
		.flatMap(({ children }) => children ?? [])
		.flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? []);

/** The anchors that GitHub gives the headings of a text. */
function anchorsOf(text: string): string[] {
	const slugger = new GithubSlugger();
	const tokens = markdown.parse(text, {});
	return tokens.flatMap(({ type }, at) => {
		if (type !== 'heading_open') return [];
		const words = (tokens[at + 1]?.children ?? []).filter((token) => token.type !== 'html_inline');
		return slugger.slug(words.map(({ content }) => content).join(''));
	});
}

/** What is wrong with a link of a document; undefined if it leads somewhere. */
function fault(document: string, href: string): string | undefined {
	if (/^\w+:/.test(href)) return href.startsWith('https://') ? undefined : `${href} is not https`;

	const [target = '', anchor] = decodeURI(href).split('#');
	const path = target === '' ? document : posix.join(posix.dirname(document), target);
	if (path.startsWith('..') || !existsSync(join(ROOT, path))) return `${href}: there is no ${path}`;
	const isThere = anchor === undefined || anchorsOf(textOf(path)).includes(anchor);
	return isThere ? undefined : `${href}: no such heading`;
}

test.each(files)('every link of %s leads somewhere', (document) => {
	const faults = linksOf(textOf(document)).map((link) => fault(document, link));
	expect(faults.filter((one) => one !== undefined)).toEqual([]);
});

test('every picture is shown in a document', () => {
	const shown = files.flatMap((file) =>
		linksOf(textOf(file)).map((href) => posix.join(posix.dirname(file), href)),
	);
	const pictures = globSync('docs/images/**/*.png', { cwd: ROOT });
	expect(pictures.filter((path) => !shown.includes(path))).toEqual([]);
});
