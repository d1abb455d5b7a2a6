import type { GenericValue } from 'n8n-workflow';

import { removeInvisible, type Rule, type TextRule } from '../../fields/text';
import { personText } from './fields';
import otherHosts from './otherHosts.json';

/** What tools and people write into a cell that has no value. */
const PLACEHOLDER =
	/^(?:[-./?\u2013\u2014]+|fehlt|unleserlich|siehe karte|https?:\/\/|#?n\/a|#nv|[nk]\. ?a\.?|n\. ?n\.?|\\n|n\. ?v\. ?t\.|n[./]d\.?|onbekend|inconnue?|sconosciut[oa]|ukendt|ukjent|okänd|desconocid[oa]|[fl]nu|s\. ?o\.|dto\.|unbek\.|linkedin member|kein (?:vor|nach)?name|not (?:applicable|known)|nicht vorhanden|entfällt|no surname|#null!|none|undefined|anonym(?:ous)?|tb[acd]|[[(]*(?:unknown|unbekannt|nicht bekannt|keine angabe|no (?:last ?)?name|not set|not available|(?:name )?not (?:given|provided|specified|found)|nicht angegeben|siehe oben|info(?:rmation)? requested)[\])]*|[[(]+(?:blank|leer|missing|vide)[\])]+)$/i;
/** Some people are called Null, Na or Blank. */
const IN_NAMES = /^(?:null|NULL|NN|nn|ditt?o|x|xx+|XX+|keine)$/;
const ELSEWHERE = /^(?:null|nil|na|nan|n\. ?[bv]\.|keine|ditt?o|blank|leer|missing|vide)$/i;
/**
 * The answer to a question, as where SMS or Mail is asked for consent, or whether somebody is a
 * contact.
 */
const ANSWER =
	/^(?:ja|nein|yes|no|true|false|wahr|falsch|[xyjn01✓]|opt-?(?:in|out)|(?:un)?subscribed)$/i;
const NO_EMAIL = /^(?:email_not_unlocked|no[_-]?e?mail|none|unknown|unbekannt|keine)@/i;

export function isPlaceholder(value: unknown, field: string): boolean {
	const text = removeInvisible(String(value as string));
	const other = /name$/i.test(field) ? IN_NAMES : ELSEWHERE;
	const ofField = /^(?:domain|email|link|phone|name$)/.test(field) ? [other, ANSWER] : [other];
	return [PLACEHOLDER, NO_EMAIL, ...ofField].some((pattern) => pattern.test(text));
}

const notAFormula: Rule = (text) =>
	/(?:^|\s)(?:=|#\S+[!?]$)/.test(text)
		? 'must not be a formula, or the error of one. Copy the column, and paste it as values'
		: undefined;

/** UTF-8 that was read as Windows-1252 or Latin-1: some of its characters do not show. */
const WAS_TWO_BYTES = [
	/[Â-Å][\u0080-\u009f\u00a1-\u00bfŒœŠšŸŽžƒˆ˜\u2013-\u2122]|[ÆÇÈ][°ŒŠšŽž]|â[\u2013-\u2122]|á[º»]|[\u0080-\u009f]/u,
	// MÄKELÄ before a no-break space is right.
	/[ÂÅ]\u00a0|(?<!\p{Lu}{2})[ÃÄ]\u00a0/u,
];

/** What other encodings and web pages make of letters. */
const GARBLED = [
	/[?√≈\u2500-\u259f]/,
	/(?:(?<=\p{L})|(?=.\p{L}))[¡-©¬®¯±-³¶¸¹¼-¿×÷€‚ƒ…†‡ˆ‰•˜™]/u,
	// Around a name, quotation marks are right.
	/(?<=\p{Script=Latin})[“”„«»‹›](?=\p{Script=Latin})/u,
	// Within a word, a capital letter is wrong, but for the Dž of Serbian and Croatian.
	/(?<=\p{Ll})[ŠŽŸŒÁÈËÍÎÔ]|[ﬁﬂ]|(?<=(?!D)\p{L})[ŠŽŒ](?=\p{Ll})|Ÿ(?=\p{Ll})/u,
	/&(?:[a-zA-Z]+|#x?[\da-fA-F]+);/,
];

const firstOf = (patterns: RegExp[], text: string): string | undefined =>
	patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])[0];

const notGarbled: TextRule = (text, _context, written) => {
	const garbled = firstOf(WAS_TWO_BYTES, written.normalize('NFC')) ?? firstOf(GARBLED, text);
	return (
		garbled &&
		`must not contain ${garbled}, which may stand for another character. Correct the cell`
	);
};

/**
 * An email address, a web address, a company's legal form at its end, six digits or more as of a
 * phone number, or no letter.
 */
const NOT_A_NAME =
	/\S@\S|:\/\/|^www\.|\.[a-z]{2,}\/|\p{L}{2}\.(?:com|net|org|de|at|ch|eu|io|ai|fr|it|nl|es|pl|se|dk|be|info|(?:co\.)?uk)$|\s(?:ag|kg|ug|ohg|nv|a\/s|s\.a\.|s\.l\.|s\.l\.u\.|s\.à ?r\.l\.|b\.v\.|n\.v\.|s\.r\.[lo]\.|s\.p\.a\.|s\.n\.c\.|s\.a\.s\.|v\.o\.f\.|e\.u\.|d\.o\.o\.|l\.l\.c\.|sp\. ?z ?o\. ?o\.|ges\. ?m\. ?b\. ?h\.|\(haftungsbeschränkt\)|(?:(?:g?ge?s?)?mbh|gbr|corporation|oyj?|oü|uab|lda|eood|sàrl|spa|kgaa|partgmbb|bv|ltd|limited|llc|llp|pllc|inc|corp|plc|sarl|srl|kft|aps|ltda|gmbh i\. ?l)\.?)$|\d(?:\D{0,3}\d){5}|^\P{L}*$/iu;

/** Some are called U., En or Et. */
const SEVERAL =
	/[,;:،，、|&+@\n\r]|(?<! [adsADS])\/|\s(?:\p{Pd}|[Aa]nd|AND|[Uu]nd(?! zu)|UND|et|ET|en|og|och|or|[Oo]der|ODER|ou|bzw\.|u\.)\s|(?<=^(?:\S+ ){1,2})[ey](?= \S+ \S+$)/u;

/** What tools write in place of a part of a name, and people before it. */
const FILLER =
	/(?<!\S)(?:\[.*\]|unknown|unbekannt|[-.?\u2013]+$|^[-.?\u2013]+|^m\.(?= )|^(?:herrn?|frau|mrs?\.?|mme)(?= )|^(?:z\. ?hd?\.|zu händen|t\.? ?a\.? ?v\.?|ppa\.|firma|fa\.|ehepaar|famille|famiglia|familia|gebr\.|sres\.|messieurs|fao|attn?\.?|i\. ?[av]\.|p\. ?p\.|fam\.|familie|eheleute))(?!\S)|(?<=\s)(?:herrn?|frau|hr\.|mrs?\.?|mme|mevr\.|dhr\.|mw\.)(?=\s)|†|\*\*+|\*$|^\([^)]*\)|\([^)]*\)?$/i;

/**
 * Where anybody has a mailbox, profile or link; `.*` is any country's ending, and a `/` the page of
 * another company.
 */
const OTHER_HOSTS = new Set(otherHosts);
const ANY_ENDING = /\.(?:com|net|(?:com?\.)?[a-z]{2})$/;

const isOtherHost = (domain: string, path = ''): boolean =>
	[domain, domain.replace(ANY_ENDING, '.*')].some((name) =>
		name.split('.').some((_, at, labels) => OTHER_HOSTS.has(labels.slice(at).join('.') + path)),
	);

/**
 * What a column may have that is of another one, by field; a value that the user has filled in is
 * what they want.
 */
const MISPLACED: Record<string, TextRule> = {
	name: (text, _context, written) => {
		if (NOT_A_NAME.test(text) || /\se\. ?[VK]\.$/.test(text))
			return "must be a person's name, not a company, email address, phone number or web address. Correct or empty the cell";
		// The last name may be first, or a title may follow.
		const [sign] = SEVERAL.exec(written.trim()) ?? [];
		if (sign !== undefined)
			return `must be one person, e.g. Eva Schmidt, without ${sign.trim() === '' ? 'a line break' : `"${sign.trim()}"`}`;
		const [word] = FILLER.exec(text) ?? [];
		return (
			word && `must not contain "${word}". Remove it${word === 'M.' ? ', or write it in full' : ''}`
		);
	},
	domain: (text, _context, written) =>
		isOtherHost(text) || (/^(?:\w+:)?[/]*[^/?#]+\/\w/.test(written) && isOtherHost(text, '/'))
			? "must be the company's own, not one for private mailboxes, profiles, pages or links. Empty the cell"
			: undefined,
};

/**
 * The cell without quotation marks: ="…" tells Excel that it is text, and some files have a space
 * before them.
 */
export const withoutQuotes = (cell: GenericValue): GenericValue =>
	typeof cell === 'string' ? cell.replace(/^\s*=?"([^"]*)"\s*$/, '$1') : cell;

/** The text of a cell, as `personText`, with the rules of cells before those given. */
export const cellText: typeof personText = (context, run, field, value, ...rules) => {
	const ofCells = [notAFormula, notGarbled, ...[MISPLACED[field.name] ?? []].flat()];
	return personText(context, run, field, value, ...ofCells, ...rules);
};
