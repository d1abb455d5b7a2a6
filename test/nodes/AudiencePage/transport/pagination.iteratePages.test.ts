/** Pages of a list, from any cursor and with any limit. */
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { aNode } from '../../../support/node';
import { fetchPage, iteratePages, type ListPage } from '../../../../nodes/AudiencePage/transport/pagination';
import { all, List, REQUEST } from './aList';

const numbersOf = (pages: ListPage[]) => pages.map(({ records }) => records.map(({ n }) => n));

describe('A list that is read from a cursor', () => {
	test('begins there, and each page has its cursor', async () => {
		const list = new List(7);
		const pages = await all(iteratePages(list.context, REQUEST, () => 3, '3'));
		expect(numbersOf(pages)).toEqual([[3, 4, 5], [6]]);
		expect(pages.map(({ cursor, nextCursor }) => [cursor, nextCursor])).toEqual([
			['3', '6'],
			['6', undefined],
		]);
		expect(list.asked).toEqual([
			{ query: 'a', cursor: '3', limit: 3 },
			{ query: 'a', cursor: '6', limit: 3 },
		]);
	});

	test('is read without a limit that the service refuses there', async () => {
		const list = new List(7, { greatestLimit: 2 });
		expect(numbersOf(await all(iteratePages(list.context, REQUEST, () => 3, '3')))).toEqual([
			[3, 4],
			[5, 6],
		]);
		expect(list.asked.map(({ cursor, limit }) => [cursor, limit])).toEqual([
			['3', 3],
			['3', undefined],
			['5', undefined],
		]);
	});
});

describe('A list with new cursors and no new records', () => {
	/** A list whose pages have these records, each with the next number as its cursor. */
	const listOf = (recordsAt: (page: number) => number[], pages: number) => {
		const makeRoutingRequest = async ({ options: { qs } }: RequestData) => {
			const page = Number(qs?.cursor ?? 0);
			if (page > pages) throw new Error('The list was read on for ever');
			const items = recordsAt(page).map((n) => ({ n }));
			return await Promise.resolve([
				{ json: { items, hasMore: page < pages, nextCursor: String(page + 1) } },
			]);
		};
		return { getNode: () => aNode, makeRoutingRequest };
	};
	const read = async (recordsAt: (page: number) => number[], pages: number) =>
		await all(iteratePages(listOf(recordsAt, pages), REQUEST, () => 100));

	test.each([
		['empty', [], 99, 'read'],
		['empty', [], 100, 'refused'],
		['known', [0, 1], 99, 'read'],
		['known', [0, 1], 100, 'refused'],
	])('that begins with new ones again after %s pages, of %j: %i are %s', async (_what, page, count, ends) => {
		const gap = Array.from({ length: count }, () => page);
		const list = [[0, 1], ...gap, [2], ...gap, [3]];
		const ended = await read((at) => list[at] ?? [], list.length - 1).then(
			numbersOf,
			({ message }: Error) => /100 pages in a row without a new record/.exec(message)?.[0],
		);
		expect(ended).toEqual(ends === 'read' ? list : '100 pages in a row without a new record');
	});

	test('ends in an error though its records come in ever another order', async () => {
		const reading = read((page) => [page % 7, (page * 3) % 7], 1000);
		await expect(reading).rejects.toThrow('100 pages in a row without a new record');
	});
});

describe('A page', () => {
	test.each([
		[1000, [1000], true],
		[100, [1000, 100], true],
		[99, [1000, 100, undefined], false],
	])(
		'is requested with the first limit that the service accepts: %i',
		async (greatestLimit, asked, takesLimit) => {
			const list = new List(5, { greatestLimit });
			const read = await fetchPage(list.context, REQUEST, undefined, 1000, 100);
			expect(list.asked).toEqual(asked.map((limit) => ({ query: 'a', ...(limit && { limit }) })));
			expect(read.takesLimit).toBe(takesLimit);
			expect(read.page).toMatchObject({ totalCount: 5, cursor: undefined });
		},
	);

	test('at a cursor is requested there each time', async () => {
		const list = new List(5, { greatestLimit: 99, status: '422' });
		const { page } = await fetchPage(list.context, REQUEST, '3', 1000, 100);
		expect(list.asked.map(({ cursor }) => cursor)).toEqual(['3', '3', '3']);
		expect(numbersOf([page])).toEqual([[3, 4]]);
	});

	test.each(['401', '404', '500'])('is not requested with another limit after %s', async (status) => {
		const list = new List(5, { greatestLimit: 1, status });
		await expect(fetchPage(list.context, REQUEST, undefined, 1000, 100)).rejects.toThrow('No');
		expect(list.asked).toHaveLength(1);
	});
});
