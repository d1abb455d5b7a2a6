/** Markdown as GitHub reads it, as far as tests look at it. */
import MarkdownIt from 'markdown-it';

export type Token = ReturnType<MarkdownIt['parse']>[number];

const markdown = new MarkdownIt({ html: true });

const withChildren = (token: Token): Token[] => [token, ...(token.children ?? []).flatMap(withChildren)];

/** All that a text is made of, in its order: what is within lines follows the line. */
export const tokensOf = (text: string): Token[] => markdown.parse(text, {}).flatMap(withChildren);

/** A heading, as it is read. */
export interface Heading {
	level: number;
	text: string;
}

/** The headings of a text, in their order. */
export function headingsOf(text: string): Heading[] {
	const tokens = markdown.parse(text, {});
	return tokens.flatMap((token, index) => {
		if (token.type !== 'heading_open') return [];
		const words = (tokens[index + 1]?.children ?? []).filter(({ type }) => type !== 'html_inline');
		return { level: Number(token.tag.slice(1)), text: words.map(({ content }) => content).join('') };
	});
}

/** A link or a picture. */
export interface Link {
	href: string;
	title?: string;
}

/** The links and pictures of a text, in their order. */
export const linksOf = (text: string): Link[] =>
	tokensOf(text).flatMap((token) => {
		const href = token.attrGet('href') ?? token.attrGet('src');
		return href === null ? [] : { href, title: token.attrGet('title') ?? undefined };
	});
