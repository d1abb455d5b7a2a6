/**
 * What n8n sees of a poll: how long it may take, how the first one may fail, and what is saved with
 * it.
 */
import type { IDataObject } from 'n8n-workflow';
import type { FaultKind } from '../../../service/sandbox';
import { defaultSettings } from '../../../service/settings';
import { offeredBy } from '../../../support/description';
import { watched, watchedBy } from '../../../support/everyEvent';
import { logged } from '../../../support/log';
import { useVirtualTime } from '../../../support/virtualTime';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { published, PublishedWorkflow, Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { persons: 60 } });
useVirtualTime();
afterEach(() => {
	Object.assign(sandbox().settings, defaultSettings());
	jest.restoreAllMocks();
});

const PERSONS = { event: 'personCreated', startFrom: 'everything' };

test.each([
	['five minutes, as n8n says now', undefined, 300_000],
	['whole milliseconds', 1234.9, 1234],
	['four minutes, where n8n says nothing', null, 240_000],
])('A poll, and a test event, may take %s', async (_what, budget, asked) => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	const trigger = new Trigger(sandbox(), PERSONS, { budget });
	await trigger.activate();
	await trigger.fetchTestEvent();
	expect(timeout.mock.calls).toEqual([[asked], [asked]]);
});

describe('When the time of a poll is up while the service has it wait', () => {
	/** Has the time be up at so many requests, the last of which the service does not take up. */
	function useTimeFor(requests: number, fault: FaultKind = 'unavailable'): void {
		const time = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		sandbox().settings.onRequest = () => {
			if (calls(sandbox()).length < requests) return;
			sandbox().failNext(fault);
			time.abort();
		};
	}

	test('it waits no longer, and says that it tries again', async () => {
		useTimeFor(1);
		const trigger = new Trigger(sandbox(), PERSONS);
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeApiError',
			message:
				'The service did not answer in the time allowed for a poll. The next poll tries again',
			description: 'Nothing is lost: the next poll reads the same list.',
		});
		expect(calls(sandbox())).toHaveLength(1);
	});

	test('it tells n8n of a rate limit, so that n8n waits longer before its next poll', async () => {
		useTimeFor(1, 'tooManyRequests');
		const failed = new Trigger(sandbox(), PERSONS).activate();
		await expect(failed).rejects.toMatchObject({ failure: { cause: 'rate-limited' } });
	});

	// A list in one answer cannot be too long for a poll: it is refused as a list.
	test.each(watched.filter(({ isPaged }) => isPaged))(
		'$event from Now says how to narrow the list down, if it can be',
		async ({ parameters, fields }) => {
			useTimeFor(2);
			sandbox().settings.mostPerPage = 1;
			const offered = fields.filter(({ name }) => name === 'filters').flatMap(offeredBy);
			const next = `${offered.length === 0 ? 'Set' : `Narrow .* (${offered.join('|')}), or set`} Start From`;
			await expect(new Trigger(sandbox(), parameters).activate()).rejects.toMatchObject({
				message: expect.stringMatching(
					`: 1 of .*\\. ${next} to Everything: .* the workflow$`,
				) as string,
			});
		},
	);
});

test('A poll sends a request five times again, and then leaves it to the next', async () => {
	const { parameters, add, idField } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const id = add(sandbox().store);
	sandbox().failNext('unavailable', { times: 6 });
	await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
	expect(sandbox().requests).toHaveLength(6);
	expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
});

test('The first poll after a restart fails as any other if nothing is remembered; else the log tells, without words of the service', async () => {
	const [fresh, known] = [new Trigger(sandbox(), PERSONS), await published(sandbox(), PERSONS)];
	for (const trigger of [fresh, known]) trigger.restart();
	Object.assign(sandbox().settings.faults, { chances: { unavailable: 1 } });
	await expect(fresh.activate()).rejects.toThrow('The sandbox was told to fail');
	expect(await known.activate()).toEqual([]);
	const fields = expect.objectContaining({ operation: 'personCreated', status: '503' });
	const message = `Audience Page: first poll failed, the next one tries again {"node":"Audience Page Trigger","workflow":"Test","status":"503"}`;
	expect(logged).toContainEqual({ message, fields });
});

test('The memory goes with the name of the node: under another one, the trigger starts over', async () => {
	const { add, parameters } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const before = JSON.parse(trigger.saved) as Record<string, object>;
	add(sandbox().store);
	expect(await trigger.change({}, 'Another')).toEqual([]);
	expect(trigger.staticData).toMatchObject(before);
});

/** Each trigger of a workflow is published on a workflow object of its own. */
describe('Several triggers in one workflow', () => {
	/**
	 * A trigger for people and one for their pages, which have delivered what is there, each on the
	 * object it was published with.
	 */
	async function publishedOnes() {
		const saved = new PublishedWorkflow();
		const all = ['personCreated', 'pageLinkCreated'].map((event) => {
			const { add, parameters } = watchedBy(event);
			const form = { ...parameters, startFrom: 'everything' };
			const trigger = new Trigger(sandbox(), form, { name: event, published: saved });
			return { trigger, add: () => add(sandbox().store) };
		});
		for (const { trigger } of all) {
			trigger.reload();
			expect((await trigger.activate()).length).toBeGreaterThan(1);
		}
		const restart = async (): Promise<IDataObject[]> => {
			saved.endProcess();
			const workflow = saved.load();
			for (const { trigger } of all) trigger.reload({ workflow });
			const told: IDataObject[] = [];
			for (const { trigger } of all) told.push(...(await trigger.activate()));
			return told;
		};
		return { people: all[0]!, links: all[1]!, restart };
	}

	test('What one delivers is saved with the memory of the others, as new as it is: after a restart nothing is told again', async () => {
		const { people, links, restart } = await publishedOnes();
		for (const { trigger, add } of [people, links, people, people, links]) {
			add();
			expect(await trigger.poll()).toHaveLength(1);
		}
		expect(await restart()).toEqual([]);
		people.add();
		expect(await people.trigger.poll()).toHaveLength(1);
		expect(await restart()).toEqual([]);
	});

	test('What another one delivers between the publication of a trigger and its first poll is saved with it', async () => {
		const { people, links, restart } = await publishedOnes();
		people.trigger.reload();
		links.add();
		expect(await links.trigger.poll()).toHaveLength(1);
		people.add();
		expect(await people.trigger.activate()).toHaveLength(1);
		expect(await restart()).toEqual([]);
	});

	test('What a trigger delivers as it is published, while another is polled, is saved with that', async () => {
		const { people, links, restart } = await publishedOnes();
		for (const { add } of [people, links]) add();
		let told: Promise<IDataObject[]> | undefined;
		sandbox().settings.onRequest = async ({ path }) => {
			if (path === '/v0/page_links') await (told ??= people.trigger.change({}));
		};
		expect(await links.trigger.poll()).toHaveLength(1);
		expect(await told).toHaveLength(1);
		expect(await restart()).toEqual([]);
	});

	test('What n8n throws away of a poll, because its trigger was published again, is told by the next one', async () => {
		const { people, links, restart } = await publishedOnes();
		// From now on, both are on one workflow object.
		expect(await restart()).toEqual([]);
		people.add();
		const underWay = people.trigger.poll();
		expect(await people.trigger.change({})).toEqual([]);
		expect(await underWay).toEqual([]);
		// Saves what is left of that poll there.
		links.add();
		expect(await links.trigger.poll()).toHaveLength(1);
		expect(await restart()).toHaveLength(1);
	});
});
