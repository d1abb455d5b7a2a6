import { goesOn, nextOf, type Next, type Page } from '../../../../nodes/AudiencePage/transport/nextPage';

const page = (more: Partial<Page>): Page => ({ records: [], hasMore: false, ...more });

const NOWHERE = { broken: 'the service says that there is more, but not where it goes on' };

describe('Where a list goes on', () => {
	test.each<[string, Partial<Page>, Next]>([
		['at its cursor', { hasMore: true, nextCursor: 'c3' }, { cursor: 'c3' }],
		['nowhere, where it ends', { hasMore: false, nextCursor: null }, {}],
		['nowhere, where it ends and gives a cursor all the same', { hasMore: false, nextCursor: 'c3' }, {}],
		['is not known without a cursor', { hasMore: true }, NOWHERE],
		['is not known by the cursor null', { hasMore: true, nextCursor: null }, NOWHERE],
		['is not known by an empty cursor', { hasMore: true, nextCursor: '' }, NOWHERE],
		['is not known by a cursor that is no text', { hasMore: true, nextCursor: 3 as never }, NOWHERE],
	])('%s', (_where, more, next) => {
		expect(nextOf(page(more), new Set([undefined, 'c1', 'c2']))).toEqual(next);
	});

	test.each(['c1', 'c2'])('is not where it was read already: %s', (nextCursor) => {
		const cursors = new Set(['c1', 'c2']);
		expect(nextOf(page({ hasMore: true, nextCursor }), cursors)).toEqual({
			broken: 'the service goes round in circles',
		});
		expect(cursors.size).toBe(2);
	});
});

describe('A list without cursors has more than its one page', () => {
	const records = [{ pageId: 'p1' }, { pageId: 'p2' }];

	test.each([
		[false, 1, false],
		[false, 2, false],
		[false, 3, true],
		[false, null, false],
		[false, undefined, false],
		[true, 2, true],
		[true, null, true],
	])('if it says so, or counts more: hasMore %j, totalCount %j, 2 records', (hasMore, totalCount, is) => {
		expect(goesOn(page({ records, hasMore, totalCount }))).toBe(is);
	});
});
