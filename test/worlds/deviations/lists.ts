/** Lists as the paging convention (service interface, section 4) leaves them open. */
import fc from 'fast-check';
import { codePoint } from '../../support/codePoint';
import type { Paging } from '../paging';
import type { Deviation } from './Deviation';

const paged = (name: string, paging: Paging): Deviation => ({
	name,
	apply: (service) => void Object.assign(service.paging, paging),
});

const tooGreatCount = fc.integer({ min: 100, max: 999 }).map((count): Deviation => {
	return {
		name: `totalCount is ${count}`,
		apply: (service) => void Object.assign(service.paging, { count }),
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
	.map((largest) =>
		paged(`pages have ${largest} records at most, whatever is asked for`, { largest }),
	);

const refusedLimit = fc
	.record({
		above: fc.constantFrom(1, 10, 50),
		status: fc.constant(400),
		from: fc.constantFrom(0, 1),
	})
	.map((refusal) =>
		paged(`a limit above ${refusal.above} is refused from page ${refusal.from} on`, { refusal }),
	);

const emptyPages = fc
	.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 })
	.map((empty) => paged(`the pages ${empty.join(' and ')} are empty and go on`, { empty }));

const overlap = fc
	.integer({ min: 1, max: 3 })
	.map((records) =>
		paged(`a page begins with the last ${records} of the one before`, { overlap: records }),
	);

const shuffled = fc.constant(
	paged('each reading of a list has another order', { isShuffled: true }),
);

const earlyEnd = fc
	.record({ readings: fc.constantFrom(1, Infinity), before: fc.integer({ min: 1, max: 3 }) })
	.map((ending): Deviation => {
		const { readings, before } = ending;
		return {
			...paged(`the first ${readings} readings of a list end before its last ${before} records`, {
				ending,
			}),
			mayFail: ({ needsEveryone }) => needsEveryone === true && readings > 1,
		};
	});

const kinds = [cursors, fc.oneof(shortPages, refusedLimit), emptyPages, overlap, shuffled];

/** Each kind can be there once, beside all others. */
export const listDeviations = [tooGreatCount, ...kinds];

/** Also lists that leave records out: nobody could tell, if they had not their true count. */
export const unreliableLists = [fc.oneof(tooGreatCount, earlyEnd), ...kinds];
