import { getEventListeners } from 'node:events';
import { FairQueue } from '../../../../../nodes/AudiencePage/transport/limiter/fairQueue';
import {
	limiterFor,
	RateLimits,
} from '../../../../../nodes/AudiencePage/transport/limiter/limiter';
import { useVirtualTime } from '../../../../support/virtualTime';

const clock = useVirtualTime();
const CREDENTIAL = {
	baseUrl: 'https://api.example.com',
	apiKey: 'a key that must be found nowhere',
};
const SEARCH = 'GET /v0/persons/search';
/** A limiter that nobody uses is dropped after so many milliseconds. */
const MAX_IDLE = 300_000;

test.each<[string, object, boolean]>([
	['another path of the origin', { baseUrl: `${CREDENTIAL.baseUrl}/v0/` }, true],
	[
		'the origin in other letters, with its port',
		{ baseUrl: ' HTTPS://API.example.com:443 ' },
		true,
	],
	['spaces around the key', { apiKey: ` ${CREDENTIAL.apiKey}\n` }, true],
	['another key', { apiKey: 'Key' }, false],
	['another protocol', { baseUrl: 'http://api.example.com' }, false],
	['what is no address', { baseUrl: 'api' }, false],
])('One limiter for one origin and key: %s', (_what, changed, isSame) => {
	const limiter = limiterFor(CREDENTIAL, SEARCH);
	expect(limiterFor({ ...CREDENTIAL, ...changed }, SEARCH) === limiter).toBe(isSame);
	expect(limiterFor(CREDENTIAL, 'POST /v0/persons')).not.toBe(limiter);
});

test('A limiter that was idle for 5 minutes is dropped, and no other; the key is kept nowhere', async () => {
	const kept = jest.spyOn(Map.prototype, 'set');
	const dropped = jest.spyOn(Map.prototype, 'delete');
	const limiterOf = (domain: string) =>
		limiterFor({ ...CREDENTIAL, baseUrl: `https://${domain}` }, SEARCH);
	const [used, idle] = [limiterOf('used'), limiterOf('idle')];
	const release = await used.acquire({}, new RateLimits());
	await clock.wait(MAX_IDLE - 1);
	expect(limiterOf('idle')).toBe(idle);
	await clock.wait(2);
	// Its request has no answer yet.
	expect(limiterOf('used')).toBe(used);
	expect(limiterOf('new')).not.toBe(idle);
	expect(dropped.mock.calls.filter(([key]) => typeof key === 'string')).not.toEqual([]);
	release('success');
	await clock.wait(MAX_IDLE + 1);
	expect(limiterOf('used')).not.toBe(used);
	expect(JSON.stringify(kept.mock.calls)).not.toContain(CREDENTIAL.apiKey);
});

test.each<[string, (queue: FairQueue, controller: AbortController) => void]>([
	['was started', (queue) => [queue.next(), queue.next()]],
	['has failed', (queue) => queue.fail(new Error('failed'), () => true)],
	['was aborted', (_queue, controller) => controller.abort()],
])('A signal outlives its caller: nothing listens to it when all %s', (_what, end) => {
	const controller = new AbortController();
	const queue = new FairQueue();
	const caller = { abortSignal: controller.signal };
	for (let n = 0; n < 2; n++) queue.add(caller, { start: () => {}, fail: () => {} });
	expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
	end(queue, controller);
	expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
	expect(queue.isEmpty).toBe(true);
});
