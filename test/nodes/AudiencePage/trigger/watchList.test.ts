/** How far a trigger comes from poll to poll. */

import type { WatchSpec } from '../../../../nodes/AudiencePage/trigger/changeDetector';
import { BEGINNING, CHANGED, EVERYTHING, CREATED, late, person, Watch } from './Watch';

describe('The first poll', () => {
	test('stores existing records, and delivers none', async () => {
		const watch = new Watch().holds(1, 2, 3);
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING, 'c1']);
		expect(await watch.holds(1, 2, 3, 4).ids()).toEqual(['p4']);
	});

	test('reads a list that ends before its count once more, so that nobody counts as new later', async () => {
		const watch = new Watch().holds(1, 2, 3, 4);
		const whole = watch.pages;
		const pages = () => (watch.read.length === 0 ? whole.slice(0, 1) : whole);
		Object.defineProperty(watch, 'pages', { get: pages, configurable: true });
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING, BEGINNING, 'c1']);

		Object.defineProperty(watch, 'pages', { value: whole, writable: true });
		expect(await watch.holds(1, 2, 3, 4, 5).ids()).toEqual(['p5']);
	});

	test('starts with the records of a list that always counts more', async () => {
		const watch = Object.assign(new Watch().holds(1, 2, 3), { totalCount: 9 });
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING, 'c1', BEGINNING, 'c1']);
	});

	test('by hand shows three examples at most, stores nothing, and holds up no other', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2);
		watch.pages = [[1, 2, 3, 4].map((n) => person(n))];
		expect(await watch.poll('manual')).toEqual([1, 2, 3].map((n) => person(n)));
		expect(watch.staticData).toEqual({});
		const both = await Promise.all([watch.ids(), watch.poll('manual')]);
		expect(both.map(({ length }) => length)).toEqual([4, 3]);
	});

	test.each<[string | undefined, number | null | undefined, string, string]>([
		[undefined, 9, '2 of 9 records', 'Set Start From to Everything'],
		['Search', 9, '2 of 9 records', 'Narrow the list down with Search, or set Start From to Everything'],
		[undefined, null, '2 of an unknown number of records', 'Set Start From to Everything'],
		[undefined, undefined, '2 of an unknown number of records', 'Set Start From to Everything'],
	])('that does not read all of it has failed: %#', async (filter, totalCount, message, advice) => {
		const watch = new Watch({}, { ...CREATED, filter }).holds(1, 2, 3);
		Object.assign(watch, { totalCount, stop: late(1) });
		await expect(watch.ids()).rejects.toMatchObject({
			message: `The list is too long for one poll: ${message} could be read. ${advice}`,
			description: 'To start from Now, the trigger has to read all existing records in its first poll.',
		});
		expect(watch.staticData).toEqual({});
	});
});

describe('A list whose changes count is read whole', () => {
	const MINUTES = 60_000;
	let clock: jest.SpiedFunction<typeof performance.now>;
	let now = 0;
	beforeEach(() => {
		now = 1_000_000;
		clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => clock.mockRestore());

	/** How many pages the polls read that come at these minutes after the first one. */
	async function pagesRead(spec: WatchSpec, minutes: number[], fullReadEvery = 1000): Promise<number[]> {
		const begin = now;
		const watch = new Watch({ 'options.fullReadEvery': fullReadEvery }, spec).holds(1, 2, 3, 4);
		await watch.ids();
		const pages: number[] = [];
		for (const minute of minutes) {
			now = begin + minute * MINUTES;
			await watch.ids();
			pages.push(watch.read.length);
		}
		return pages;
	}

	test.each<[string, number[], number[]]>([
		['each minute', [1, 2, 13, 14, 14.5, 15, 16, 28, 29], [1, 1, 2, 1, 1, 1, 1, 2, 1]],
		['every 5 minutes', [5, 10.1, 15, 20.1, 25.2, 30], [1, 2, 1, 2, 1, 1]],
		['every 15 minutes', [15, 29.9, 45], [2, 2, 2]],
		['once a day', [1440, 2880], [2, 2]],
	])('before the last such reading is 15 minutes old, with polls %s', async (_how, minutes, pages) => {
		expect(await pagesRead(CHANGED, minutes)).toEqual(pages);
	});

	test('or after as many polls as it is set to, if that is sooner', async () => {
		expect(await pagesRead(CHANGED, [1, 2, 3, 4, 5, 6], 3)).toEqual([1, 1, 2, 1, 1, 2]);
	});

	test('and not by time where only new records count', async () => {
		expect(await pagesRead(CREATED, [15, 30, 1440])).toEqual([1, 1, 1]);
	});

	test('at the next poll, where the last one left changes', async () => {
		const watch = new Watch({ 'options.maxPerPoll': 1 }, CHANGED).holds(1, 2, 3, 4);
		await watch.ids();
		watch.pages = watch.pages.map((page) => page.map(({ personId }) => ({ personId, name: 'another' })));
		const polls = [await watch.ids(), await watch.ids(), await watch.ids()];
		expect(polls).toEqual([['p1'], ['p2'], ['p3']]);
	});

	test('at the next poll, where the time was up before its end', async () => {
		const watch = new Watch({ 'options.fullReadEvery': 1000 }, CHANGED).holds(1, 2, 3, 4);
		await watch.ids();
		now += 15 * MINUTES;
		watch.stop = late(1);
		await watch.ids();
		watch.stop = undefined;
		watch.pages = [
			[person(1), person(2)],
			[person(3), person(4, 'another')],
		];
		expect(await watch.ids()).toEqual(['p4']);
	});
});

describe('A poll', () => {
	test('counts on with what it has delivered, but not beyond what the list says', async () => {
		const watch = new Watch().holds(1, 2, 3, 4);
		await watch.ids();
		expect(await watch.holds(9, 1, 2, 3, 4).ids()).toEqual(['p9']);
		expect(watch.read).toHaveLength(1);
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toHaveLength(1);
	});

	test('reads on after a count that has fallen, and is content with the new one', async () => {
		const watch = new Watch().holds(1, 2, 3, 4);
		await watch.ids();
		await watch.holds(1, 2, 3).ids();
		expect(watch.read).toHaveLength(2);
		await watch.ids();
		expect(watch.read).toHaveLength(1);
	});

	test('delivers a record that has changed where changes count, and says so', async () => {
		const watch = new Watch(EVERYTHING, CHANGED).holds(1, 2);
		expect(await watch.poll()).toEqual([1, 2].map((n) => ({ ...person(n), isNew: true })));
		watch.pages = [[person(1, 'another'), person(2)]];
		expect(await watch.poll()).toEqual([{ ...person(1, 'another'), isNew: false }]);
		expect(await watch.poll()).toEqual([]);
	});

	test('that fails changes nothing, and the next one finds all of it', async () => {
		const watch = new Watch().holds(1, 2);
		await watch.ids();
		const before = JSON.stringify(watch.staticData);
		watch.holds(1, 2, 3, 4, 5, 6).stop = { after: 2, error: new Error('No') };
		await expect(watch.ids()).rejects.toThrow('No');
		expect(JSON.stringify(watch.staticData)).toBe(before);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p3', 'p4', 'p5', 'p6']);
	});

	test('gives nothing and reads nothing while another poll of the same node reads the list', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2);
		const [first, second] = await Promise.all([watch.ids(), watch.ids()]);
		expect([first, second]).toEqual([['p1', 'p2'], []]);
		expect(await watch.holds(1, 2, 3).ids()).toEqual(['p3']);
	});

	test('is not blocked by one of another node', async () => {
		const watches = [new Watch(EVERYTHING).holds(1), new Watch(EVERYTHING).holds(2)];
		expect(await Promise.all(watches.map((watch) => watch.ids()))).toEqual([['p1'], ['p2']]);
	});

	test('can be made after one that failed', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2);
		watch.stop = { after: 0, error: new Error('No') };
		await expect(watch.ids()).rejects.toThrow('No');
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p1', 'p2']);
	});
});
