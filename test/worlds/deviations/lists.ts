/** Lists as the paging convention (service interface, section 4) leaves them open. */
import fc from 'fast-check';

import type { PageOf } from '../../service/paging';
import { codePoint } from '../../support/codePoint';
import type { Paging } from '../paging';
import type { Deviation } from './Deviation';

type Page = PageOf<unknown>;

const paged = (name: string, paging: Paging): Deviation => ({
	name,
	apply: (service) => void Object.assign(service.paging, paging),
});

const isPage = (body: unknown): body is Page => typeof body === 'object' && body !== null && 'items' in body;

const shaped = (name: string, shape: (page: Page) => object): Deviation => ({
	name,
	apply: ({ hooks }) =>
		hooks.push({
			change: (answer) => (isPage(answer.body) ? { ...answer, body: shape(answer.body) } : answer),
		}),
});

/** Where `hasMore` is no boolean, the cursor says whether the list goes on. */
const hasMore = fc
	.constantFrom<unknown>(undefined, null, 'true')
	.map((value) => shaped(`hasMore is ${JSON.stringify(value)}`, (page) => ({ ...page, hasMore: value })));

/** How the end of a list is said beside `hasMore: false`, which decides. */
const nextCursor = fc
	.constantFrom<unknown>(undefined, '', 'a-cursor-all-the-same')
	.map((value) =>
		shaped(`nextCursor is ${JSON.stringify(value)} at the end, beside hasMore false`, (page) =>
			page.hasMore ? page : { ...page, hasMore: false, nextCursor: value },
		),
	);

const anyCount = fc
	.constantFrom<unknown>(undefined, null, 0)
	.map((value) =>
		shaped(`totalCount is ${JSON.stringify(value)}`, (page) => ({ ...page, totalCount: value })),
	);

const tooGreatCount = fc.integer({ min: 100, max: 999 }).map((count): Deviation => {
	const { name, apply } = shaped(`totalCount is ${count}`, (page) => ({ ...page, totalCount: count }));
	return {
		name,
		apply: (service) => {
			service.claimed = count;
			apply(service);
		},
		mayFail: ({ needsEveryone }) => needsEveryone === true,
	};
});

const cursors = fc
	.string({ unit: codePoint, maxLength: 12 })
	.map((text) =>
		paged(`cursors begin with ${JSON.stringify(text)}`, { cursor: (place) => `${text}${place}` }),
	);

const shortPages = fc
	.integer({ min: 1, max: 9 })
	.map((largest) => paged(`pages have ${largest} records at most, whatever is asked for`, { largest }));

const refusedLimit = fc
	.record({ above: fc.constantFrom(1, 10, 50), status: fc.constant(400), from: fc.constantFrom(0, 1) })
	.map((refusal) =>
		paged(`a limit above ${refusal.above} is refused from page ${refusal.from} on`, { refusal }),
	);

const emptyPages = fc
	.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 })
	.map((empty) => paged(`the pages ${empty.join(' and ')} are empty and go on`, { empty }));

const overlap = fc
	.integer({ min: 1, max: 3 })
	.map((records) => paged(`a page begins with the last ${records} of the one before`, { overlap: records }));

const shuffled = fc.constant(paged('each reading of a list has another order', { isShuffled: true }));

const earlyEnd = fc
	.record({ readings: fc.constantFrom(1, Infinity), before: fc.integer({ min: 1, max: 3 }) })
	.map((ending): Deviation => {
		const { readings, before } = ending;
		return {
			...paged(`the first ${readings} readings of a list end before its last ${before} records`, { ending }),
			mayFail: ({ needsEveryone }) => needsEveryone === true && readings > 1,
		};
	});

const kinds = [
	fc.oneof(hasMore, nextCursor),
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
