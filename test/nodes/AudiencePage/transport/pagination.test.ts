/** Lists of the service, from any cursor and with any limit, over HTTP. */
import type { IDataObject, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { ApiClient } from '../../../../nodes/AudiencePage/transport/apiClient';
import {
	fetchPage,
	fetchWholeList,
	iteratePages,
	readList as readListOf,
	type ListPage,
	type ListReader,
} from '../../../../nodes/AudiencePage/transport/pagination';
import { requestFor, type RequestData } from '../../../../nodes/AudiencePage/transport/request';
import type { Answer } from '../../../service/answers';
import type { RecordedRequest } from '../../../service/recording';
import { defaultSettings } from '../../../service/settings';
import { useSandbox } from '../../../support/services';
import { useVirtualTime } from '../../../support/virtualTime';
import { inNode } from './inNode';

const sandbox = useSandbox({ sizes: { persons: 7 } });
useVirtualTime();
beforeEach(() => Object.assign(sandbox().settings, defaultSettings()));

const REQUEST: RequestData = {
	options: { method: 'GET', url: '/v0/persons/search', qs: { query: '' } },
	preSend: [],
	postReceive: [],
};

/** Reads in n8n's context, as an operation does. */
const read = async <Result>(
	work: (reader: IExecutePaginationFunctions) => Promise<Result>,
): Promise<Result> =>
	await inNode(sandbox(), async (context) => {
		const client = new ApiClient({});
		const reader: ListReader = {
			getNode: () => context.getNode(),
			makeRoutingRequest: async ({ options, field }) => [
				{ json: await client.send(context, options as IHttpRequestOptions, { field }) },
			],
		};
		return await work(reader as IExecutePaginationFunctions);
	});

const readList = async (options: object = {}) =>
	await read(async (reader) => await readListOf(reader, REQUEST, { idField: 'id', ...options }));

const readPages = async (size: number) =>
	await read(async (reader) => {
		const pages: ListPage[] = [];
		for await (const page of iteratePages(reader, REQUEST, () => size)) pages.push(page);
		return pages;
	});

/** The service answers with these bodies, one after the other; the last one for ever. */
function answerWith(...bodies: unknown[]): void {
	const answers = bodies.map((body): Answer => ({ status: 200, body }));
	sandbox().settings.instead = () => (answers.length > 1 ? answers.shift() : answers[0]);
}

/** Each limit is refused; without one, a page has so many records. */
function refuseLimits(defaultLimit: number): void {
	const instead = ({ query }: RecordedRequest) => (query.limit ? { status: 400 } : undefined);
	Object.assign(sandbox().settings, { defaultLimit, instead });
}

const limitsAsked = () => sandbox().requests.map(({ query }) => query.limit);

test.each<[hasMore: unknown, nextCursor: unknown, next: string | undefined, isMore: boolean]>([
	[true, ' c/3? ', ' c/3? ', true],
	[true, 3, '3', true],
	[true, null, undefined, true],
	[true, '', undefined, true],
	[false, 'c3', undefined, false],
	[null, 'c3', 'c3', true],
	[null, '', undefined, false],
	[undefined, null, undefined, false],
])(
	'hasMore %j and nextCursor %j: the next cursor is %j, more %j',
	async (hasMore, nextCursor, next, isMore) => {
		answerWith({ items: [], hasMore, nextCursor });
		const page = await read(async (reader) => await fetchPage(reader, REQUEST, {}));
		expect([page.nextCursor, page.hasMore]).toEqual([next, isMore]);
	},
);

describe('A limit', () => {
	test('that the service refuses is left out, and a list is read without one from then on', async () => {
		refuseLimits(4);
		const pages = await readPages(3);
		expect(pages.map(({ records }) => records.length)).toEqual([4, 3]);
		expect(limitsAsked()).toEqual(['3', undefined, undefined]);
		const [, first, second] = sandbox().requests;
		expect([first?.query.cursor, second?.query.cursor]).toEqual([undefined, pages[0]?.nextCursor]);
	});

	test.each<[number, Array<string | undefined>]>([
		[422, ['3', undefined]],
		[401, ['3']],
		[404, ['3']],
	])('is left out after %i as long as it may be the reason', async (status, limits) => {
		sandbox().settings.instead = ({ query }) => (query.limit ? { status } : undefined);
		const reading = read(async (reader) => await fetchPage(reader, REQUEST, { limit: 3 }));
		await reading.catch(() => undefined);
		expect(limitsAsked()).toEqual(limits);
	});

	test.each([
		[6, true],
		[7, false],
	])('of %i cuts longer pages, and tells whether there are more: %j', async (limit, hasMore) => {
		refuseLimits(7);
		const list = await readList({ limit });
		expect([list.records.length, list.hasMore, list.totalCount]).toEqual([limit, hasMore, 7]);
	});
});

test.each([
	[[null, 5, 7], 5],
	[['7', undefined], 0],
])('A list whose pages count %j counts %j: what the first one says', async (counts, totalCount) => {
	const pages = counts.map((count, n) => ({
		items: [{ n }],
		totalCount: count,
		nextCursor: n < counts.length - 1 ? `c${n}` : null,
	}));
	answerWith(...pages);
	expect(await readList()).toMatchObject({ totalCount });
});

const NO_RECORD = 'something other than a record at items';
const CANNOT = 'The list could not be read completely: the service';
const pageAt = (nextCursor: number) => ({ items: [], nextCursor });

test.each<[string, unknown[], message: string]>([
	['has no cursor', [{ items: [], hasMore: true }], `${CANNOT} reported more results`],
	['repeats its cursors', [pageAt(1), pageAt(2), pageAt(1)], `${CANNOT} returned the same cursor`],
	['is an object', [{ items: { n: 0 } }], 'something other than a list of items'],
	['has a text', [{ items: [{ n: 0 }, 'text'] }], `${NO_RECORD}[1]`],
	['has an array', [{ items: [[1]] }], `${NO_RECORD}[0]`],
	['has nothing in a record', [{ items: [{}] }], `${NO_RECORD}[0]`],
	['has null', [{ items: [null] }], `${NO_RECORD}[0]. Try again later`],
])('A list that %s is an error, and nothing is returned', async (_what, bodies, message) => {
	answerWith(...bodies);
	await expect(readList()).rejects.toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining(message),
		description: 'No items are returned, so that you never work with part of a list unknowingly.',
	});
	expect(sandbox().requests).toHaveLength(bodies.length);
});

describe('A list that changes while it is read', () => {
	/** Records by text: of each its ID, or `-` for none and `_` for an empty one, and its version. */
	const NO_IDS: Record<string, string | null> = { '-': null, _: '' };
	const recordsOf = (text: string): IDataObject[] =>
		text.split(' ').map(([letter = '', version]) => {
			const id = letter in NO_IDS ? NO_IDS[letter] : letter;
			return { id, version };
		});

	test.each<[string, pages: string, limit: number | undefined, read: string]>([
		['gives each once, as it came last', 'a1 b1 | b2 c2', undefined, 'a1 b2 c2'],
		['gives all whose ID is empty', '_1 _1 | _1', undefined, '_1 _1 _1'],
		['gives all that have no ID', '-1 -1 | -1', undefined, '-1 -1 -1'],
		['is read no further than to a limit', 'a1 b1 | b2 c2 | d3', 3, 'a1 b2 c2'],
		['is read on for a limit', 'a1 b1 | a2 b2 | c3', 3, 'a2 b2 c3'],
	])('%s', async (_what, text, limit, expected) => {
		const pages = text.split(' | ').map((page, n) => ({ items: recordsOf(page), nextCursor: n }));
		answerWith(...pages.slice(0, -1), { ...pages.at(-1), nextCursor: null });
		const { records } = await readList({ limit });
		expect(records).toEqual(recordsOf(expected));
	});
});

test.each<[string, (reader: IExecutePaginationFunctions) => Promise<unknown>]>([
	['messages', async (reader) => await fetchWholeList(reader, REQUEST, 'messages')],
	['totalSessions', async (reader) => await requestFor('totalSessions').call(reader, REQUEST)],
])('An answer without %s is none', async (_name, request) => {
	answerWith({ items: [] });
	await expect(read(request)).rejects.toThrow('The service answered without what was asked for');
});
