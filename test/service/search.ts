/** Searching: a text in any of some fields, upper and lower case alike. */
import type { Settings } from './settings';

/** Fields that a search looks at; what is not there is found by no text. */
export const SEARCHED = {
	persons: ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'],
	pages: ['name', 'title', 'pageContext'],
	assets: ['name', 'purpose', 'aiDescription', 'tags'],
} as const;

/**
 * The records that a search for `query` finds at the time `now`; all of them where there is no
 * query.
 */
export function search<
	Field extends string,
	T extends { createdAt: string } & Partial<Record<Field, unknown>>,
>(
	records: readonly T[],
	query: string | undefined,
	fields: readonly Field[],
	{ searchDelayMs, unsearched }: Settings,
	now: number,
): readonly T[] {
	const isSeen = ({ createdAt }: T) => Number(createdAt) + searchDelayMs <= now;
	const seen = searchDelayMs === 0 ? records : records.filter(isSeen);
	if (query === undefined || query === '') return seen;
	const wanted = query.toLowerCase();
	const searched = fields.filter((field) => !unsearched.includes(field));
	const textsOf = (record: T) =>
		searched.flatMap((field) => (record[field] ?? []) as string | string[]);
	return seen.filter((record) =>
		textsOf(record).some((text) => text.toLowerCase().includes(wanted)),
	);
}
