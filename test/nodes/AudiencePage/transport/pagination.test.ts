import {
	cursorAfter,
	isTruncated,
	pageInfo,
	type ListPage,
} from '../../../../nodes/AudiencePage/transport/pagination';
import { aNode } from '../../../support/node';

const reader = { getNode: () => aNode };

const page = (more: Partial<ListPage>): ListPage => ({ records: [], hasMore: false, ...more });

describe('Whether a list has more pages', () => {
	test.each<[hasMore: unknown, nextCursor: unknown, is: boolean]>([
		[true, 'c', true],
		[true, null, true],
		[false, 'c', false],
		[false, null, false],
		...[undefined, null, 0, 'false', {}].flatMap(
			(noBoolean): Array<[unknown, unknown, boolean]> => [
				[noBoolean, 'c', true],
				[noBoolean, {}, true],
				[noBoolean, '', false],
				[noBoolean, null, false],
			],
		),
	])('hasMore %j and nextCursor %j: %j', (hasMore, nextCursor, is) => {
		expect(pageInfo({ hasMore, nextCursor } as never).hasMore).toBe(is);
	});
});

describe('The cursor of the next page', () => {
	const after = (hasMore: unknown, nextCursor: unknown) =>
		cursorAfter(reader, page(pageInfo({ hasMore, nextCursor } as never)), new Set([undefined, 'c1']));

	test.each<[hasMore: unknown, nextCursor: unknown, next: string | undefined]>([
		[true, 'c3', 'c3'],
		[true, ' c/3? ', ' c/3? '],
		[true, 3, '3'],
		[undefined, 0, '0'],
		[false, 'c3', undefined],
		[undefined, null, undefined],
	])('by hasMore %j and nextCursor %j: %j', (hasMore, nextCursor, next) => {
		expect(after(hasMore, nextCursor)).toBe(next);
	});

	test.each<[hasMore: unknown, nextCursor: unknown]>([
		[true, undefined],
		[true, ''],
		[null, { at: 3 }],
		[undefined, true],
	])('is missing by hasMore %j and nextCursor %j', (hasMore, nextCursor) => {
		expect(() => after(hasMore, nextCursor)).toThrow('the service reported more results but gave no cursor');
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
		[false, 2, false],
		[false, 3, true],
		[false, null, false],
		[true, 2, true],
		[true, null, true],
	])('if it says so, or counts more: hasMore %j, totalCount %j, 2 records', (hasMore, totalCount, is) => {
		expect(isTruncated(page({ records, hasMore, totalCount }))).toBe(is);
	});
});
