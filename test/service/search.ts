/** Searching: a text in any of some fields, upper and lower case alike. */
import type { Asset, Page, Person } from './records';
import type { Settings } from './settings';

/** What a search looks at of a record; what is not there is found by no text. */
type Texts = Array<string | null | undefined>;

export function personTexts(person: Person, covers: Settings['searchCovers']): Texts {
	const { name, email } = person;
	if (covers === 'namesAndEmails') return [name, email];
	return [name, email, person.domain, person.slug, person.phoneNumber, person.linkedinProfileUrl];
}

export function pageTexts(page: Page, covers: Settings['searchCovers']): Texts {
	return covers === 'namesAndEmails' ? [page.name] : [page.name, page.title, page.pageContext];
}

export function assetTexts(asset: Asset, covers: Settings['searchCovers']): Texts {
	const { name, purpose, aiDescription, tags } = asset;
	return covers === 'namesAndEmails' ? [name] : [name, purpose, aiDescription, ...tags];
}

/** The records that a search for `query` finds at the time `now`; all of them where there is no query. */
export function search<T extends { createdAt: string }>(
	records: readonly T[],
	query: string | undefined,
	textsOf: (record: T, covers: Settings['searchCovers']) => Texts,
	{ searchCovers, searchDelayMs }: Settings,
	now: number,
): readonly T[] {
	const seen =
		searchDelayMs === 0
			? records
			: records.filter(({ createdAt }) => Number(createdAt) + searchDelayMs <= now);
	if (query === undefined || query === '') return seen;
	const wanted = query.toLowerCase();
	return seen.filter((record) =>
		textsOf(record, searchCovers).some((text) => text?.toLowerCase().includes(wanted)),
	);
}
