/** Searching: a text in any of some fields, upper and lower case alike. */
import type { Asset, Page, Person } from './records';
import type { Settings } from './settings';

/** What a search looks at of a record; what is not there is found by no text. */
type Texts = Array<string | null | undefined>;

export const personTexts = (person: Person): Texts => [
	...[person.name, person.email, person.domain, person.slug],
	...[person.phoneNumber, person.linkedinProfileUrl],
];

export const pageTexts = ({ name, title, pageContext }: Page): Texts => [name, title, pageContext];

export const assetTexts = ({ name, purpose, aiDescription, tags }: Asset): Texts => [
	...[name, purpose, aiDescription],
	...tags,
];

/** The records that a search for `query` finds at the time `now`; all of them where there is no query. */
export function search<T extends { createdAt: string }>(
	records: readonly T[],
	query: string | undefined,
	textsOf: (record: T) => Texts,
	{ searchDelayMs }: Settings,
	now: number,
): readonly T[] {
	const isSeen = ({ createdAt }: T) => Number(createdAt) + searchDelayMs <= now;
	const seen = searchDelayMs === 0 ? records : records.filter(isSeen);
	if (query === undefined || query === '') return seen;
	const wanted = query.toLowerCase();
	return seen.filter((record) => textsOf(record).some((text) => text?.toLowerCase().includes(wanted)));
}
