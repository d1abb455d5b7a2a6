/** What a poll asks of n8n, how long its requests may take, and what it says where it cannot begin. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { PollContext } from 'n8n-core';

import { defaultSettings } from '../../../service/settings';
import { watched } from '../../../support/everyEvent';
import { useVirtualTime } from '../../../support/virtualTime';
import { published } from '../../../support/published';
import { calls } from '../../../support/sent';
import { useSandbox, withAnswers } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox({ sizes: { persons: 60 } });
useVirtualTime();
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const PERSONS = { event: 'personCreated', startFrom: 'everything' };

describe('A request may take', () => {
	/** A process's own clock that each request moves on by so many milliseconds. */
	function useSlowService(milliseconds: number): void {
		let now = 5000;
		vi.spyOn(performance, 'now').mockImplementation(() => now);
		sandbox().settings.onRequest = () => {
			now += milliseconds;
		};
	}
	afterEach(() => vi.restoreAllMocks());

	test.each([
		['what is left of the poll, page after page', 36_000, 10_000, [36_000, 26_000, 16_000]],
		['a minute, where the poll has more time', 100_000, 30_000, [60_000, 60_000, 40_000]],
	])('%s', async (_what, budget, slow, timeouts) => {
		useSlowService(slow);
		sandbox().settings.mostPerPage = 20;
		const trigger = new Trigger(sandbox(), PERSONS, { budget });
		await trigger.activate();
		expect(trigger.timeouts).toEqual(timeouts);
	});

	test('a moment, where the poll has no time left: 0 would be no limit', async () => {
		vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(20_000);
		const down = await withAnswers([], async ({ url, apiKey }) => ({ url, apiKey }));
		const trigger = new Trigger(down, PERSONS, { budget: 20_000 });
		await expect(trigger.activate()).rejects.toThrow('No answer from the Audience Page service');
		expect(new Set(trigger.timeouts)).toEqual(new Set([1]));
	});

	test('at its second try what is left then', async () => {
		useSlowService(5000);
		sandbox().failNext('unavailable', { times: 2 });
		const trigger = new Trigger(sandbox(), PERSONS, { budget: 36_000 });
		await trigger.activate();
		expect(trigger.timeouts).toEqual([36_000, 31_000, 26_000]);
	});
});

describe('A service whose answer never comes to its end', () => {
	let server: Server;
	beforeEach(async () => {
		server = createServer((_request, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const drip = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(drip));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});

	test('does not hold up a poll for longer than it may take', async () => {
		const { port } = server.address() as AddressInfo;
		const service = { url: `http://127.0.0.1:${port}`, apiKey: 'key' };
		const trigger = new Trigger(service, PERSONS, { budget: 200 });
		await expect(trigger.activate()).rejects.toThrow(
			'The service did not answer in the time allowed for a poll',
		);
	});
});

describe('The credential', () => {
	const reading = () => vi.spyOn(PollContext.prototype, 'getCredentials');
	afterEach(() => vi.restoreAllMocks());

	test.each(watched)('is read once for a poll: $event', async ({ parameters }) => {
		const trigger = new Trigger(sandbox(), parameters);
		const read = reading();
		await trigger.activate();
		expect(read).toHaveBeenCalledTimes(1);
	});

	test('that cannot be read ends the poll in the words of n8n, and changes nothing', async () => {
		const trigger = await published(sandbox(), PERSONS);
		const words = 'Credential with ID "credential-1" does not exist for type "audiencePageApi".';
		reading().mockRejectedValue(new Error(words));
		const before = JSON.stringify(trigger.staticData);
		await expect(trigger.poll()).rejects.toThrow(words);
		expect(calls(sandbox())).toEqual([]);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});
});

test('What is refused is refused for the node: a trigger has no items', async () => {
	const trigger = new Trigger(sandbox(), { ...PERSONS, options: { maxPerPoll: 0 } });
	await expect(trigger.activate()).rejects.toMatchObject({
		description: 'Nothing was sent.',
		context: { itemIndex: undefined },
	});
});
