/** Lists of the service, from any cursor and with any limit. */
import type { IDataObject } from 'n8n-workflow';
import {
	fetchPage,
	fetchWholeList,
	iteratePages,
	pageInfo,
	readList as readListOf,
	requestFor,
	type ListPage,
	type ListReader,
} from '../../../../nodes/AudiencePage/transport/pagination';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { List, REQUEST } from './aList';

const INCOMPLETE = 'The list could not be read completely: the service';
const NOTHING = 'No items are returned, so that you never work with part of a list unknowingly.';

const readList = async (context: ListReader, options: object = {}) =>
	await readListOf(context, REQUEST, { idField: 'id', ...options });

async function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
	const read: T[] = [];
	for await (const page of pages) read.push(page);
	return read;
}
const numbersIn = (records: IDataObject[]) => records.map(({ n }) => n);
const numbersOf = (pages: ListPage[]) => pages.map(({ records }) => numbersIn(records));
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const positions = ({ asked }: List) =>
	asked.map(({ cursor, limit }) => `${cursor as string}, ${limit as number}`);

/**
 * A service that answers with these bodies, by the number that is the cursor; the last one for
 * ever.
 */
const answering = (...bodies: unknown[]) => {
	const makeRoutingRequest = jest.fn(async ({ options: { qs } }: RequestData) => {
		const json = bodies[Math.min(Number(qs?.cursor ?? 0), bodies.length - 1)];
		return json === undefined ? [] : [{ json: json as IDataObject }];
	});
	return { ...new List(0).context, makeRoutingRequest };
};

test.each<[hasMore: unknown, nextCursor: unknown, next: string | undefined, isMore: boolean]>([
	[true, ' c/3? ', ' c/3? ', true],
	[true, 3, '3', true],
	[true, null, undefined, true],
	[true, '', undefined, true],
	[false, 'c3', undefined, false],
	...[null, 'false'].flatMap(
		(noBoolean): Array<[unknown, unknown, string | undefined, boolean]> => [
			[noBoolean, 'c3', 'c3', true],
			[noBoolean, 0, '0', true],
			[noBoolean, { at: 3 }, undefined, true],
			[noBoolean, '', undefined, false],
			[noBoolean, null, undefined, false],
		],
	),
])(
	'hasMore %j and nextCursor %j: the next cursor is %j, more %j',
	(hasMore, nextCursor, next, isMore) => {
		expect(pageInfo({ hasMore, nextCursor } as never)).toMatchObject({
			nextCursor: next,
			hasMore: isMore,
		});
	},
);

test.each([
	[0, 0],
	[7, 7],
	['7', undefined],
	[-1, undefined],
	[1.5, undefined],
])('a totalCount of %j counts as %j', (totalCount, count) => {
	expect(pageInfo({ totalCount }).totalCount).toBe(count);
});

describe('A page', () => {
	test.each<[number, string, (number | undefined)[], boolean]>([
		[100, '400', [100], true],
		[99, '400', [100, undefined], false],
		[99, '422', [100, undefined], false],
	])(
		'of a service whose greatest limit is %i (%s) is requested with the limits %j',
		async (greatestLimit, status, asked, takesLimit) => {
			const list = new List(5, { greatestLimit, status });
			const read = await fetchPage(list.context, REQUEST, '3', 100);
			expect(positions(list)).toEqual(asked.map((limit) => `3, ${limit}`));
			expect(list.asked[0]).toHaveProperty('query', 'a');
			const page = { records: [{ n: 3 }, { n: 4 }], totalCount: 5, cursor: '3' };
			expect(read).toMatchObject({ takesLimit, page });
		},
	);

	test.each(['401', '500'])('is not requested without a limit after %s', async (status) => {
		const list = new List(5, { greatestLimit: 1, status });
		await expect(fetchPage(list.context, REQUEST, undefined, 1000)).rejects.toThrow('No');
		expect(list.asked).toStrictEqual([{ query: 'a', limit: 1000 }]);
	});
});

describe('A list', () => {
	test('is read without a limit once the service has refused one', async () => {
		const list = new List(7, { greatestLimit: 2 });
		const pages = await all(iteratePages(list.context, REQUEST, () => 3, '3'));
		expect(numbersOf(pages).map(String)).toEqual(['3,4', '5,6']);
		expect(positions(list)).toEqual(['3, 3', '3, undefined', '5, undefined']);
	});

	test.each([
		[3, 4, true],
		[4, 4, false],
	])('with longer pages than requested is cut: %i of %i', async (limit, count, hasMore) => {
		const list = new List(count, { greatestLimit: 0, usual: 4 });
		const read = await readList(list.context, { limit });
		expect([numbersIn(read.records), read.hasMore]).toEqual([numbers(limit), hasMore]);
	});

	test('has the greatest count of its pages, and the first', async () => {
		const page = (totalCount: unknown, nextCursor?: number) => {
			return { items: [{ a: totalCount }], nextCursor, totalCount };
		};
		const reading = readList(answering(page(null, 1), page(5, 2), page(7, 3), page(6)));
		expect(await reading).toMatchObject({ totalCount: 7, initialTotalCount: 5 });
	});

	const NO_RECORD = 'something other than a record at items';
	const NO_LIST = 'something other than a list of items';
	const cursors = (...nextCursors: number[]) =>
		nextCursors.map((nextCursor) => ({ items: [], nextCursor }));

	test.each<[string, unknown[], message: string, description: string]>([
		[
			'has no cursor',
			[{ items: [], hasMore: true }],
			`${INCOMPLETE} reported more results`,
			NOTHING,
		],
		[
			'repeats its cursors',
			cursors(1, 2, 1),
			`${INCOMPLETE} returned the same cursor twice`,
			NOTHING,
		],
		['is an object', [{ items: { n: 0 } }], NO_LIST, NOTHING],
		['has no record', [{ items: [{ n: 0 }, 'text'] }], `${NO_RECORD}[1]`, NOTHING],
		['has an array', [{ items: [[1]] }], `${NO_RECORD}[0]`, NOTHING],
		['has nothing in a record', [{ items: [{}] }], `${NO_RECORD}[0]`, NOTHING],
		['has null', [{ items: [null] }], `${NO_RECORD}[0]. Try again later`, NOTHING],
	])(
		'that %s is an error, and nothing is returned',
		async (_what, bodies, message, description) => {
			const context = answering(...bodies);
			const error = { name: 'NodeApiError', message: expect.stringContaining(message) as string };
			await expect(readList(context)).rejects.toMatchObject({
				...error,
				description,
			});
			expect(context.makeRoutingRequest).toHaveBeenCalledTimes(bodies.length);
		},
	);
});

describe('A list that changes while it is read', () => {
	/** Records by text: of each its ID, or `-` for none and `_` for an empty one, and its version. */
	const recordsOf = (text: string): IDataObject[] =>
		text
			.split(' ')
			.map(([id, version]) => ({ id: id === '-' ? null : id === '_' ? '' : id, version }));

	test.each<[string, pages: string, limit: number | undefined, read: string, asked: number]>([
		['gives each once, as it came last', 'a1 b1 | b2 c2', undefined, 'a1 b2 c2', 2],
		['gives all whose ID is empty', '_1 _1 | _1', undefined, '_1 _1 _1', 2],
		['gives all that have no ID', '-1 -1 | -1', undefined, '-1 -1 -1', 2],
		[
			'keeps to a limit of distinct ones, and is read no further',
			'a1 b1 | b2 c2 | d3',
			3,
			'a1 b2 c2',
			2,
		],
		['is read on for a limit', 'a1 b1 | a2 b2 | c3', 3, 'a2 b2 c3', 3],
	])('%s', async (_what, text, limit, expected, asked) => {
		const pages = text.split(' | ').map(recordsOf);
		const context = answering(
			...pages.map((items, n) => ({ items, hasMore: n < pages.length - 1, nextCursor: n + 1 })),
		);
		const { records, hasMore } = await readList(context, { limit });
		expect(records).toEqual(recordsOf(expected));
		expect(hasMore).toBe(asked < pages.length);
		expect(context.makeRoutingRequest).toHaveBeenCalledTimes(asked);
	});
});

test('The answer to each request has to hold what is read of it', async () => {
	const fields: unknown[] = [];
	const context = {
		...new List(0).context,
		makeRoutingRequest: async ({ field }: RequestData) => {
			fields.push(field);
			return await Promise.resolve([{ json: { items: [], messages: [] } }]);
		},
	} as never;
	await readList(context);
	await fetchWholeList(context, REQUEST, 'messages');
	await requestFor('totalSessions').call(context, REQUEST);
	expect(fields).toEqual(['items', 'messages', 'totalSessions']);
});
