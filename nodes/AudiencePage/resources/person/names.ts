/** Before a name, without being a part of it. */
const SALUTATION =
	/^\s*(?:sig\.ra|(?:herrn?|frau|hrn?|hn|fr|frl|fräulein|fru|frk|mrs?|mister|sir|mx|ms|miss|mme|mlle|madame|monsieur|dhr|mw|mevr|mevrouw|srt?a|signora?|señora?|dña)\.?|(?:sr|sig)\.|(?:sr|de heer)(?= ))(?:(?:(?<=\.)|\s)\s*(?!(?:und|u\.|and|et|en|og|och|oder|or|ou|[ey])\s)(?=\p{L}))/iu;
const INITIALS = /^\s*(?:MS|HR|MW|SR|HN|FR)\s*$/;
const MARKS = /(?<=\p{Script=Latin}\p{M}*)\p{M}|['’]/gu;
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** As names are compared: Jürgen is Juergen, and O’Neill is O'Neill. */
function folded(name: string): string {
	const plain = name.normalize('NFD').replace(MARKS, '');
	const words = plain.toLowerCase().replace(/[\s.,]+/g, ' ');
	return words
		.trim()
		.replace(/([aou])e|[ßæœøłđı]/g, (one, vowel?: string) => vowel ?? PLAIN[one] ?? one);
}

export const withoutSalutation = <Value>(name: Value): Value | string =>
	typeof name === 'string'
		? name.replace(SALUTATION, (its) => (INITIALS.test(its) ? its : ''))
		: name;

const TITLE =
	/^-?(?:d?drs?|dra|dott|ssa|prof(?:essor)?|do[ck]tor|dipl|mag|ing|ir|med|dent|vet|rer|pd|rev)$/;
const isNoTitle = (word: string) => !TITLE.test(word);

/** Without titles: they don't count when names are compared. */
const wordsOf = (name: string): string[] => folded(name).split(' ').filter(isNoTitle);

const ABBREVIATION =
	/^(?:.*\.|\p{sc=Latin}?|phil|nat|[ji]ur|[Uu]niv|[Kk]fm|DI|PhD|[(]FH[)]|MBA|MSc|MD|RA(?:in)?|StB|Mgr|[JM]UDr|Mrs?)$/u;
const isAbbreviated = (name: string): boolean =>
	name.split(/[\s-]+|(?<=\.)/).every((part) => ABBREVIATION.test(part) || TITLE.test(folded(part)));

/**
 * Without a dot, Ing and Mag are names, and after a title, initials, v. and St. belong to the name.
 */
const FIRST =
	/^(?:d?drs?|dra|prof(?:essor)?|do[ck]tor|dipl|rev|pd|ra(?:in)?|stb|(?:dott|m?mag|dkfm|ing|ir|univ|priv)(?=\.))(?!\p{L})/iu;
const NEXT = /^(?!\p{Lu}\P{L}|[vdz]\.|Ste?\.)/u;

/** What stands before a last name but belongs before the first. */
function titlesBefore(last: string): string {
	const words = last.split(/(?<=\s|\.(?![\p{Ll}-]))(?=\S)/u);
	const end = words.findIndex(
		(word, at) => !isAbbreviated(word) || !(at ? NEXT : FIRST).test(word),
	);
	return words.slice(0, Math.max(0, end)).join('');
}

/** Equal for names that are the same, but for titles, accents and case. */
export const nameKey = (name: string): string => wordsOf(name).join(' ');

export function hasWordsOf(name: string, part: string): boolean {
	const words = wordsOf(name);
	return wordsOf(part).every((word) => words.includes(word));
}

/**
 * What cells make together: first and last name, less or one cell, or no name: parts repeat, or
 * contradict one another.
 */
type Kind = 'parts' | 'single' | 'repeated' | 'unclear';

/**
 * Whether one part of a name has the other in it, and may be the whole name. Some are called Thomas
 * Thomas.
 */
const isRepeated = (first: string, last: string): boolean =>
	/ /.test(first + last) && (hasWordsOf(first, last) || hasWordsOf(last, first));

const startsWith = (name: string, part: string) =>
	`${nameKey(name)} `.startsWith(`${nameKey(part)} `);
const endsWith = (name: string, part: string) => ` ${nameKey(name)}`.endsWith(` ${nameKey(part)}`);

function prefixed(prefix: string | undefined, last: string): string {
	if (prefix === undefined || startsWith(last, prefix)) return last;
	return /['’]$/.test(prefix) ? prefix + last : `${prefix} ${last}`;
}

type NameParts = Partial<Record<'first' | 'prefix' | 'last' | 'name', string>>;

/** First and last name together, or else the name, which begins or ends with a part of it. */
export function joinName({ first, prefix, last, name = '' }: NameParts): [Kind, string] {
	if (first && last) {
		const titles = titlesBefore(last);
		const both = `${first} ${prefixed(prefix, last.slice(titles.length))}`;
		const text = (first.startsWith(titles) ? '' : titles) + withoutSalutation(both);
		const isShort = !text.endsWith(both) || isAbbreviated(first) || isAbbreviated(last);
		return [isShort ? 'single' : isRepeated(first, last) ? 'repeated' : 'parts', text];
	}
	const part = first ?? last;
	if (part === undefined) return ['single', name.includes(' ') ? name : prefixed(prefix, name)];
	if (name === '' || nameKey(name) === nameKey(part))
		return ['single', first ?? prefixed(prefix, part)];
	return [(first ? startsWith(name, first) : endsWith(name, part)) ? 'single' : 'unclear', name];
}
