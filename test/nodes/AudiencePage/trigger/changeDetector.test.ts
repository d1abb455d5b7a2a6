/** When reading stops, and which changes it finds; no service is asked. */
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
	type StopReason,
	type WatchSpec,
	type ReadOptions,
} from '../../../../nodes/AudiencePage/trigger/changeDetector';

const CREATED: WatchSpec = { noun: 'person', idField: 'personId' };
const CHANGED: WatchSpec = { ...CREATED, contentOf: ({ name }) => name };

const OPTIONS: ReadOptions = { maxChanges: 100, isFullRead: true, isResumed: false };

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

function deliveredBefore(spec: WatchSpec, ...records: IDataObject[]): DeliveredRecords {
	const delivered = new DeliveredRecords(layoutOf(spec));
	for (const record of records) {
		delivered.add(
			String(record.personId as string),
			spec.contentOf ? contentFingerprint(spec.contentOf(record)) : '',
		);
	}
	return delivered;
}

async function read(pages: Page[], options: Partial<ReadOptions> = {}, known: number[] = [], error?: Error) {
	const delivered = deliveredBefore(CREATED, ...known.map((n) => person(n)));
	const detector = new ChangeDetector(CREATED, delivered, { ...OPTIONS, ...options });
	let count = 0;
	const counted = async function* () {
		for await (const page of reading(pages, error)) {
			count++;
			yield page;
		}
	};
	const stopReason = await detector.read(counted());
	return {
		stopReason,
		found: detector.changes.map(({ id }) => id),
		pages: count,
		resumeCursor: detector.resumeCursor,
		count: detector.totalCount,
	};
}

describe('A change', () => {
	test('is a record that was not delivered, in the order of the list, each once', async () => {
		const { found, stopReason } = await read(list(5, [3, 1], [2, 3], [5, 4]), {}, [1, 4]);
		expect(found).toEqual(['p3', 'p2', 'p5']);
		expect(stopReason).toBe('complete');
	});

	test('has its record, and no fingerprint where changes do not count', async () => {
		const detector = new ChangeDetector(CREATED, deliveredBefore(CREATED), OPTIONS);
		await detector.read(reading(list(1, [1])));
		expect(detector.changes).toEqual([
			{ id: 'p1', record: person(1), fingerprint: '', previousFingerprint: undefined },
		]);
	});

	test('is also a record whose content has changed, where that counts, with its previous fingerprint', async () => {
		const detector = new ChangeDetector(
			CHANGED,
			deliveredBefore(CHANGED, person(1, 'before'), person(2)),
			OPTIONS,
		);
		await detector.read(reading(list(3, [1, 2, 3])));
		expect(detector.changes).toEqual([
			{
				id: 'p1',
				record: person(1),
				fingerprint: contentFingerprint('name 1'),
				previousFingerprint: contentFingerprint('before'),
			},
			{
				id: 'p3',
				record: person(3),
				fingerprint: contentFingerprint('name 3'),
				previousFingerprint: undefined,
			},
		]);
		expect(detector.changes.map(isNew)).toEqual([false, true]);
	});

	test.each<[IDataObject, string]>([
		[{ personId: 7 }, '7'],
		[{ name: 'b', personId: '' }, '{"name":"b","personId":""}'],
		[{ personId: null, name: 'a' }, '{"name":"a","personId":null}'],
		[{}, '{}'],
	])('is identified by its ID, and without one by all its fields: %j', async (record, id) => {
		const detector = new ChangeDetector(CREATED, deliveredBefore(CREATED), OPTIONS);
		await detector.read(reading([{ records: [record], hasMore: false }]));
		expect(detector.changes.map((item) => item.id)).toEqual([id]);
	});

	test('has the same fingerprint for the same content, and another for another', () => {
		expect(contentFingerprint({ a: 1, b: 2 })).toBe(contentFingerprint({ b: 2, a: 1 }));
		expect(contentFingerprint({ a: 1 })).not.toBe(contentFingerprint({ a: 2 }));
	});
});

describe('A baseline', () => {
	const baseline = { ...OPTIONS, maxChanges: Infinity, isBaseline: true };

	test.each([CREATED, CHANGED])('adds all records, and reports none: %#', async (spec) => {
		const delivered = new DeliveredRecords(layoutOf(spec));
		const detector = new ChangeDetector(spec, delivered, baseline);
		expect(await detector.read(reading(list(4, [1, 2], [2, 3, 4])))).toBe('complete');
		expect(detector.changes).toEqual([]);
		expect(detector.newCount).toBe(4);
		const fingerprintFor = (n: number) => (spec === CHANGED ? contentFingerprint(`name ${n}`) : '');
		expect([1, 4, 5].map((n) => delivered.fingerprintOf(`p${n}`))).toEqual([
			fingerprintFor(1),
			fingerprintFor(4),
			undefined,
		]);
	});
});

describe('Content that a service does not always return', () => {
	const TRASHED: WatchSpec = {
		...CREATED,
		contentOf: ({ name }) => name ?? undefined,
		separateFingerprints: true,
	};
	const read = async (delivered: DeliveredRecords, ...names: Array<string | null>) => {
		const records = names.map((name, n) => ({ personId: `p${n}`, name }));
		const detector = new ChangeDetector(TRASHED, delivered, OPTIONS);
		await detector.read(reading([{ records, hasMore: false }]));
		for (const { id, fingerprint } of detector.changes) delivered.add(id, fingerprint);
		return detector.changes.map(({ id }) => id);
	};

	test('is no change when it is returned for the first time, and is one when it changes then', async () => {
		const delivered = new DeliveredRecords('separateFingerprints');
		expect(await read(delivered, null, 'a')).toEqual(['p0', 'p1']);
		expect(await read(delivered, 'b', 'a')).toEqual([]);
		expect(await read(delivered, 'c', 'a')).toEqual(['p0']);
	});

	test('is no change when it is missing, and stays known meanwhile', async () => {
		const delivered = new DeliveredRecords('separateFingerprints');
		await read(delivered, 'a', 'a');
		expect(await read(delivered, null, null)).toEqual([]);
		expect(await read(delivered, 'a', 'b')).toEqual(['p1']);
	});
});

test('However many records a page has, n8n is not blocked', async () => {
	const numbers = Array.from({ length: 4 * RECORDS_PER_YIELD }, (_, n) => n);
	let most = 0;
	let inThisTurn = 0;
	let isAtWork = true;
	const turn = () => {
		inThisTurn = 0;
		// A timer as those that the work waits for: on a slow machine, several of them come before an immediate.
		if (isAtWork) setTimeout(turn, 0);
	};
	const spec: WatchSpec = {
		...CHANGED,
		contentOf: ({ name }) => {
			most = Math.max(most, ++inThisTurn);
			return name;
		},
	};
	turn();
	await new ChangeDetector(spec, deliveredBefore(spec), OPTIONS).read(reading(list(numbers.length, numbers)));
	isAtWork = false;
	expect(most).toBe(RECORDS_PER_YIELD);
});

describe('Reading stops', () => {
	const known = [1, 2, 3, 4, 5, 6];
	const SIX = [
		[1, 2],
		[3, 4],
		[5, 6],
	];

	test.each<[string, StopReason, number, number | null | undefined, number[][], Partial<ReadOptions>]>([
		['at the end, if a full one is due', 'complete', 3, 6, SIX, { knownCount: 6 }],
		[
			'after the first page, if the count is the known one',
			'countMatches',
			1,
			6,
			SIX,
			{ knownCount: 6, isFullRead: false },
		],
		['at the end, if the count is not known', 'complete', 3, 6, SIX, { isFullRead: false }],
		['at the end, if the list has no count', 'complete', 3, null, SIX, { knownCount: 6, isFullRead: false }],
		[
			'at the end, if the list does not tell a count',
			'complete',
			3,
			undefined,
			SIX,
			{ knownCount: 6, isFullRead: false },
		],
		['at the end, if the count has fallen', 'complete', 3, 5, SIX, { knownCount: 6, isFullRead: false }],
		[
			'where the one new record is found',
			'countMatches',
			2,
			7,
			[[1, 2], [3, 9], [4, 5], [6]],
			{ knownCount: 6, isFullRead: false },
		],
		['at the end, if a new one was not found', 'complete', 3, 7, SIX, { knownCount: 6, isFullRead: false }],
		[
			'at the end, if it is the one page there is',
			'complete',
			1,
			2,
			[[1, 2]],
			{ knownCount: 2, isFullRead: false },
		],
	])('%s: %s', async (_where, stopReason, pages, totalCount, numbers, options) => {
		expect(await read(list(totalCount, ...numbers), options, known)).toMatchObject({
			stopReason,
			pages,
			count: totalCount ?? undefined,
		});
	});

	test('does not count what has only changed as new', async () => {
		const delivered = deliveredBefore(CHANGED, person(1, 'before'), person(2), person(3));
		const detector = new ChangeDetector(CHANGED, delivered, { ...OPTIONS, knownCount: 3, isFullRead: false });
		expect(await detector.read(reading(list(4, [1, 2], [3, 4])))).toBe('complete');
		expect(detector.changes.map(({ id }) => id)).toEqual(['p1', 'p4']);
	});

	describe('when it resumes', () => {
		/** From a cursor to the end, then from the beginning on. */
		const round = (totalCount: number): Page[] => {
			const pages = list(totalCount, [1, 2], [3, 4], [5, 6]);
			return [...pages.slice(1), ...pages.slice(0, 1)];
		};

		test.each<[string, StopReason, number, number, Partial<ReadOptions>]>([
			['at the end of the list, if the count matches', 'complete', 2, 6, { knownCount: 6, isResumed: true }],
			['where it began, if not', 'complete', 3, 7, { knownCount: 6, isResumed: true }],
			['where it began, if something was left behind', 'complete', 3, 6, { knownCount: 6, isResumed: false }],
		])('%s', async (_where, stopReason, pages, totalCount, options) => {
			expect(await read(round(totalCount), options, known)).toMatchObject({ stopReason, pages });
		});
	});

	test.each([
		[3, [1], 'complete', undefined],
		[2, [1], 'limitReached', 'c1'],
		[1, [1], 'limitReached', 'c1'],
		[0, [], 'limitReached', undefined],
	])(
		'where more is found than %i, knowing %j: %s, resuming at %j',
		async (maxChanges, before, stopReason, resumeCursor) => {
			const ended = await read(list(4, [1, 2], [3, 4]), { maxChanges }, before);
			expect(ended).toMatchObject({ stopReason, resumeCursor });
		},
	);

	test('with the count of its first page, whatever the later ones say', async () => {
		const [first, second] = [...list(4, [1, 2], [3, 4])] as [Page, Page];
		const pages = [first, { ...second, totalCount: 9 }];
		expect((await read(pages)).count).toBe(4);
	});

	test('with all that is there, if nothing is', async () => {
		expect(await read([])).toEqual({
			stopReason: 'complete',
			found: [],
			pages: 0,
			resumeCursor: undefined,
			count: undefined,
		});
	});
});

describe('When the time is up', () => {
	const stopped = new RequestAbortedError(false);

	test('what was found counts, and the next read resumes behind it', async () => {
		const pages = list(6, [1, 2], [3, 4], [5, 6]).slice(0, 2);
		expect(await read(pages, {}, [1], stopped)).toMatchObject({
			stopReason: 'timedOut',
			found: ['p2', 'p3', 'p4'],
			resumeCursor: 'c2',
		});
	});

	test('behind the last page the next read starts at the beginning', async () => {
		expect(await read(list(2, [1, 2]), {}, [], stopped)).toMatchObject({
			stopReason: 'timedOut',
			resumeCursor: undefined,
		});
	});

	test('before the first page is there, that is an error', async () => {
		await expect(read([], {}, [], stopped)).rejects.toBe(stopped);
	});

	test('any other error is one, however much was read', async () => {
		const error = new Error('No');
		await expect(read(list(2, [1, 2]), {}, [], error)).rejects.toBe(error);
	});
});
