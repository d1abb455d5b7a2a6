/** Lists that one poll does not deliver whole. */
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../../support/cases';
import { BEGINNING, CHANGED, EVERYTHING, late, person, Watch } from './Watch';

describe('More than a poll may deliver', () => {
	test('comes poll after poll, each record once, and the next one resumes where this one stopped', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 3 }).holds(1, 2, 3, 4, 5, 6, 7, 8);
		expect(await watch.ids()).toEqual(['p1', 'p2', 'p3']);
		expect(await watch.ids()).toEqual(['p4', 'p5', 'p6']);
		expect(watch.from).toBe('c1');
		expect(await watch.ids()).toEqual(['p7', 'p8']);
		expect(await watch.ids()).toEqual([]);
		expect(watch.from).toBeUndefined();
	});

	test('takes each poll only the requests of what it delivers, however long the list', async () => {
		const all = Array.from({ length: cases(200_000) }, (_, n) => person(n));
		const watch = new Watch(EVERYTHING);
		watch.totalCount = all.length;
		for (let at = 0; at < all.length; at += 100) watch.pages.push(all.slice(at, at + 100));
		const delivered: string[] = [];
		const requests: number[] = [];
		for (let polls = 0; polls < all.length / 1000; polls++) {
			const ids = await watch.ids();
			expect(ids).toHaveLength(1000);
			delivered.push(...ids);
			requests.push(watch.read.length);
		}
		expect(new Set(delivered).size).toBe(all.length);
		// The last one reads the list once more, to its end and then from its beginning.
		expect(requests.pop()).toBe(watch.pages.length);
		// One page more shows that there is more; the page at which a poll stopped is read again.
		expect(Math.max(...requests)).toBeLessThanOrEqual(12);
		expect(await watch.ids()).toEqual([]);
	});

	test('is all there is where it is just as much', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 2 }).holds(1, 2, 3, 4);
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		expect(await watch.ids()).toEqual(['p3', 'p4']);
		expect(await watch.ids()).toEqual([]);
	});

	test('is read to where it began, for what came before it meanwhile', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 2 }).holds(1, 2, 3, 4, 5, 6);
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		expect(await watch.ids()).toEqual(['p3', 'p4']);
		watch.pages = [[person(9), person(1)], [person(2), person(3)], [person(4), person(5)], [person(6)]];
		watch.totalCount = 7;
		const rest = [await watch.ids(), await watch.ids(), await watch.ids()];
		expect(rest.flat().sort()).toEqual(['p5', 'p6', 'p9']);
	});
});

describe('A poll whose time is up', () => {
	test('delivers what it has found, and the next one resumes there', async () => {
		const watch = new Watch(EVERYTHING).holds(1, 2, 3, 4, 5, 6);
		watch.stop = late(1);
		expect(await watch.ids()).toEqual(['p1', 'p2']);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p3', 'p4', 'p5', 'p6']);
		expect(watch.from).toBe('c1');
		// All before that place was looked at, so the end of the list is the end.
		expect(watch.read).toEqual(['c1', 'c2']);
		expect(await watch.ids()).toEqual([]);
		expect(watch.read).toEqual([BEGINNING]);
	});

	test('counts what is new, and not what has changed', async () => {
		const watch = new Watch({}, CHANGED).holds(1, 2, 3, 4);
		await watch.ids();
		watch.pages = [
			[person(1, 'another'), person(9)],
			[person(2), person(3)],
			[person(4), person(10)],
		];
		Object.assign(watch, { totalCount: 6, stop: late(1) });
		expect(await watch.ids()).toEqual(['p1', 'p9']);
		watch.stop = undefined;
		expect(await watch.ids()).toEqual(['p10']);
		expect(watch.read).toEqual(['c1', 'c2']);
	});

	test.each([
		[4, 4],
		[undefined, 6],
	])('counts no more than the list does: of 6 records, now %j: %i', async (totalCount, count) => {
		const watch = new Watch().holds(1, 2, 3, 4, 5, 6);
		await watch.ids();
		Object.assign(watch.holds(1, 2, 3, 4), { totalCount, stop: late(1) });
		await watch.ids();
		expect(watch.staticData).toMatchObject({ state: { knownCount: count } });
	});

	test('counts nothing where the list did not', async () => {
		const watch = new Watch().holds(1, 2);
		watch.totalCount = undefined;
		await watch.ids();
		Object.assign(watch.holds(1, 2, 3, 4), { stop: late(1) });
		await watch.ids();
		expect((watch.staticData.state as IDataObject).count).toBeUndefined();
	});

	test('has nothing to say of what comes before its place, where that was left behind', async () => {
		const watch = new Watch({ ...EVERYTHING, 'options.maxPerPoll': 3 }).holds(1, 2, 3, 4, 5, 6);
		expect(await watch.ids()).toEqual(['p1', 'p2', 'p3']);
		expect(await watch.ids()).toEqual(['p4', 'p5', 'p6']);
		expect(watch.read).toEqual(['c1', 'c2', BEGINNING]);
	});
});
