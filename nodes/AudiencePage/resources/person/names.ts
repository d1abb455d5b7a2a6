const TITLES = /^(?:(?:dr|prof|dipl|ing|lic|mag|med|iur|pd|mr|mrs|ms|miss|mme|herr|frau|hr|fr)(?:-\S+)? )+/;
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
	const single = words.flatMap((one) => one.split('-'));
	const hasShared = its.some((word) => word.split('-').some((one) => single.includes(one)));
	return hasShared || TITLES.test(folded(name)) ? 'unclear' : 'other';
}

/** Whether one part of a name has the other in it, and may be the whole name. Some are called Thomas Thomas. */
export function isDoubled(first: string, last: string): boolean {
	const isOneWord = wordsOf(first).length === 1 && wordsOf(last).length === 1;
	return !isOneWord && (hasWordsOf(first, last) || hasWordsOf(last, first));
}
