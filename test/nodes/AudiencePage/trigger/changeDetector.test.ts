/** When a reading ends, and what it has found; no list is asked for. */
import type { IDataObject } from 'n8n-workflow';

import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import type { Page } from '../../../../nodes/AudiencePage/transport/pagination';
import { DeliveredRecords } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';
import {
	isNew,
	layoutOf,
	contentFingerprint,
	ChangeDetector,
	RECORDS_PER_YIELD,
	type ReadResult,
	type WatchSpec,
	type ReadLimits,
} from '../../../../nodes/AudiencePage/trigger/changeDetector';

const CREATED: WatchSpec = { noun: 'person', idField: 'personId' };
const CHANGED: WatchSpec = { ...CREATED, contentOf: ({ name }) => name };

const WANTED: ReadLimits = { maxRecords: 100, isFull: true, isResumed: false };

const person = (n: number, name = `name ${n}`): IDataObject => ({ personId: `p${n}`, name });

/** A list of these pages, whose cursors are their numbers. */
const list = (totalCount: number | null | undefined, ...pages: number[][]): Page[] =>
	pages.map((numbers, n) => {
		const hasMore = n < pages.length - 1;
		const cursor = n === 0 ? undefined : `c${n}`;
		const records = numbers.map((number) => person(number));
		return { records, totalCount, cursor, nextCursor: hasMore ? `c${n + 1}` : undefined, hasMore };
	});

/** Pages as they come, with an error after the last of them, if there is one. */
async function* reading(pages: Page[], error?: Error): AsyncGenerator<Page> {
	yield* pages;
	if (error) throw error;
}

function remembering(kind: WatchSpec, ...records: IDataObject[]): DeliveredRecords {
	const memory = new DeliveredRecords(layoutOf(kind));
	for (const record of records) {
		memory.add(
			String(record.personId as string),
			kind.contentOf ? contentFingerprint(kind.contentOf(record)) : '',
		);
	}
	return memory;
}

async function read(pages: Page[], wanted: Partial<ReadLimits> = {}, known: number[] = [], error?: Error) {
	const memory = remembering(CREATED, ...known.map((n) => person(n)));
	const news = new ChangeDetector(CREATED, memory, { ...WANTED, ...wanted });
	let count = 0;
	const counted = async function* () {
		for await (const page of reading(pages, error)) {
			count++;
			yield page;
		}
	};
	const end = await news.read(counted());
	return {
		end,
		found: news.items.map(({ id }) => id),
		pages: count,
		goOn: news.resumeCursor,
		count: news.totalCount,
	};
}

describe('What is found', () => {
	test('is what is not remembered, in the order of the list, each record once', async () => {
		const { found, end } = await read(list(5, [3, 1], [2, 3], [5, 4]), {}, [1, 4]);
		expect(found).toEqual(['p3', 'p2', 'p5']);
		expect(end).toBe('complete');
	});

	test('has its record, and no mark where changes do not count', async () => {
		const news = new ChangeDetector(CREATED, remembering(CREATED), WANTED);
		await news.read(reading(list(1, [1])));
		expect(news.items).toEqual([{ id: 'p1', record: person(1), mark: '', markBefore: undefined }]);
	});

	test('is also what has changed where changes count, with the mark of before', async () => {
		const news = new ChangeDetector(CHANGED, remembering(CHANGED, person(1, 'before'), person(2)), WANTED);
		await news.read(reading(list(3, [1, 2, 3])));
		expect(news.items).toEqual([
			{
				id: 'p1',
				record: person(1),
				mark: contentFingerprint('name 1'),
				markBefore: contentFingerprint('before'),
			},
			{ id: 'p3', record: person(3), mark: contentFingerprint('name 3'), markBefore: undefined },
		]);
		expect(news.items.map(isNew)).toEqual([false, true]);
	});

	test.each<[IDataObject, string]>([
		[{ personId: 7 }, '7'],
		[{ name: 'b', personId: '' }, '{"name":"b","personId":""}'],
		[{ personId: null, name: 'a' }, '{"name":"a","personId":null}'],
		[{}, '{}'],
	])('is known by its ID, and by all it has without one: %j', async (record, id) => {
		const news = new ChangeDetector(CREATED, remembering(CREATED), WANTED);
		await news.read(reading([{ records: [record], hasMore: false }]));
		expect(news.items.map((item) => item.id)).toEqual([id]);
	});

	test('has a mark that is the same for the same content, and another for another', () => {
		expect(contentFingerprint({ a: 1, b: 2 })).toBe(contentFingerprint({ b: 2, a: 1 }));
		expect(contentFingerprint({ a: 1 })).not.toBe(contentFingerprint({ a: 2 }));
	});
});

describe('What is only remembered', () => {
	const baseline = { ...WANTED, most: Infinity, isBaseline: true };

	test.each([CREATED, CHANGED])('is known at once, and no record is kept: %#', async (kind) => {
		const memory = new DeliveredRecords(layoutOf(kind));
		const news = new ChangeDetector(kind, memory, baseline);
		expect(await news.read(reading(list(4, [1, 2], [2, 3, 4])))).toBe('complete');
		expect(news.items).toEqual([]);
		expect(news.newCount).toBe(4);
		const mark = (n: number) => (kind === CHANGED ? contentFingerprint(`name ${n}`) : '');
		expect([1, 4, 5].map((n) => memory.fingerprintOf(`p${n}`))).toEqual([mark(1), mark(4), undefined]);
	});
});

describe('Content that is not always told', () => {
	const TOLD_LATER: WatchSpec = {
		...CREATED,
		contentOf: ({ name }) => name ?? undefined,
		tracksContentSince101: true,
	};
	const read = async (memory: DeliveredRecords, ...names: Array<string | null>) => {
		const records = names.map((name, n) => ({ personId: `p${n}`, name }));
		const news = new ChangeDetector(TOLD_LATER, memory, WANTED);
		await news.read(reading([{ records, hasMore: false }]));
		for (const { id, fingerprint } of news.items) memory.add(id, fingerprint);
		return news.items.map(({ id }) => id);
	};

	test('is no news when it is told for the first time, and is when it changes then', async () => {
		const memory = new DeliveredRecords('marksApart');
		expect(await read(memory, null, 'a')).toEqual(['p0', 'p1']);
		expect(await read(memory, 'b', 'a')).toEqual([]);
		expect(await read(memory, 'c', 'a')).toEqual(['p0']);
	});

	test('is no news when it is not told, and is remembered meanwhile', async () => {
		const memory = new DeliveredRecords('marksApart');
		await read(memory, 'a', 'a');
		expect(await read(memory, null, null)).toEqual([]);
		expect(await read(memory, 'a', 'b')).toEqual(['p1']);
	});
});

test('However many records a page has, n8n gets its turn between them', async () => {
	const numbers = Array.from({ length: 4 * RECORDS_PER_YIELD }, (_, n) => n);
	let most = 0;
	let inThisTurn = 0;
	let isAtWork = true;
	const turn = () => {
		inThisTurn = 0;
		// A timer as those that the work waits for: on a slow machine, several of them come before an immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	const kind: WatchSpec = {
		...CHANGED,
		contentOf: ({ name }) => {
			most = Math.max(most, ++inThisTurn);
			return name;
		},
	};
	turn();
	await new ChangeDetector(kind, remembering(kind), WANTED).read(reading(list(numbers.length, numbers)));
	isAtWork = false;
	expect(most).toBe(RECORDS_PER_YIELD);
});

describe('A reading ends', () => {
	const known = [1, 2, 3, 4, 5, 6];
	const SIX = [
		[1, 2],
		[3, 4],
		[5, 6],
	];

	test.each<[string, ReadResult, number, number | null | undefined, number[][], Partial<ReadLimits>]>([
		['at the end, if a full one is due', 'complete', 3, 6, SIX, { count: 6 }],
		[
			'after the first page, if the count is the known one',
			'countMatches',
			1,
			6,
			SIX,
			{ count: 6, isFull: false },
		],
		['at the end, if the count is not known', 'complete', 3, 6, SIX, { isFull: false }],
		['at the end, if the list has no count', 'complete', 3, null, SIX, { count: 6, isFull: false }],
		[
			'at the end, if the list does not tell a count',
			'complete',
			3,
			undefined,
			SIX,
			{ count: 6, isFull: false },
		],
		['at the end, if the count has fallen', 'complete', 3, 5, SIX, { count: 6, isFull: false }],
		[
			'where the one new record is found',
			'countMatches',
			2,
			7,
			[[1, 2], [3, 9], [4, 5], [6]],
			{ count: 6, isFull: false },
		],
		['at the end, if a new one was not found', 'complete', 3, 7, SIX, { count: 6, isFull: false }],
		['at the end, if it is the one page there is', 'complete', 1, 2, [[1, 2]], { count: 2, isFull: false }],
	])('%s: %s', async (_where, end, pages, totalCount, numbers, wanted) => {
		expect(await read(list(totalCount, ...numbers), wanted, known)).toMatchObject({
			end,
			pages,
			count: totalCount ?? undefined,
		});
	});

	test('does not count what has only changed as new', async () => {
		const memory = remembering(CHANGED, person(1, 'before'), person(2), person(3));
		const news = new ChangeDetector(CHANGED, memory, { ...WANTED, count: 3, isFull: false });
		expect(await news.read(reading(list(4, [1, 2], [3, 4])))).toBe('complete');
		expect(news.items.map(({ id }) => id)).toEqual(['p1', 'p4']);
	});

	describe('when it goes round', () => {
		/** From a cursor to the end, then from the beginning on. */
		const round = (totalCount: number): Page[] => {
			const pages = list(totalCount, [1, 2], [3, 4], [5, 6]);
			return [...pages.slice(1), ...pages.slice(0, 1)];
		};

		test.each<[string, ReadResult, number, number, Partial<ReadLimits>]>([
			['at the end of the list, if all is explained', 'complete', 2, 6, { count: 6, isResumed: true }],
			['where it began, if not', 'complete', 3, 7, { count: 6, isResumed: true }],
			['where it began, if something was left behind', 'complete', 3, 6, { count: 6, isResumed: false }],
		])('%s', async (_where, end, pages, totalCount, wanted) => {
			expect(await read(round(totalCount), wanted, known)).toMatchObject({ end, pages });
		});
	});

	test.each([
		[3, [1], 'complete', undefined],
		[2, [1], 'limitReached', 'c1'],
		[1, [1], 'limitReached', 'c1'],
		[0, [], 'limitReached', undefined],
	])('where more is found than %i, knowing %j: %s, going on at %j', async (maxRecords, before, end, goOn) => {
		const ended = await read(list(4, [1, 2], [3, 4]), { maxRecords }, before);
		expect(ended).toMatchObject({ end, goOn });
	});

	test('with the count of its first page, whatever the later ones say', async () => {
		const [first, second] = [...list(4, [1, 2], [3, 4])] as [Page, Page];
		const pages = [first, { ...second, totalCount: 9 }];
		expect((await read(pages)).count).toBe(4);
	});

	test('with all that is there, if nothing is', async () => {
		expect(await read([])).toEqual({
			end: 'complete',
			found: [],
			pages: 0,
			goOn: undefined,
			count: undefined,
		});
	});
});

describe('When the time is up', () => {
	const stopped = new RequestAbortedError(false);

	test('what was found counts, and the next reading goes on behind it', async () => {
		const pages = list(6, [1, 2], [3, 4], [5, 6]).slice(0, 2);
		expect(await read(pages, {}, [1], stopped)).toMatchObject({
			end: 'timedOut',
			found: ['p2', 'p3', 'p4'],
			goOn: 'c2',
		});
	});

	test('behind the last page it begins anew', async () => {
		expect(await read(list(2, [1, 2]), {}, [], stopped)).toMatchObject({ end: 'timedOut', goOn: undefined });
	});

	test('before the first page is there, that is an error', async () => {
		await expect(read([], {}, [], stopped)).rejects.toBe(stopped);
	});

	test('any other error is one, however much was read', async () => {
		const error = new Error('No');
		await expect(read(list(2, [1, 2]), {}, [], error)).rejects.toBe(error);
	});
});
