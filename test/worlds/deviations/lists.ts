/** Lists as the paging convention (service interface, section 4) leaves them open. */
import fc from 'fast-check';

import { codePoint } from '../../support/codePoint';
import type { Page } from '../paging';
import type { Deviation } from './Deviation';

const shaped = (name: string, shape: (page: Page) => object): Deviation => ({
	name,
	apply: ({ records: { paging } }) => {
		paging.shape = [...(paging.shape ?? []), shape];
	},
});

const without = (page: Page, name: keyof Page): object =>
	Object.fromEntries(Object.entries(page).filter(([one]) => one !== name));

/** Where `hasMore` is no boolean, the cursor says whether the list goes on. */
const hasMore = fc
	.constantFrom<unknown>(undefined, null, 0, 1, '', 'true', 'false', {})
	.map((value) => shaped(`hasMore is ${JSON.stringify(value)}`, (page) => ({ ...page, hasMore: value })));

/** How the end of a list is said beside `hasMore: false`, which decides. */
const nextCursor = fc
	.constantFrom<unknown>(undefined, '', 'a-cursor-all-the-same', 0, false)
	.map((value) =>
		shaped(`nextCursor is ${JSON.stringify(value)} at the end, beside hasMore false`, (page) =>
			page.hasMore ? page : { ...page, hasMore: false, nextCursor: value },
		),
	);

/** How the end of a list is said where nothing else says it. */
const cursorAlone = fc.constantFrom<unknown>(undefined, null, '').map((value) =>
	shaped(`no hasMore; nextCursor is ${JSON.stringify(value)} at the end`, (page) => ({
		...without(page, 'hasMore'),
		nextCursor: page.nextCursor ?? value,
	})),
);

const anyCount = fc
	.constantFrom<unknown>(undefined, null, '', 'many', 0)
	.map((value) =>
		shaped(`totalCount is ${JSON.stringify(value)}`, (page) => ({ ...page, totalCount: value })),
	);

const tooGreatCount = fc.integer({ min: 100, max: 999 }).map((count) => ({
	name: `totalCount is ${count}`,
	apply: (service) => {
		const { paging } = service.records;
		paging.claimed = count;
		paging.shape = [...(paging.shape ?? []), (page) => ({ ...page, totalCount: count })];
	},
	mayFail: ({ needsEveryone }) => needsEveryone === true,
})) satisfies fc.Arbitrary<Deviation>;

const cursors = fc.string({ unit: codePoint, maxLength: 12 }).map((text) => ({
	name: `cursors begin with ${JSON.stringify(text)}`,
	apply: ({ records }) => {
		records.paging.cursor = (place) => `${text}${place}`;
	},
})) satisfies fc.Arbitrary<Deviation>;

const shortPages = fc.integer({ min: 1, max: 9 }).map((largest) => ({
	name: `pages have ${largest} records at most, whatever is asked for`,
	apply: ({ records }) => {
		records.paging.largest = largest;
	},
})) satisfies fc.Arbitrary<Deviation>;

const refusedLimit = fc
	.record({
		above: fc.constantFrom(1, 10, 50),
		status: fc.constantFrom(400, 422),
		from: fc.constantFrom(0, 1),
	})
	.map((refusal) => ({
		name: `a limit above ${refusal.above} is refused with ${refusal.status} from page ${refusal.from} on`,
		apply: ({ records }) => {
			records.paging.refusal = refusal;
		},
	})) satisfies fc.Arbitrary<Deviation>;

const emptyPages = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 }).map((pages) => ({
	name: `the pages ${pages.join(' and ')} are empty and go on`,
	apply: ({ records }) => {
		records.paging.empty = pages;
	},
})) satisfies fc.Arbitrary<Deviation>;

const overlap = fc.integer({ min: 1, max: 3 }).map((records) => ({
	name: `a page begins with the last ${records} of the one before`,
	apply: (service) => {
		service.records.paging.overlap = records;
	},
})) satisfies fc.Arbitrary<Deviation>;

const shuffled = fc.constant({
	name: 'each reading of a list has another order',
	apply: ({ records }) => {
		records.paging.isShuffled = true;
	},
}) satisfies fc.Arbitrary<Deviation>;

const earlyEnd = fc
	.record({ readings: fc.constantFrom(1, Infinity), before: fc.integer({ min: 1, max: 3 }) })
	.map((ending) => ({
		name: `the first ${ending.readings} readings of a list end before its last ${ending.before} records`,
		apply: ({ records }) => {
			records.paging.ending = ending;
		},
		mayFail: ({ needsEveryone }) => needsEveryone === true && ending.readings > 1,
	})) satisfies fc.Arbitrary<Deviation>;

const kinds = [
	fc.oneof(hasMore, nextCursor, cursorAlone),
	cursors,
	fc.oneof(shortPages, refusedLimit),
	emptyPages,
	overlap,
	shuffled,
];

/** Each kind can be there once, beside all others. */
export const listDeviations = [fc.oneof(anyCount, tooGreatCount), ...kinds];

/** Also lists that leave records out: nobody could tell, if they had not their true count. */
export const unreliableLists = [fc.oneof(anyCount, tooGreatCount, earlyEnd), ...kinds];
