const TITLES =
	/^(?:(?:(?:d?dr|dr in|drs|dra|dott|(?:univ -|hon -|ass -|jun -)?prof(?:essor)?|doctor|doktor|priv -doz|dipl)(?: ?-\S+| (?:rer \S+|h c|med|dent|vet|iur|jur|utr|phil|theol|oec|agr|sc|ing|psych|univ|techn|mont|mult|em|kfm|inf|ssa|\(fh\)|habil)(?= ))*|ing|ir|lic|m?mag|avv|rev|ra|stb|pd) )+/;
/** Before a name, without being a part of it. */
const SALUTATION =
	/^\s*(?:sig\.ra|(?:herrn?|frau|hrn?|fr|frl|fräulein|fru|frk|mrs?|mx|ms|miss|mme|mlle|madame|monsieur|dhr|mw|mevr|mevrouw|sra|signora?|señora?|dña)\.?|(?:sr|sig)\.|(?:sr|de heer)(?= ))(?:(?:(?<=\.)|\s)\s*(?!(?:und|u\.|and|et|en|og|och|oder|or|ou|[ey])\s)(?=\p{L})|\s*$)/iu;
const INITIALS = /^\s*(?:MS|HR|MW)\s*$/;
const MARKS = /(?<=\p{Script=Latin}\p{M}*)\p{M}|['’]/gu;
const PLAIN: Record<string, string> = { ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** As names are compared: Jürgen is Juergen, and O’Neill is O'Neill. */
function folded(name: string): string {
	const plain = name.normalize('NFD').replace(MARKS, '');
	const words = plain.toLowerCase().replace(/[\s.,]+/g, ' ');
	return words.trim().replace(/([aou])e|[ßæœøłđı]/g, (one, vowel?: string) => vowel ?? PLAIN[one] ?? one);
}

export const withoutSalutation = <Value>(name: Value): Value | string =>
	typeof name === 'string' ? name.replace(SALUTATION, (its) => (INITIALS.test(its) ? its : '')) : name;

const isTitle = (name: string): boolean => `${folded(name)} `.replace(TITLES, '') === '';

const wordsOf = (name: string): string[] => folded(name).replace(TITLES, '').split(/\s+/);

/** In these scripts, there are no spaces between the parts of a name. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const PARTICLE =
	/^(?:(?:[Pp]rof|[Dd]rs?|[Mm]ag|[Ii]ng|[Ii]r)\.? )*(?:vo[nm]|van|v\.d\.|zur?|di|da|dell?a?|du|de[nr]?|dos|l[ae]|[ae]l|te[nr]|['’]t) /;
const GENERATION = / (?:jun\.|jr\.?|sen\.|sr\.|junior|senior|I{2,3})$/i;

function isOneWord(name: string): boolean {
	const isWord = wordsOf(name.replace(GENERATION, '')).length === 1 || !/\s/.test(name);
	return (isWord && !UNSPACED.test(name)) || PARTICLE.test(name);
}

/** Equal for names that are the same, but for titles, accents and case. */
export const nameKey = (name: string): string => wordsOf(name).join(' ');

export function hasWordsOf(name: string, part: string): boolean {
	const words = wordsOf(name);
	return wordsOf(part).every((word) => words.includes(word));
}

/** What parts of a name make together: `repeated`, `unrelated` and `unclear` are no name. */
type Kind = 'whole' | 'half' | 'repeated' | 'unrelated' | 'unclear';

/** What a name is beside the first or last name of a person. */
function relationOf(name: string, part: string, isFirst: boolean): Kind | 'same' {
	const [words, its] = [wordsOf(name), wordsOf(part)];
	if (words.join(' ') === its.join(' ')) return 'same';
	const atItsEnd = isFirst ? words.slice(0, its.length) : words.slice(-its.length);
	if (atItsEnd.join(' ') === its.join(' ')) return 'whole';
	const isInitial = /^.\.?$/u.test(part) && words.length > 1 && atItsEnd[0]?.startsWith(its[0] ?? '');
	const ofPart = its.join('-').split('-');
	const hasShared = words.some((word) => word.split('-').some((one) => ofPart.includes(one)));
	return isInitial || hasShared || TITLES.test(folded(name)) ? 'unclear' : 'unrelated';
}

/** Whether one part of a name has the other in it, and may be the whole name. Some are called Thomas Thomas. */
const isRepeated = (first: string, last: string): boolean =>
	/ /.test(first + last) && (hasWordsOf(first, last) || hasWordsOf(last, first));

function prefixed(prefix: string | undefined, last: string): string {
	if (prefix === undefined || ['same', 'whole'].includes(relationOf(last, prefix, true))) return last;
	return /['’]$/.test(prefix) ? prefix + last : `${prefix} ${last}`;
}

type NameParts = Partial<Record<'first' | 'prefix' | 'last' | 'name', string>>;

/** First and last name together, or else the name, which may be the other part of one. */
export function joinName({ first, prefix, last, name = '' }: NameParts, isOther: boolean): [Kind, string] {
	const join = (one: string, other: string) => `${one} ${prefixed(prefix, other)}`;
	if (first && last)
		return [isTitle(first) ? 'half' : isRepeated(first, last) ? 'repeated' : 'whole', join(first, last)];
	const part = first ?? last;
	if (part === undefined)
		return isOther || isOneWord(name) ? ['half', prefixed(prefix, name)] : ['whole', name];
	if (name === '') return ['half', first ?? prefixed(prefix, part)];
	const relation = relationOf(name, part, first !== undefined);
	if (relation === 'same')
		return isOther ? ['unclear', name] : ['half', first ? name : prefixed(prefix, name)];
	if (relation !== 'unrelated' || !isOther) return [relation, name];
	const [one, other] = first ? [first, name] : [name, part];
	return [isTitle(one) ? 'half' : 'whole', join(one, other)];
}
