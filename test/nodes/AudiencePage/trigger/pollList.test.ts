/**
 * Each decision of a poll: where it begins to read, and why it stops. That the trigger neither
 * misses nor repeats a record, the simulation shows.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { logged, takeLines } from '../../../support/log';
import { withAnswers } from '../../../support/services';
import { endPollsAfter, published, Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';
import { numbersOf, usePeople } from './usePeople';

const { sandbox, hold, poll } = usePeople();
useVirtualTime();

const SIX = [1, 2, 3, 4, 5, 6];
const CREATED = { event: 'personCreated' };
const EVERYTHING = { ...CREATED, startFrom: 'everything' };
const withOptions = (options: INodeParameters, parameters: INodeParameters = CREATED) => ({
	...parameters,
	options,
});

/** More often than the node sends a request again. */
const failNextPoll = () => sandbox().failNext('unavailable', { times: 6 });

describe('The first read from Now', () => {
	/** One that has read four of six people in its time. */
	async function interrupted(): Promise<Trigger> {
		hold(...SIX);
		const endInterruption = endPollsAfter(sandbox(), 2);
		const trigger = new Trigger(sandbox(), CREATED);
		expect(await trigger.activate()).toEqual([]);
		expect(trigger.saved).not.toContain('state');
		endInterruption();
		return trigger;
	}

	test('goes on with the next poll if its time is up, and is saved at its end', async () => {
		const trigger = await interrupted();
		hold(...SIX, 7);
		expect(await poll(trigger)).toEqual({ people: [], pages: 2 });
		expect(trigger.saved).toContain('state');
		hold(...SIX, 7, 8);
		expect((await poll(trigger)).people).toEqual([8]);
	});

	test('begins again after a restart', async () => {
		const trigger = await interrupted();
		trigger.restart();
		expect(await poll(trigger)).toEqual({ people: [], pages: 3 });
		expect((await poll(trigger)).people).toEqual([]);
	});

	test('begins again after a poll that fails', async () => {
		const trigger = await interrupted();
		failNextPoll();
		await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
		expect(await poll(trigger)).toEqual({ people: [], pages: 3 });
	});

	test('begins at the beginning, though a read of changes is open when n8n loses what it stored', async () => {
		hold(1, 2);
		const trigger = await published(sandbox(), withOptions({ maxPerPoll: 1 }));
		hold(...SIX);
		expect((await poll(trigger)).people).toEqual([3]);
		trigger.reload('{}');
		expect(await poll(trigger)).toEqual({ people: [], pages: 3 });
		expect((await poll(trigger)).people).toEqual([]);
	});
});

test.each<[string, number[], { people: number[]; pages: number }]>([
	['stops after one list page, if the count has not changed', SIX, { people: [], pages: 1 }],
	[
		'reads on as far as the count says that something is new',
		[1, 2, 3, 9, 4, 5, 6],
		{ people: [9], pages: 2 },
	],
	['reads to the end, if the count has fallen', [1, 2, 3, 4, 5], { people: [], pages: 3 }],
	[
		'reads to the end, if the count has fallen, though a record is new',
		[1, 2, 3, 4, 9],
		{ people: [9], pages: 3 },
	],
])('A poll %s', async (_what, numbers, expected) => {
	hold(...SIX);
	const trigger = await published(sandbox(), CREATED);
	hold(...numbers);
	expect(await poll(trigger)).toEqual(expected);
});

test('A poll reads to the end, if nothing is counted', async () => {
	hold(...SIX);
	sandbox().settings.countsSearches = false;
	const trigger = await published(sandbox(), CREATED);
	expect(await poll(trigger)).toEqual({ people: [], pages: 3 });
});

test('A list that counts more than it lists is known by what it counted', async () => {
	hold(...SIX);
	sandbox().settings.onAnswer = (_request, answer) => {
		const body = answer.body as { totalCount: number };
		body.totalCount += 2;
	};
	const trigger = await published(sandbox(), CREATED);
	expect((await poll(trigger)).pages).toBe(1);
	hold(1, 2, 3, 4, 5, 6, 7);
	expect(await poll(trigger)).toEqual({ people: [7], pages: 4 });
});

test('A poll reads the whole list as often as Full Read Every says, and after a restart', async () => {
	hold(1, 2, 3);
	const trigger = new Trigger(sandbox(), withOptions({ fullReadEvery: 3 }));
	const pages: number[] = [];
	for (let n = 0; n < 8; n++) {
		if (n === 7) trigger.restart();
		pages.push((await poll(trigger)).pages);
	}
	expect(pages).toEqual([2, 1, 1, 2, 1, 1, 2, 2]);
});

test.each<[string, string, number[], number[]]>([
	[
		'within 15 minutes, if changes count',
		'personUpdated',
		[7.5, 0.5, 5, 1, 1, 13, 1],
		[1, 1, 2, 1, 1, 2, 1],
	],
	['at each poll, if polls are as far apart', 'personUpdated', [15, 14.9, 15.1], [2, 2, 2]],
	['not by time, if only new records count', 'personCreated', [15, 15, 1410], [1, 1, 1]],
])('A poll reads the whole list %s', async (_when, event, minutes, expected) => {
	hold(1, 2, 3, 4);
	const trigger = await published(sandbox(), withOptions({ fullReadEvery: 1000 }, { event }));
	const pages: number[] = [];
	for (const minute of minutes) {
		jest.advanceTimersByTime(minute * 60_000);
		pages.push((await poll(trigger)).pages);
	}
	expect(pages).toEqual(expected);
});

test('Max Per Poll: the rest comes with the next polls, which go on where it stopped', async () => {
	hold(...SIX, 7, 8, 9);
	const trigger = new Trigger(sandbox(), withOptions({ maxPerPoll: 3 }, EVERYTHING));
	expect(await poll(trigger)).toEqual({ people: [1, 2, 3], pages: 2 });
	expect(await poll(trigger)).toEqual({ people: [4, 5, 6], pages: 3 });
	expect(await poll(trigger)).toEqual({ people: [7, 8, 9], pages: 2 });
	expect((await poll(trigger)).people).toEqual([]);
});

describe('A poll whose time is up', () => {
	/** One that has delivered four of six people in its time. */
	async function interrupted(): Promise<Trigger> {
		hold(...SIX);
		const endInterruption = endPollsAfter(sandbox(), 2);
		const trigger = new Trigger(sandbox(), EVERYTHING);
		expect(numbersOf(await trigger.activate())).toEqual([1, 2, 3, 4]);
		endInterruption();
		return trigger;
	}

	test('delivers what it has found, and the next one goes on', async () => {
		expect(await poll(await interrupted())).toEqual({ people: [5, 6], pages: 1 });
	});

	test('is followed by one that begins again after a restart', async () => {
		const trigger = await interrupted();
		trigger.restart();
		expect(await poll(trigger)).toEqual({ people: [5, 6], pages: 3 });
	});

	test('is followed by one that fails if the service has forgotten the place, and one that begins again', async () => {
		const trigger = await interrupted();
		sandbox().settings.instead = ({ query }) =>
			query.cursor === undefined ? undefined : { status: 404 };
		await expect(trigger.poll()).rejects.toThrow('404');
		sandbox().settings.instead = () => undefined;
		expect(await poll(trigger)).toEqual({ people: [5, 6], pages: 3 });
	});

	test('leaves the next one with the count with which the read began', async () => {
		hold(...SIX);
		const trigger = await published(sandbox(), CREATED);
		hold(1, 2, 3, 4);
		const endInterruption = endPollsAfter(sandbox(), 1);
		expect((await poll(trigger)).people).toEqual([]);
		endInterruption();
		hold(1, 2, 3, 4, 8, 9);
		expect((await poll(trigger)).people).toEqual([8, 9]);
	});
});

test('A poll delivers nothing while an earlier one of the node still reads; another node does not wait', async () => {
	hold(1, 2, 3);
	const slow = new Trigger(sandbox(), EVERYTHING);
	const another = new Trigger(sandbox(), EVERYTHING);
	const batches = await Promise.all([slow.poll(), slow.poll(), another.poll()]);
	expect(batches.map(numbersOf)).toEqual([[1, 2, 3], [], [1, 2, 3]]);
	expect(takeLines('pollSkipped')).toHaveLength(1);
	failNextPoll();
	await expect(slow.poll()).rejects.toThrow('The sandbox was told to fail');
	hold(1, 2, 3, 4);
	expect((await poll(slow)).people).toEqual([4]);
});

test('A poll that begins with what the last one began with delivers nothing, until n8n must have saved', async () => {
	hold(...SIX);
	const trigger = await published(sandbox(), CREATED);
	const { saved } = trigger;
	hold(...SIX, 7);
	const again = async () => {
		trigger.reload(saved);
		return (await poll(trigger)).people;
	};
	expect([await again(), await again(), await again()]).toEqual([[7], [], []]);
	expect(takeLines('pollSkipped')).toHaveLength(2);
	jest.advanceTimersByTime(10_000);
	expect(await again()).toEqual([7]);
});

test.each<[string, IDataObject[], number]>([
	['the same ID', [{ personId: 7 }, { personId: 7, name: 'Ada' }], 1],
	['no ID', [{ personId: '' }, { personId: '', name: 'Ada' }], 2],
])('Two records with %s: a poll delivers as many as there are', async (_what, items, count) => {
	await withAnswers([{ body: { items, hasMore: false } }], async (service) => {
		const trigger = new Trigger(service, EVERYTHING);
		expect(await trigger.activate()).toHaveLength(count);
		expect(await trigger.poll()).toEqual([]);
	});
});

test('The log tells of each poll what it was to read, why it stopped, and what it found', async () => {
	const trigger = new Trigger(sandbox(), withOptions({ maxPerPoll: 2 }));
	logged.length = 0;
	for (const numbers of [[1, 2, 3], [1, 2, 3], SIX, SIX]) {
		hold(...numbers);
		await trigger.poll();
	}
	expect(takeLines('polled')).toMatchObject([
		{ fullRead: true, stopped: 'complete', counted: 3, remembered: 3 },
		{ fullRead: false, stopped: 'countMatches', counted: 3, remembered: 3, delivered: 0 },
		{ fullRead: false, stopped: 'limitReached', counted: 6, remembered: 5, delivered: 2 },
		{ fullRead: false, stopped: 'complete', counted: 6, remembered: 6, delivered: 1 },
	]);
});
