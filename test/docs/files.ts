/** All files that `npm run write` writes. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesWithAddress } from './addresses';
import { pages, type Page } from './reference';
import { ROOT } from './root';
import { TABLES } from './tables';

const TEXTS: Record<string, () => string> = {
	...TABLES,
	...Object.fromEntries(pages.flatMap(({ sections }) => sections.map(({ name, text }) => [name, text]))),
};

const beginOf = (name: string): string => `<!-- ${name} -->\n`;

/** The documents with their texts, by path from the project's folder: existing ones, and pages still to be created. */
function documents(): Map<string, string> {
	const paths = [...globSync(['README.md', 'docs/*.md'], { cwd: ROOT }), ...pages.map(({ path }) => path)];
	const all = new Map(
		paths
			.filter((path) => existsSync(join(ROOT, path)))
			.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
	);
	for (const page of pages) all.set(page.path, withSections(all.get(page.path) ?? `# ${page.title}\n`, page));
	return all;
}

/** A page, with a section for each operation or event that it does not have yet: in the order of the form. */
function withSections(text: string, { sections }: Page): string {
	return sections.reduce((page, { heading, name }, index) => {
		if (page.includes(beginOf(name))) return page;
		const later = sections.slice(index + 1).map((section) => page.indexOf(`\n## ${section.heading}\n`));
		const end = later.find((at) => at >= 0) ?? page.length;
		const section = `\n## ${heading}\n\n${beginOf(name)}<!-- /${name} -->\n`;
		return page.slice(0, end) + section + page.slice(end);
	}, text);
}

/** Lines of prose end at the 120th character; a row of a table is one line. */
const wrapped = (text: string): string =>
	text.replace(/^[^|\n].{120,}$/gm, (line) => line.replace(/(.{1,120})(?: |$)/g, '$1\n').trimEnd());

/** The text with what belongs between its markers; throws if a marker has an unknown name. */
const filled = (text: string): string =>
	text.replace(/^<!-- ([\w.]+) -->\n[^]*?^<!-- \/\1 -->$/gm, (_whole, name: string) => {
		const made = TEXTS[name];
		if (made === undefined) throw new Error(`<!-- ${name} --> is no marker: see test/docs/tables.ts`);
		return `${beginOf(name)}${wrapped(made())}\n<!-- /${name} -->`;
	});

/** The text of every file that the docs command writes, by its path from the project's folder. */
export const docFiles = (): Map<string, string> =>
	new Map([
		...[...documents()].map(([path, text]): [string, string] => [path, filled(text)]),
		...filesWithAddress(),
	]);
