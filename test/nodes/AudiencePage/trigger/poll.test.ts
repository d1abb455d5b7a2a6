/** What n8n sees of a poll: how long it may take, and how the first one may fail. */
import { defaultSettings } from '../../../service/settings';
import { offeredBy } from '../../../support/description';
import { watched, watchedBy } from '../../../support/everyEvent';
import { useVirtualTime } from '../../../support/virtualTime';
import { calls } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { published, Trigger } from '../../../support/Trigger';

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

describe('A request may take', () => {
	/** A process's own clock that each request moves on by so many milliseconds. */
	function useSlowService(milliseconds: number): void {
		let now = 5000;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		sandbox().settings.onRequest = () => {
			now += milliseconds;
		};
	}

	test.each([
		['a minute, where the poll has more time', 100_000, 30_000, [60_000, 60_000, 40_000]],
		['what is left at its second attempt', 36_000, 5000, [36_000, 31_000, 26_000, 21_000], 1],
	])('%s', async (_what, budget, slow, timeouts, failures = 0) => {
		useSlowService(slow);
		if (failures > 0) sandbox().failNext('unavailable', { times: failures });
		sandbox().settings.mostPerPage = 20;
		const trigger = new Trigger(sandbox(), PERSONS, { budget });
		await trigger.activate();
		expect(trigger.timeouts).toEqual(timeouts);
	});

	test('a moment, where the poll has no time left: 0 would be no limit', async () => {
		jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(20_000);
		const down = await withAnswers([], async ({ url, apiKey }) => ({ url, apiKey }));
		const trigger = new Trigger(down, PERSONS, { budget: 20_000 });
		await expect(trigger.activate()).rejects.toThrow('No answer from the Audience Page service');
		expect(new Set(trigger.timeouts)).toEqual(new Set([1]));
	});
});

describe('When the time of a poll is up while the service has it wait', () => {
	/** Has the time be up at so many requests, the last of which the service does not take up. */
	function useTimeFor(requests: number): void {
		const time = new AbortController();
		jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		sandbox().settings.onRequest = () => {
			if (calls(sandbox()).length < requests) return;
			sandbox().failNext('unavailable');
			time.abort();
		};
	}

	test('it waits no longer, and says that it tries again', async () => {
		useTimeFor(1);
		const trigger = new Trigger(sandbox(), PERSONS);
		await expect(trigger.activate()).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'The service did not answer in the time allowed for a poll. The next poll tries again',
			description: 'Nothing is lost: the next poll reads the same list.',
		});
		expect(calls(sandbox())).toHaveLength(1);
	});

	// A list in one answer cannot be too long for a poll: it is refused as a list.
	test.each(watched.filter(({ isPaged }) => isPaged))(
		'$event from Now says how to narrow the list down, if it can be',
		async ({ parameters, fields }) => {
			useTimeFor(2);
			sandbox().settings.mostPerPage = 1;
			const offered = fields.filter(({ name }) => name === 'filters').flatMap(offeredBy);
			const words = offered.length === 0 ? 'Set' : `Narrow .* (${offered.join('|')}), or set`;
			await expect(new Trigger(sandbox(), parameters).activate()).rejects.toMatchObject({
				message: expect.stringMatching(`: 1 of .*\\. ${words} Start From to Everything$`) as string,
			});
		},
	);
});

test('A poll sends a request three times again, and then leaves it to the next', async () => {
	const { parameters, add, idField } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const id = add(sandbox().store);
	sandbox().failNext('unavailable', { times: 4 });
	await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
	expect(sandbox().requests).toHaveLength(4);
	expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
});

test('After a restart, the first poll gives nothing if it fails, so that n8n keeps the workflow', async () => {
	const { add, parameters } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const publishedAgain = await published(sandbox(), parameters);
	publishedAgain.reload();
	const fresh = new Trigger(sandbox(), parameters);
	for (const one of [trigger, fresh]) one.restart();
	const id = add(sandbox().store);
	Object.assign(sandbox().settings.faults, { chances: { internalError: 1 } });
	expect(await trigger.activate()).toEqual([]);
	expect(trigger.warnings).toEqual([
		expect.stringMatching(/the next poll tries again: The sandbox was told to fail/),
	]);
	// The next one fails, as does that of a workflow that a user has published, or of which nothing is remembered yet.
	const failing = [() => trigger.poll(), () => publishedAgain.activate(), () => fresh.activate()];
	for (const poll of failing) await expect(poll()).rejects.toThrow('The sandbox was told to fail');
	sandbox().settings.faults.chances = {};
	expect(await trigger.poll()).toMatchObject([{ personId: id }]);
});

test('The memory goes with the name of the node: under another one, the trigger starts over', async () => {
	const { add, parameters } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const before = JSON.parse(trigger.saved) as Record<string, object>;
	add(sandbox().store);
	expect(await trigger.change({}, 'Another')).toEqual([]);
	expect(trigger.staticData).toMatchObject(before);
});
