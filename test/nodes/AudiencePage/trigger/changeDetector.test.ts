/** When reading stops, and what counts as a change; what comes of it from poll to poll, see watchList.test.ts. */
import type { IDataObject } from 'n8n-workflow';

import { RequestAbortedError } from '../../../../nodes/AudiencePage/transport/apiClient';
import type { ListPage } from '../../../../nodes/AudiencePage/transport/pagination';
import { DeliveredRecords } from '../../../../nodes/AudiencePage/trigger/deliveredRecords';
import {
	contentFingerprint,
	ChangeDetector,
	type StopReason,
	type WatchSpec,
	type ReadOptions,
} from '../../../../nodes/AudiencePage/trigger/changeDetector';
import { CREATED, person } from './Watch';

const OPTIONS: ReadOptions = { maxChanges: 100, isFullRead: true };

/** A list of these pages, whose cursors are their numbers. */
const list = (totalCount: number | null | undefined, ...pages: number[][]): ListPage[] =>
	pages.map((numbers, n) => {
		const hasMore = n < pages.length - 1;
		const cursor = n === 0 ? undefined : `c${n}`;
		const records = numbers.map((number) => person(number));
		return { records, totalCount, cursor, nextCursor: hasMore ? `c${n + 1}` : undefined, hasMore };
	});

async function* reading(pages: ListPage[], onPage = () => {}): AsyncGenerator<ListPage> {
	for (const page of pages) {
		onPage();
		yield page;
	}
}

/** What is found in a list, of which the records by these numbers were delivered before. */
async function read(pages: ListPage[], options: Partial<ReadOptions> = {}, known: number[] = []) {
	const delivered = new DeliveredRecords(false);
	for (const n of known) delivered.add(`p${n}`, '');
	const detector = new ChangeDetector(CREATED, delivered, { ...OPTIONS, ...options });
	let count = 0;
	const stopReason = await detector.read(reading(pages, () => count++));
	return {
		stopReason,
		pages: count,
		count: detector.totalCount,
		found: detector.changes.map(({ id }) => id),
	};
}

describe('A change', () => {
	test('is a record that was not delivered, in the order of the list, each once', async () => {
		const { found } = await read(list(5, [3, 1], [2, 3], [5, 4]), {}, [1, 4]);
		expect(found).toEqual(['p3', 'p2', 'p5']);
	});

	test.each<[IDataObject, string]>([
		[{ personId: 7 }, '7'],
		[{ name: 'b', personId: '' }, '{"name":"b","personId":""}'],
		[{ personId: null, name: 'a' }, '{"name":"a","personId":null}'],
		[{}, '{}'],
	])('is identified by its ID, and without one by all its fields: %j', async (record, id) => {
		expect((await read([{ records: [record], hasMore: false }])).found).toEqual([id]);
	});

	test('has the same fingerprint for the same content, and another for another', () => {
		expect(contentFingerprint({ a: 1, b: 2 })).toBe(contentFingerprint({ b: 2, a: 1 }));
		expect(contentFingerprint({ a: 1 })).not.toBe(contentFingerprint({ a: 2 }));
	});
});

test('Content that a service does not always return is no change at first, nor when it is missing', async () => {
	const spec: WatchSpec = { ...CREATED, contentOf: ({ name }) => name ?? undefined };
	const delivered = new DeliveredRecords(true);
	const foundIn = async (...names: Array<string | null>) => {
		const records = names.map((name, n) => ({ personId: `p${n}`, name }));
		const detector = new ChangeDetector(spec, delivered, OPTIONS);
		await detector.read(reading([{ records, hasMore: false }]));
		const all = [...detector.changes, ...detector.unreported];
		for (const { id, fingerprint } of all) delivered.add(id, fingerprint);
		return detector.changes.map(({ id }) => id);
	};
	expect(await foundIn(null, 'a')).toEqual(['p0', 'p1']);
	expect(await foundIn('b', 'a')).toEqual([]);
	expect(await foundIn('c', 'a')).toEqual(['p0']);
	expect(await foundIn(null, null)).toEqual([]);
	expect(await foundIn('c', 'b')).toEqual(['p1']);
});

describe('Reading stops', () => {
	const known = [1, 2, 3, 4, 5, 6];
	const SIX = [
		[1, 2],
		[3, 4],
		[5, 6],
	];
	const byCount = { knownCount: 6, isFullRead: false };

	test.each<[string, StopReason, number, number | null | undefined, number[][], Partial<ReadOptions>]>([
		['at the end, if a full one is due', 'complete', 3, 6, SIX, { knownCount: 6 }],
		['after the first page, if the count is the known one', 'countMatches', 1, 6, SIX, byCount],
		['at the end, if the count is not known', 'complete', 3, 6, SIX, { isFullRead: false }],
		['at the end, if the list has no count', 'complete', 3, null, SIX, byCount],
		['at the end, if the list does not tell a count', 'complete', 3, undefined, SIX, byCount],
		['at the end, if the count has fallen', 'complete', 3, 5, SIX, byCount],
		['where the new record is found', 'countMatches', 2, 7, [[1, 2], [3, 9], [4, 5], [6]], byCount],
		['at the end, if a new one is listed twice', 'complete', 3, 8, [[9], [9, 1, 2, 3], [4, 5, 6]], byCount],
		['at the end, if it is the one page there is', 'complete', 1, 6, [known], byCount],
	])('%s: %s', async (_where, stopReason, pages, totalCount, numbers, options) => {
		const count = totalCount ?? undefined;
		const ended = await read(list(totalCount, ...numbers), options, known);
		expect(ended).toMatchObject({ stopReason, pages, count });
	});

	test.each<[string, number, number, boolean]>([
		['at the end of the list, if the count matches', 2, 6, false],
		['where it began, if not', 3, 7, false],
		['where it began, if something was left behind', 3, 6, true],
	])('when it resumes, %s', async (_where, pages, totalCount, hasBacklog) => {
		const [first, ...rest] = list(totalCount, ...SIX) as [ListPage, ...ListPage[]];
		const ended = await read([...rest, first], { knownCount: 6, hasBacklog }, known);
		expect(ended).toMatchObject({ stopReason: 'complete', pages });
	});

	test('with the count of its first page, whatever the later ones say', async () => {
		const [first, second] = list(4, [1, 2], [3, 4]) as [ListPage, ListPage];
		expect((await read([first, { ...second, totalCount: 9 }])).count).toBe(4);
	});

	test('with an error, if the time is up before the first page is there', async () => {
		const stopped = new RequestAbortedError(false);
		const never = reading(list(1, [1]), () => {
			throw stopped;
		});
		const detector = new ChangeDetector(CREATED, new DeliveredRecords(false), OPTIONS);
		await expect(detector.read(never)).rejects.toBe(stopped);
	});
});
