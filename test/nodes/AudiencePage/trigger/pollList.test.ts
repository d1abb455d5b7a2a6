/** What a poll reads and delivers: examples of what the simulation holds for whatever happens. */
import type { IDataObject } from 'n8n-workflow';
import type { Values } from '../../../support/form';
import { logged, takeLines } from '../../../support/log';
import { watchList } from '../../../../nodes/AudiencePage/trigger/watchList';
import { CHANGED, EVERYTHING, Watch } from './aWatch';

const changedNames = (values: Values = {}) => new Watch(values, watchList(CHANGED));
const rename = (watch: Watch, n: number, name = 'Another') =>
	Object.assign(watch.lists['/v0/persons/search']![n - 1]!, { name });
const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe('The first poll', () => {
	test('reads a list that counts more than it lists twice, not three times', async () => {
		const watch = Object.assign(new Watch().holds(1, 2, 3), { counts: 9 });
		expect(await watch.ids()).toEqual([]);
		expect(watch.asked).toEqual(['', '2', '', '2']);
		expect(await watch.ids()).toEqual([]);
		expect(watch.asked).toEqual(['']);
	});

	test('that cannot read all in its time goes on with the next one, and stores nothing before', async () => {
		const watch = new Watch().holds(...numbers(1, 6));
		watch.stop = { after: 2 };
		expect(await watch.ids()).toEqual([]);
		expect(watch.staticData).toEqual({});
		watch.stop = undefined;
		expect(await watch.holds(...numbers(1, 6), 9).ids()).toEqual([]);
		expect(watch.asked).toEqual(['4', '6']);
		expect(await watch.holds(...numbers(1, 6), 9, 10).ids()).toEqual(['p10']);
	});

	test.each<[string, (watch: Watch) => unknown]>([
		['a restart', (watch) => watch.restart()],
		[
			'a poll that fails',
			async (watch) => {
				watch.stop = { after: 0, message: 'No' };
				await expect(watch.ids()).rejects.toThrow('No');
			},
		],
	])('begins anew after %s', async (_what, happens) => {
		const watch = new Watch().holds(...numbers(1, 6));
		watch.stop = { after: 2 };
		await watch.ids();
		await happens(watch);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual([]);
		expect(watch.asked).toEqual(['', '2', '4']);
		expect(await watch.ids()).toEqual([]);
	});
});

test('A first read begins at the beginning, though a read of changes was open when n8n lost the state', async () => {
	const watch = new Watch({ 'options.maxPerPoll': 1 }).holds(1, 2, 3, 4);
	watch.counts = null;
	await watch.ids();
	expect(await watch.holds(1, 2, 3, 4, 5, 6).ids()).toEqual(['p5']);
	watch.staticData = {};
	expect([await watch.ids(), await watch.ids()]).toEqual([[], []]);
});

describe('A poll reads', () => {
	const SIX = [1, 2, 3, 4, 5, 6];
	test.each<[string, number[], number | null | undefined, string[]]>([
		['one list page, if the count is the known one', SIX, undefined, ['']],
		['on to the new record', [1, 2, 3, 9, 4, 5, 6], undefined, ['', '2']],
		['on to the end, if a record was replaced', [1, 2, 3, 4, 5, 9], 7, ['', '2', '4']],
		['to the end, if the count has fallen', [1, 2, 3, 4, 5], undefined, ['', '2', '4']],
		['to the end, if nothing is counted', SIX, null, ['', '2', '4']],
		[
			'to the end, if a new record is listed twice',
			[9, 1, 9, 2, 3, 4, 5, 6],
			undefined,
			['', '2', '4', '6'],
		],
	])('%s', async (_what, numbersNow, counts, asked) => {
		const watch = new Watch().holds(...SIX);
		await watch.ids();
		Object.assign(watch.holds(...numbersNow), { counts });
		expect(await watch.ids()).toEqual(numbersNow.includes(9) ? ['p9'] : []);
		expect(watch.asked).toEqual(asked);
	});

	test('the whole list, as often as Full Read Every says, and after a restart', async () => {
		const watch = new Watch({ 'options.fullReadEvery': 3 }).holds(1, 2, 3);
		const requests: number[] = [];
		for (let n = 0; n < 8; n++) {
			if (n === 7) watch.restart();
			await watch.ids();
			requests.push(watch.asked.length);
		}
		expect(requests).toEqual([2, 1, 1, 2, 1, 1, 2, 2]);
	});

	const MINUTE = 60_000;
	const rarely = () => changedNames({ 'options.fullReadEvery': 1000 });
	test.each<[string, Watch, number[], number[]]>([
		[
			'in 15 minutes, if changes count',
			rarely(),
			[7.5, 8, 13, 14, 15, 28, 29],
			[1, 1, 2, 1, 1, 2, 1],
		],
		['at each poll, if they are as far apart', rarely(), [15, 29.9, 45], [2, 2, 2]],
		['not by time, if only new records count', new Watch(), [15, 30, 1440], [1, 1, 1]],
	])('the whole list %s', async (_when, watch, minutes, requests) => {
		let now = 1_000_000;
		const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
		await watch.holds(1, 2, 3, 4).ids();
		const asked: number[] = [];
		for (const minute of minutes) {
			now = 1_000_000 + minute * MINUTE;
			await watch.ids();
			asked.push(watch.asked.length);
		}
		clock.mockRestore();
		expect(asked).toEqual(requests);
	});

	test.each<[IDataObject, string]>([
		[{ personId: 7 }, 'a number'],
		[{ personId: '', name: 'b' }, 'no ID, so that all fields identify it'],
	])('each record once: %j has %s', async (record) => {
		const watch = new Watch(EVERYTHING);
		watch.lists['/v0/persons/search'] = [record, { ...record, name: 'a' }];
		expect(await watch.poll()).toHaveLength(record.personId === '' ? 2 : 1);
		expect(await watch.poll()).toEqual([]);
	});

	test('nothing while an earlier poll of the node still reads the list; another node does not wait', async () => {
		const watches = [new Watch(EVERYTHING).holds(1, 2), new Watch(EVERYTHING).holds(3)] as const;
		const [first, second, other] = await Promise.all([
			watches[0].ids(),
			watches[0].ids(),
			watches[1].ids(),
		]);
		expect([first, second, other]).toEqual([['p1', 'p2'], [], ['p3']]);
		expect(takeLines('pollSkipped')).toHaveLength(1);
		watches[0].stop = { after: 0, message: 'No' };
		await expect(watches[0].ids()).rejects.toThrow('No');
		watches[0].stop = undefined;
		expect(await watches[0].holds(1, 2, 3).ids()).toEqual(['p3']);
	});
});

test('The log tells of each poll what it was to read, why it stopped, and what it found', async () => {
	const watch = new Watch({ 'options.maxPerPoll': 2 });
	logged.length = 0;
	for (const count of [3, 3, 6, 6]) await watch.holds(...numbers(1, count)).ids();
	watch.restart();
	await watch.ids();
	expect(takeLines('polled')).toMatchObject([
		{ fullRead: true, stopped: 'complete', counted: 3, remembered: 3 },
		{ fullRead: false, stopped: 'countMatches', counted: 3, remembered: 3, delivered: 0 },
		{ fullRead: false, stopped: 'limitReached', counted: 6, remembered: 5, delivered: 2 },
		{ fullRead: false, stopped: 'complete', counted: 6, remembered: 6, delivered: 1 },
		{ fullRead: true, stopped: 'complete', counted: 6, remembered: 6, delivered: 0 },
	]);
});

describe('More than a poll delivers', () => {
	test('takes each poll only the requests of what it delivers, however long the list', async () => {
		const count = 1000;
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 100 }).holds(
			...numbers(1, count),
		);
		const delivered: string[] = [];
		while (delivered.length < count - 100) {
			delivered.push(...(await watch.ids()));
			expect(watch.asked.length).toBeLessThanOrEqual(52);
		}
		delivered.push(...(await watch.ids()), ...(await watch.ids()));
		expect(new Set(delivered).size).toBe(count);
		expect(delivered).toHaveLength(count);
	});
});

describe('A poll whose time is up', () => {
	test('counts what is new, and not what has changed', async () => {
		const watch = changedNames().holds(1, 2, 3, 4);
		await watch.ids();
		rename(watch.holds(1, 9, 2, 3, 4, 8), 1);
		watch.stop = { after: 1 };
		expect(await watch.ids()).toEqual(['p1', 'p9']);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p8']);
		expect(watch.asked).toEqual(['2', '4']);
	});

	test('knows of no more than the list counts', async () => {
		const watch = new Watch().holds(...numbers(1, 6));
		await watch.ids();
		watch.holds(1, 2, 3, 4).stop = { after: 1 };
		expect(await watch.ids()).toEqual([]);
		watch.stop = undefined;
		expect(await watch.holds(1, 2, 3, 4, 8, 9).ids()).toEqual(['p8', 'p9']);
	});

	test('resumes at the beginning, if the service has forgotten the place, which fails one poll', async () => {
		const watch = new Watch(EVERYTHING).holds(...numbers(1, 5));
		watch.stop = { after: 2 };
		await watch.ids();
		watch.stop = undefined;
		watch.holds(1, 2, 3, 9);
		await expect(watch.ids()).rejects.toThrow('The cursor is unknown');
		expect(await watch.ids()).toEqual(['p9']);
		expect(watch.asked).toEqual(['', '2']);
	});

	test('resumes at the beginning, if n8n has dropped what it found', async () => {
		const watch = new Watch(EVERYTHING).holds(...numbers(1, 2));
		await watch.ids();
		const before = structuredClone(watch.staticData);
		watch.holds(...numbers(1, 6)).stop = { after: 2 };
		expect(await watch.ids()).toEqual(['p3', 'p4']);
		watch.stop = undefined;
		watch.staticData = before;
		expect(await watch.ids()).toEqual(['p3', 'p4', 'p5', 'p6']);
	});
});

test('What is added to a part of the list that a poll has read is found by the next one', async () => {
	const watch = new Watch(EVERYTHING).holds(...numbers(1, 6));
	watch.onRequest = () => {
		if (watch.asked.length === 2) watch.holds(1, 2, 3, 9, 4, 5, 6);
	};
	await watch.ids();
	expect(await watch.ids()).toEqual(['p9']);
});
