/**
 * What n8n sees of a poll: how long it may take, how the first one may fail, and what is saved with
 * it.
 */
import type { FaultKind } from '../../../service/sandbox';
import { defaultSettings } from '../../../service/settings';
import { watchedBy } from '../../../support/everyEvent';
import { logged } from '../../../support/log';
import { useVirtualTime } from '../../../support/virtualTime';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
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
])(
	'A poll, and a test event, may take %s; the first poll a minute at most',
	async (_what, budget, allowed) => {
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		const trigger = Object.assign(new Trigger(sandbox(), PERSONS), { budget });
		await trigger.activate();
		await trigger.poll();
		await trigger.fetchTestEvent();
		expect(timeout.mock.calls).toEqual([[Math.min(allowed, 60_000)], [allowed], [allowed]]);
	},
);

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

test('The first poll after a restart does not fail: n8n would give up on the workflow. The log tells, without words of the service', async () => {
	const [fresh, known] = [new Trigger(sandbox(), PERSONS), await published(sandbox(), PERSONS)];
	Object.assign(sandbox().settings.faults, { chances: { unavailable: 1 } });
	await expect(fresh.activate()).rejects.toThrow('The sandbox was told to fail');
	for (const trigger of [fresh, known]) {
		logged.length = 0;
		trigger.restart();
		expect(await trigger.activate()).toEqual([]);
		const fields = expect.objectContaining({ operation: 'personCreated', status: '503' });
		const message = `Audience Page: first poll failed, the next one tries again {"node":"Audience Page Trigger","workflow":"Test","status":"503"}`;
		expect(logged).toContainEqual({ message, fields });
		await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
	}
});
