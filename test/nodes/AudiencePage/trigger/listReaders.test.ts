/** How the trigger reads lists; whole polls of them, see pollList and simulation/. */
import {
	cursorList,
	wholeListOf,
	type ListPart,
	type ListReader,
} from '../../../../nodes/AudiencePage/trigger/listReaders';
import { List, REQUEST } from '../transport/aList';

async function read(pages: AsyncIterable<ListPart>): Promise<ListPart[]> {
	const all: ListPart[] = [];
	for await (const page of pages) all.push(page);
	return all;
}

test.each<[ListReader, from: string | undefined, sample: number, limits: number[]]>([
	[cursorList(), undefined, 100, [100, 100, 100]],
	[cursorList(60), undefined, 100, [60, 60, 60]],
	[cursorList(60), '60', 3, [60, 60, 3]],
])('A list of 120 records: %#', async (reader, from, sample, limits) => {
	const list = new List(120);
	await read(reader.listPages(list.context, REQUEST, from));
	await read(reader.samples(list.context, REQUEST, sample));
	expect(list.asked.map(({ limit }) => limit)).toEqual(limits);
});

test('A list that comes whole is one list page, also for a test event', async () => {
	const list = new List(3);
	const reader = wholeListOf('items');
	const records = [{ n: 0 }, { n: 1 }];
	for (const pages of [reader.listPages(list.context, REQUEST), reader.samples(list.context, REQUEST, 1)])
		expect(await read(pages)).toEqual([{ records, hasMore: false }]);
	expect(list.asked).toEqual([REQUEST.options.qs, REQUEST.options.qs]);
});
