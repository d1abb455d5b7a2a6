/** When a reading ends, and what it has found; no list is asked for. */
import type { IDataObject } from 'n8n-workflow';

import { Halted } from '../../../../nodes/AudiencePage/transport/delivery';
import type { Page } from '../../../../nodes/AudiencePage/transport/nextPage';
import { Memory } from '../../../../nodes/AudiencePage/trigger/memory';
import {
	isFresh,
	layoutOf,
	markOfContent,
	News,
	RECORDS_PER_TURN,
	type End,
	type Kind,
	type Wanted,
} from '../../../../nodes/AudiencePage/trigger/news';

const CREATED: Kind = { noun: 'person', idField: 'personId' };
const CHANGED: Kind = { ...CREATED, contentOf: ({ name }) => name };

const WANTED: Wanted = { most: 100, isFull: true, isContinued: false };

const person = (n: number, name = `name ${n}`): IDataObject => ({ personId: `p${n}`, name });

/** A list of these pages, whose cursors are their numbers. */
const list = (totalCount: number | null | undefined, ...pages: number[][]): Page[] =>
	pages.map((numbers, n) => {
		const hasMore = n < pages.length - 1;
		const cursor = n === 0 ? undefined : `c${n}`;
		const records = numbers.map((number) => person(number));
		return { records, totalCount, cursor, nextCursor: hasMore ? `c${n + 1}` : null, hasMore };
	});

/** Pages as they come, with an error after the last of them, if there is one. */
async function* reading(pages: Page[], error?: Error): AsyncGenerator<Page> {
	yield* pages;
	if (error) throw error;
}

function remembering(kind: Kind, ...records: IDataObject[]): Memory {
	const memory = new Memory(layoutOf(kind));
	for (const record of records) {
		memory.remember(
			String(record.personId as string),
			kind.contentOf ? markOfContent(kind.contentOf(record)) : '',
		);
	}
	return memory;
}

async function read(pages: Page[], wanted: Partial<Wanted> = {}, known: number[] = [], error?: Error) {
	const memory = remembering(CREATED, ...known.map((n) => person(n)));
	const news = new News(CREATED, memory, { ...WANTED, ...wanted });
	let count = 0;
	const counted = async function* () {
		for await (const page of reading(pages, error)) {
			count++;
			yield page;
		}
	};
	const end = await news.readFrom(counted());
	return {
		end,
		found: news.items.map(({ id }) => id),
		pages: count,
		goOn: news.goOn,
		count: news.totalCount,
	};
}

describe('What is found', () => {
	test('is what is not remembered, in the order of the list, each record once', async () => {
		const { found, end } = await read(list(5, [3, 1], [2, 3], [5, 4]), {}, [1, 4]);
		expect(found).toEqual(['p3', 'p2', 'p5']);
		expect(end).toBe('whole');
	});

	test('has its record, and no mark where changes do not count', async () => {
		const news = new News(CREATED, remembering(CREATED), WANTED);
		await news.readFrom(reading(list(1, [1])));
		expect(news.items).toEqual([{ id: 'p1', record: person(1), mark: '', markBefore: undefined }]);
	});

	test('is also what has changed where changes count, with the mark of before', async () => {
		const news = new News(CHANGED, remembering(CHANGED, person(1, 'before'), person(2)), WANTED);
		await news.readFrom(reading(list(3, [1, 2, 3])));
		expect(news.items).toEqual([
			{ id: 'p1', record: person(1), mark: markOfContent('name 1'), markBefore: markOfContent('before') },
			{ id: 'p3', record: person(3), mark: markOfContent('name 3'), markBefore: undefined },
		]);
		expect(news.items.map(isFresh)).toEqual([false, true]);
	});

	test.each<[IDataObject, string]>([
		[{ personId: 7 }, '7'],
		[{ name: 'b', personId: '' }, '{"name":"b","personId":""}'],
		[{ personId: null, name: 'a' }, '{"name":"a","personId":null}'],
		[{}, '{}'],
	])('is known by its ID, and by all it has without one: %j', async (record, id) => {
		const news = new News(CREATED, remembering(CREATED), WANTED);
		await news.readFrom(reading([{ records: [record], hasMore: false }]));
		expect(news.items.map((item) => item.id)).toEqual([id]);
	});

	test('has a mark that is the same for the same content, and another for another', () => {
		expect(markOfContent({ a: 1, b: 2 })).toBe(markOfContent({ b: 2, a: 1 }));
		expect(markOfContent({ a: 1 })).not.toBe(markOfContent({ a: 2 }));
	});
});

describe('What is only remembered', () => {
	const baseline = { ...WANTED, most: Infinity, isBaseline: true };

	test.each([CREATED, CHANGED])('is known at once, and no record is kept: %#', async (kind) => {
		const memory = new Memory(layoutOf(kind));
		const news = new News(kind, memory, baseline);
		expect(await news.readFrom(reading(list(4, [1, 2], [2, 3, 4])))).toBe('whole');
		expect(news.items).toEqual([]);
		expect(news.fresh).toBe(4);
		const mark = (n: number) => (kind === CHANGED ? markOfContent(`name ${n}`) : '');
		expect([1, 4, 5].map((n) => memory.markOf(`p${n}`))).toEqual([mark(1), mark(4), undefined]);
	});
});

describe('Content that is not always told', () => {
	const TOLD_LATER: Kind = { ...CREATED, contentOf: ({ name }) => name ?? undefined, isContentNew: true };
	const read = async (memory: Memory, ...names: Array<string | null>) => {
		const records = names.map((name, n) => ({ personId: `p${n}`, name }));
		const news = new News(TOLD_LATER, memory, WANTED);
		await news.readFrom(reading([{ records, hasMore: false }]));
		for (const { id, mark } of news.items) memory.remember(id, mark);
		return news.items.map(({ id }) => id);
	};

	test('is no news when it is told for the first time, and is when it changes then', async () => {
		const memory = new Memory('marksApart');
		expect(await read(memory, null, 'a')).toEqual(['p0', 'p1']);
		expect(await read(memory, 'b', 'a')).toEqual([]);
		expect(await read(memory, 'c', 'a')).toEqual(['p0']);
	});

	test('is no news when it is not told, and is remembered meanwhile', async () => {
		const memory = new Memory('marksApart');
		await read(memory, 'a', 'a');
		expect(await read(memory, null, null)).toEqual([]);
		expect(await read(memory, 'a', 'b')).toEqual(['p1']);
	});
});

test('However many records a page has, n8n gets its turn between them', async () => {
	const numbers = Array.from({ length: 4 * RECORDS_PER_TURN }, (_, n) => n);
	let most = 0;
	let inThisTurn = 0;
	let isAtWork = true;
	const turn = () => {
		inThisTurn = 0;
		// A timer as those that the work waits for: on a slow machine, several of them come before an immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	const kind: Kind = {
		...CHANGED,
		contentOf: ({ name }) => {
			most = Math.max(most, ++inThisTurn);
			return name;
		},
	};
	turn();
	await new News(kind, remembering(kind), WANTED).readFrom(reading(list(numbers.length, numbers)));
	isAtWork = false;
	expect(most).toBe(RECORDS_PER_TURN);
});

describe('A reading ends', () => {
	const known = [1, 2, 3, 4, 5, 6];
	const SIX = [
		[1, 2],
		[3, 4],
		[5, 6],
	];

	test.each<[string, End, number, number | null | undefined, number[][], Partial<Wanted>]>([
		['at the end, if a full one is due', 'whole', 3, 6, SIX, { count: 6 }],
		[
			'after the first page, if the count is the known one',
			'explained',
			1,
			6,
			SIX,
			{ count: 6, isFull: false },
		],
		['at the end, if the count is not known', 'whole', 3, 6, SIX, { isFull: false }],
		['at the end, if the list has no count', 'whole', 3, null, SIX, { count: 6, isFull: false }],
		[
			'at the end, if the list does not tell a count',
			'whole',
			3,
			undefined,
			SIX,
			{ count: 6, isFull: false },
		],
		['at the end, if the count has fallen', 'whole', 3, 5, SIX, { count: 6, isFull: false }],
		[
			'where the one new record is found',
			'explained',
			2,
			7,
			[[1, 2], [3, 9], [4, 5], [6]],
			{ count: 6, isFull: false },
		],
		['at the end, if a new one was not found', 'whole', 3, 7, SIX, { count: 6, isFull: false }],
		['at the end, if it is the one page there is', 'whole', 1, 2, [[1, 2]], { count: 2, isFull: false }],
	])('%s: %s', async (_where, end, pages, totalCount, numbers, wanted) => {
		expect(await read(list(totalCount, ...numbers), wanted, known)).toMatchObject({
			end,
			pages,
			count: totalCount ?? undefined,
		});
	});

	test('does not count what has only changed as new', async () => {
		const memory = remembering(CHANGED, person(1, 'before'), person(2), person(3));
		const news = new News(CHANGED, memory, { ...WANTED, count: 3, isFull: false });
		expect(await news.readFrom(reading(list(4, [1, 2], [3, 4])))).toBe('whole');
		expect(news.items.map(({ id }) => id)).toEqual(['p1', 'p4']);
	});

	describe('when it goes round', () => {
		/** From a cursor to the end, then from the beginning on. */
		const round = (totalCount: number): Page[] => {
			const pages = list(totalCount, [1, 2], [3, 4], [5, 6]);
			return [...pages.slice(1), ...pages.slice(0, 1)];
		};

		test.each<[string, End, number, number, Partial<Wanted>]>([
			['at the end of the list, if all is explained', 'whole', 2, 6, { count: 6, isContinued: true }],
			['where it began, if not', 'whole', 3, 7, { count: 6, isContinued: true }],
			['where it began, if something was left behind', 'whole', 3, 6, { count: 6, isContinued: false }],
		])('%s', async (_where, end, pages, totalCount, wanted) => {
			expect(await read(round(totalCount), wanted, known)).toMatchObject({ end, pages });
		});
	});

	test.each([
		[3, [1], 'whole', undefined],
		[2, [1], 'full', 'c1'],
		[1, [1], 'full', 'c1'],
		[0, [], 'full', undefined],
	])('where more is found than %i, knowing %j: %s, going on at %j', async (most, before, end, goOn) => {
		const ended = await read(list(4, [1, 2], [3, 4]), { most }, before);
		expect(ended).toMatchObject({ end, goOn });
	});

	test('with the count of its first page, whatever the later ones say', async () => {
		const [first, second] = [...list(4, [1, 2], [3, 4])] as [Page, Page];
		const pages = [first, { ...second, totalCount: 9 }];
		expect((await read(pages)).count).toBe(4);
	});

	test('with all that is there, if nothing is', async () => {
		expect(await read([])).toEqual({ end: 'whole', found: [], pages: 0, goOn: undefined, count: undefined });
	});
});

describe('When the time is up', () => {
	const stopped = new Halted(false);

	test('what was found counts, and the next reading goes on behind it', async () => {
		const pages = list(6, [1, 2], [3, 4], [5, 6]).slice(0, 2);
		expect(await read(pages, {}, [1], stopped)).toMatchObject({
			end: 'late',
			found: ['p2', 'p3', 'p4'],
			goOn: 'c2',
		});
	});

	test('behind the last page it begins anew', async () => {
		expect(await read(list(2, [1, 2]), {}, [], stopped)).toMatchObject({ end: 'late', goOn: undefined });
	});

	test('before the first page is there, that is an error', async () => {
		await expect(read([], {}, [], stopped)).rejects.toBe(stopped);
	});

	test('any other error is one, however much was read', async () => {
		const error = new Error('No');
		await expect(read(list(2, [1, 2]), {}, [], error)).rejects.toBe(error);
	});
});
