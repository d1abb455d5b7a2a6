/**
 * The places in a Markdown text that a command fills: `<!-- name -->…<!-- /name -->`, within a line or around lines
 * of their own. What looks like a marker in code is code.
 */

/** The way from the document to a file of this project, such as `docs/resources/page.md`. */
export type LinkTo = (path: string) => string;

/** Makes what stands between the markers of one name: lines, or a text within a line. */
export type Part = (linkTo: LinkTo) => string;

/** Parts by the names of their markers. */
export type Parts = Record<string, Part>;

const CODE = /^ *(?:```|~~~)[^]*?^ *(?:```|~~~) *$|`[^`\n]+`/;
const MARKER = /<!-- (\/?\w+) -->/;
/** What Markdown reads before the content of a paragraph, a list entry or a quotation begins. */
const BEGINNING = /^[\s>*+-]*(?:\d+\. +)?$/;

/**
 * The text with other contents between its markers.
 *
 * @param contentOf gets the name of each marker in turn, and says what is to be there
 * @throws Error if a marker has no end or no beginning, or one within a line begins it: Markdown would take that
 * line for HTML
 */
export function replaceContents(text: string, contentOf: (name: string) => string): string {
	const codeOrMarker = new RegExp(`${CODE.source}|${MARKER.source}`, 'gm');
	let replaced = '';
	let at = 0;
	for (let match = codeOrMarker.exec(text); match !== null; match = codeOrMarker.exec(text)) {
		const [marker, name] = match;
		if (name === undefined) continue;
		const end = `<!-- /${name} -->`;
		const from = match.index + marker.length;
		const to = text.indexOf(end, from);
		if (name.startsWith('/')) throw new Error(`${marker} ends nothing`);
		if (to < 0 || MARKER.test(text.slice(from, to))) throw new Error(`${marker} has no end before the next`);

		const isBlock = text[from] === '\n';
		const lineBefore = text.slice(text.lastIndexOf('\n', match.index) + 1, match.index);
		if (!isBlock && BEGINNING.test(lineBefore)) throw new Error(`${marker} must not begin a line`);
		const content = contentOf(name);
		replaced += text.slice(at, from) + (isBlock ? `\n${content}\n` : content);
		at = to;
		codeOrMarker.lastIndex = to + end.length;
	}
	return replaced + text.slice(at);
}

/**
 * The text with its parts between its markers.
 *
 * @throws Error if there is no such part, and as `replaceContents` does
 */
export function fillIn(text: string, parts: Parts, linkTo: LinkTo): string {
	return replaceContents(text, (name) => {
		const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
		if (part === undefined) throw new Error(`<!-- ${name} --> names no part: see test/docs/parts`);
		return part(linkTo);
	});
}
