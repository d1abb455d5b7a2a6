import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../../../nodes/AudiencePage/transport/pagination';
import type { RequestData } from '../../../../nodes/AudiencePage/transport/request';
import { List, REQUEST } from './aList';

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const limitsOf = ({ asked }: List) => asked.map(({ limit }) => limit);

describe('A list', () => {
	test.each<[limit: number | undefined, count: number, asked: number[], read: number, hasMore: boolean]>([
		[undefined, 7, [3, 3, 3], 7, false],
		[undefined, 0, [3], 0, false],
		[1, 7, [1], 1, true],
		[3, 7, [3], 3, true],
		[7, 7, [3, 3, 1], 7, false],
	])('up to %j of %i records is read with the limits %j', async (limit, count, asked, many, hasMore) => {
		const list = new List(count);
		const records = numbers(many).map((n) => ({ n }));
		const read = await readList(list.context, REQUEST, { limit, pageSize: 3 });
		expect(read).toEqual({ records, hasMore, totalCount: count, initialTotalCount: count });
		expect(limitsOf(list)).toEqual(asked);
	});

	test.each([
		[3, 4, true],
		[4, 4, false],
	])('with longer pages than requested is cut: %i of %i', async (limit, count, hasMore) => {
		const list = new List(count, { greatestLimit: 0, usual: 4 });
		const read = await readList(list.context, REQUEST, { limit, pageSize: 3 });
		expect(read).toMatchObject({ records: numbers(limit).map((n) => ({ n })), hasMore });
		expect(limitsOf(list)).toStrictEqual([limit > 2 ? 3 : limit, undefined]);
	});

	test('is read 100 records at a time by default', async () => {
		const list = new List(250);
		await readList(list.context, REQUEST);
		expect(limitsOf(list)).toEqual([100, 100, 100]);
	});

	test('that has more and gives no cursor is an error, and nothing is returned', async () => {
		const makeRoutingRequest = async () => [{ json: { items: [{ n: 0 }], hasMore: true } }];
		await expect(readList({ ...new List(0).context, makeRoutingRequest }, REQUEST)).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The list could not be read completely: .* gave no cursor. Try again later$/,
			) as string,
			description: 'No items are returned, so that you never work with part of a list unknowingly.',
		});
	});

	test.each([[], [{ json: { items: { n: 0 } } }]])(
		'that the response does not hold is an error: %p',
		async (...items) => {
			const context = { ...new List(0).context, makeRoutingRequest: async () => items };
			await expect(readList(context, REQUEST)).rejects.toThrow('The service did not return a list of items');
		},
	);

	test('whose cursors form a cycle is an error', async () => {
		const next: Record<string, string> = { a: 'b', b: 'c', c: 'a' };
		const makeRoutingRequest = jest.fn(async ({ options: { qs } }: RequestData) => [
			{ json: { items: [{ n: 0 }], nextCursor: next[String(qs?.cursor as string)] ?? 'a' } },
		]);
		await expect(readList({ ...new List(0).context, makeRoutingRequest }, REQUEST)).rejects.toThrow(
			'the service returned the same cursor twice',
		);
		expect(makeRoutingRequest).toHaveBeenCalledTimes(4);
	});

	test.each<[items: unknown, at: string]>([
		[[null], 'items[0]'],
		[[{ n: 0 }, 'text'], 'items[1]'],
		[[[]], 'items[0]'],
	])('of %j is an error that says where', async (items, at) => {
		const makeRoutingRequest = async () => [{ json: { items } as IDataObject }];
		const reading = readList({ ...new List(0).context, makeRoutingRequest }, REQUEST);
		const message = `The service returned something other than a record at ${at}. Try again later`;
		const description = 'No items are returned, so that you never work with part of a list unknowingly.';
		await expect(reading).rejects.toMatchObject({ name: 'NodeApiError', message, description });
	});
});

describe('A list that changes while it is read', () => {
	const NO_ID = new Map<string, IDataObject['id']>([
		['-', null],
		['_', ''],
	]);

	/** Records by text: of each its ID, if it has one, and its version. */
	const recordsOf = (text: string): IDataObject[] =>
		text.split(' ').map(([id = '', version]) => ({ id: NO_ID.has(id) ? NO_ID.get(id) : id, version }));

	test.each<[string, pages: string, limit: number | undefined, read: string, asked: number]>([
		['gives each once, as it came last', 'a1 b1 | b2 c2', undefined, 'a1 b2 c2', 2],
		['gives all whose ID is empty', '_1 _1 | _1', undefined, '_1 _1 _1', 2],
		['gives all that have no ID', '-1 -1 | -1', undefined, '-1 -1 -1', 2],
		['keeps to a limit of distinct ones, and is read no further', 'a1 b1 | b2 c2 | d3', 3, 'a1 b2 c2', 2],
		['is read on for a limit', 'a1 b1 | a2 b2 | c3', 3, 'a2 b2 c3', 3],
	])('%s', async (_what, text, limit, expected, asked) => {
		const pages = text.split(' | ').map(recordsOf);
		const makeRoutingRequest = jest.fn(async ({ options: { qs } }: RequestData) => {
			const page = Number(qs?.cursor ?? 0);
			const hasMore = page + 1 < pages.length;
			return [{ json: { items: pages[page], hasMore, nextCursor: `${page + 1}` } as IDataObject }];
		});
		const context = { ...new List(0).context, makeRoutingRequest };
		const { records, hasMore } = await readList(context, REQUEST, { limit, idField: 'id' });
		expect(records).toEqual(recordsOf(expected));
		expect(hasMore).toBe(asked < pages.length);
		expect(makeRoutingRequest).toHaveBeenCalledTimes(asked);
	});
});
