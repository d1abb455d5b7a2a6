const TITLES = /^(?:(?:dr|prof|dipl|ing|lic|mag|med|iur|pd|mr|mrs|ms|miss|mme|herr|frau|hr|fr)(?:-\S+)? )+/;
export const PARTICLE =
	/^(?:[a-z]|al|abu|ben|bin|d[aeiou]|das|de[lnr]|della|dos|el|ibn|la|las|le|los|san|santa|st|te[nr]|v[ao]n|zur?)$/;
const MARKS = /(?<=\p{Script=Latin}\p{M}*)\p{M}|['’]/gu;

/** As names are compared: Jürgen is Juergen, and O’Neill is O'Neill. */
function folded(name: string): string {
	const plain = name.normalize('NFD').replace(MARKS, '');
	const words = plain.replace(/[\s.,]+/g, ' ').trim();
	return words.toLowerCase().replace(/([aou])e|ß/g, (_, vowel?: string) => vowel ?? 'ss');
}

const wordsOf = (name: string): string[] => folded(name).replace(TITLES, '').split(/\s+/);

export function hasWordsOf(name: string, part: string): boolean {
	const words = wordsOf(name);
	return wordsOf(part).every((word) => words.includes(word));
}

type Relation = 'same' | 'whole' | 'other' | 'unclear';

/** What a name is beside the first or last name of a person: the same, the whole name, another part, or unclear. */
export function relationOf(name: string, part: string, isFirst: boolean): Relation {
	const [words, its] = [wordsOf(name), wordsOf(part)];
	if (words.join(' ') === its.join(' ')) return 'same';
	const atItsEnd = isFirst ? words.slice(0, its.length) : words.slice(-its.length);
	if (atItsEnd.join(' ') === its.join(' ')) return 'whole';
	const telling = (all: string[]) =>
		all.flatMap((one) => one.split('-')).filter((one) => !PARTICLE.test(one));
	const hasShared = telling(words).some((word) => telling(its).includes(word));
	return hasShared || TITLES.test(folded(name)) ? 'unclear' : 'other';
}

/** Whether one part of a name ends with the other, but for a last name such as Ben Ali: one may be the whole name. */
export function isDoubled(first: string, last: string): boolean {
	const before = wordsOf(last).slice(0, -wordsOf(first).length);
	const isWhole = relationOf(last, first, false) === 'whole' && !before.every((one) => PARTICLE.test(one));
	return isWhole || relationOf(first, last, false) === 'whole';
}

/** Two parts of a name; the last alone if it begins with the first, or both are a whole name. Some are called Thomas Thomas. */
export function joinedName(first: string, last: string): string {
	const relation = relationOf(last, first, true);
	if (relation === 'whole' || (relation === 'same' && /\S\s/.test(last))) return last;
	return /^\p{Ll}+['’]$/u.test(first) ? first + last : `${first} ${last}`;
}
