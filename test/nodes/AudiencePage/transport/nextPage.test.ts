import {
	isTruncated,
	nextPage,
	pageInfo,
	type NextPage,
	type Page,
} from '../../../../nodes/AudiencePage/transport/nextPage';

const page = (more: Partial<Page>): Page => ({ records: [], hasMore: false, ...more });

const NOWHERE = { broken: 'the service reported more results but gave no cursor' };

describe('Whether a list goes on', () => {
	test.each<[hasMore: unknown, nextCursor: unknown, is: boolean]>([
		[true, 'c', true],
		[true, null, true],
		[true, undefined, true],
		[false, 'c', false],
		[false, null, false],
		...[undefined, null, 0, 1, '', 'true', 'false', {}, []].flatMap(
			(noBoolean): Array<[unknown, unknown, boolean]> => [
				[noBoolean, 'c', true],
				[noBoolean, ' ', true],
				[noBoolean, 7, true],
				[noBoolean, 0, true],
				[noBoolean, {}, true],
				[noBoolean, '', false],
				[noBoolean, null, false],
				[noBoolean, undefined, false],
				[noBoolean, false, false],
			],
		),
	])('hasMore %j and nextCursor %j: %j', (hasMore, nextCursor, is) => {
		expect(pageInfo({ hasMore, nextCursor } as never).hasMore).toBe(is);
	});
});

describe('Where a list goes on', () => {
	test.each<[hasMore: unknown, nextCursor: unknown, next: NextPage]>([
		[true, 'c3', { cursor: 'c3' }],
		[null, 'c3', { cursor: 'c3' }],
		[true, ' c/3? ', { cursor: ' c/3? ' }],
		[true, 3, { cursor: '3' }],
		[undefined, 0, { cursor: '0' }],
		[false, 'c3', {}],
		[undefined, null, {}],
		[true, undefined, NOWHERE],
		[true, null, NOWHERE],
		[true, '', NOWHERE],
		[null, { at: 3 }, NOWHERE],
		[undefined, true, NOWHERE],
	])('by hasMore %j and nextCursor %j: %j', (hasMore, nextCursor, next) => {
		const place = pageInfo({ hasMore, nextCursor } as never);
		expect(nextPage(page(place), new Set([undefined, 'c1', 'c2']))).toEqual(next);
	});

	test.each(['c1', 'c2'])('is not where it was read already: %s', (nextCursor) => {
		const cursors = new Set(['c1', 'c2']);
		expect(nextPage(page({ hasMore: true, nextCursor }), cursors)).toEqual({
			broken: 'the service returned the same cursor twice',
		});
		expect(cursors.size).toBe(2);
	});
});

test.each([
	[0, 0],
	[7, 7],
	[null, undefined],
	[undefined, undefined],
	['7', undefined],
	[-1, undefined],
	[1.5, undefined],
	[{}, undefined],
])('a totalCount of %j counts as %j', (totalCount, count) => {
	expect(pageInfo({ totalCount }).totalCount).toBe(count);
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
		expect(isTruncated(page({ records, hasMore, totalCount }))).toBe(is);
	});
});
