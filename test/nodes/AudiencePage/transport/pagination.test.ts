import {
	cursorAfter,
	isTruncated,
	pageInfo,
	type ListPage,
} from '../../../../nodes/AudiencePage/transport/pagination';
import { aNode } from '../../../support/node';

const page = (more: Partial<ListPage>): ListPage => ({ records: [], hasMore: false, ...more });

const NO_CURSOR = 'the service reported more results but gave no cursor';

/** What follows a page: the cursor of the next one, nothing, or an error. */
const after = (hasMore: unknown, nextCursor: unknown): unknown => {
	const visited = new Set([undefined, 'c1']);
	try {
		return cursorAfter({ getNode: () => aNode }, page(pageInfo({ hasMore, nextCursor } as never)), visited);
	} catch (error) {
		return (error as Error).message.includes(NO_CURSOR) ? NO_CURSOR : error;
	}
};

test.each<[hasMore: unknown, nextCursor: unknown, next: string | undefined]>([
	[true, 'c3', 'c3'],
	[true, ' c/3? ', ' c/3? '],
	[true, 3, '3'],
	[true, null, NO_CURSOR],
	[true, '', NO_CURSOR],
	[false, 'c3', undefined],
	...[undefined, null, 0, 'false', {}].flatMap(
		(noBoolean): Array<[unknown, unknown, string | undefined]> => [
			[noBoolean, 'c3', 'c3'],
			[noBoolean, 0, '0'],
			[noBoolean, { at: 3 }, NO_CURSOR],
			[noBoolean, '', undefined],
			[noBoolean, null, undefined],
		],
	),
])('hasMore %j and nextCursor %j: what follows is %j', (hasMore, nextCursor, next) => {
	expect(after(hasMore, nextCursor)).toBe(next);
});

test.each([
	[0, 0],
	[7, 7],
	[null, undefined],
	['7', undefined],
	[-1, undefined],
	[1.5, undefined],
])('a totalCount of %j counts as %j', (totalCount, count) => {
	expect(pageInfo({ totalCount }).totalCount).toBe(count);
});

test.each([
	[false, 2, false],
	[false, 3, true],
	[false, null, false],
	[true, 2, true],
])(
	'hasMore %j, totalCount %j: whether a list has more than its one page of 2: %j',
	(hasMore, totalCount, is) => {
		const records = [{ pageId: 'p1' }, { pageId: 'p2' }];
		expect(isTruncated(page({ records, hasMore, totalCount }))).toBe(is);
	},
);
