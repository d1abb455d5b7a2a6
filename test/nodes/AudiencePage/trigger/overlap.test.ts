import { defaultSettings } from '../../../service/settings';
import { watchedBy } from '../../../support/everyEvent';
import { useVirtualTime } from '../../../support/virtualTime';
import { published } from '../../../support/published';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { SECOND_TRIGGER, Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const { parameters, idField, add } = watchedBy('personCreated');
const addPerson = () => add(sandbox().store);
const idsOf = (json: Array<Record<string, unknown>>) => json.map((record) => record[idField]);

describe('Two polls of one node at the same time', () => {
	test('one reads, and the other ends at once with nothing', async () => {
		const trigger = await published(sandbox(), parameters);
		const id = addPerson();
		const batches = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(batches.map(idsOf)).toEqual([[id], [], []]);
		expect(calls(sandbox())).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	test('the other ends before the first has its answer', async () => {
		const trigger = await published(sandbox(), parameters);
		addPerson();
		const ended: string[] = [];
		let other: Promise<unknown> = Promise.resolve();
		sandbox().settings.onRequest = () => {
			other = trigger.poll().then(() => ended.push('the other'));
		};
		await trigger.poll().then(() => ended.push('the first'));
		await other;
		expect(ended).toEqual(['the other', 'the first']);
	});

	test('not even where n8n has loaded the workflow again meanwhile', async () => {
		const trigger = await published(sandbox(), parameters);
		const id = addPerson();
		let other: Promise<unknown> = Promise.resolve();
		sandbox().settings.onRequest = () => {
			trigger.reload();
			other = trigger.poll();
		};
		expect(idsOf(await trigger.poll())).toEqual([id]);
		expect(await other).toEqual([]);
		expect(calls(sandbox())).toHaveLength(1);
	});

	test('when it is published, too', async () => {
		const trigger = new Trigger(sandbox(), { ...parameters, startFrom: 'everything' });
		const batches = await Promise.all([trigger.activate(), trigger.poll()]);
		expect(batches.map(({ length }) => length)).toEqual([sandbox().store.persons.size, 0]);
	});

	test('by hand, a user is shown the list all the same', async () => {
		const trigger = await published(sandbox(), parameters);
		const [, items] = await Promise.all([trigger.poll(), trigger.fetchTestEvent()]);
		expect(items).toHaveLength(3);
	});
});

describe('The next poll reads again', () => {
	test('after one that failed', async () => {
		const trigger = await published(sandbox(), parameters);
		const id = addPerson();
		sandbox().failNext('unavailable', { times: 4 });
		await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	test('after one whose parameters were refused', async () => {
		const trigger = await published(sandbox(), parameters);
		await expect(trigger.change({ startFrom: '={{ "later" }}' })).rejects.toThrow('Start From');
		const id = addPerson();
		expect(idsOf(await trigger.change({ startFrom: 'now' }))).toEqual([id]);
	});

	test('after one that failed at the same time as another ended', async () => {
		const trigger = await published(sandbox(), parameters);
		const id = addPerson();
		sandbox().failNext('internalError', { times: 2 });
		const polls = await Promise.allSettled([trigger.poll(), trigger.poll()]);
		expect(polls.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});
});

describe('Two nodes of one workflow', () => {
	test('are polled at the same time, and both tell', async () => {
		const trigger = await published(sandbox(), parameters);
		await trigger.poll(SECOND_TRIGGER);
		const id = addPerson();
		sandbox().requests.length = 0;
		const batches = await Promise.all([trigger.poll(TRIGGER), trigger.poll(SECOND_TRIGGER)]);
		expect(batches.map(idsOf)).toEqual([[id], [id]]);
		expect(calls(sandbox())).toHaveLength(2);
	});

	test('the one that fails leaves the other as it is', async () => {
		const trigger = await published(sandbox(), parameters);
		await trigger.poll(SECOND_TRIGGER);
		const id = addPerson();
		sandbox().failNext('internalError', { times: 2 });
		await expect(trigger.poll(TRIGGER)).rejects.toThrow('The sandbox was told to fail');
		expect(idsOf(await trigger.poll(SECOND_TRIGGER))).toEqual([id]);
		expect(idsOf(await trigger.poll(TRIGGER))).toEqual([id]);
	});
});
