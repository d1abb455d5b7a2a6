import { inspect } from 'node:util';

import { Limiter, limiterFor, RateLimits } from '../../../../../nodes/AudiencePage/transport/limiter/limiter';
import { fixedWindow } from '../simulation/limits';
import { useSimulation } from '../simulation/run';

const { aService, aRun, finish, wait } = useSimulation();
const pass = async (milliseconds: number) => await finish(wait(milliseconds));

const baseUrl = 'https://api.example.com';
const SEARCH = 'GET /v0/persons/search';
/** A limiter that nobody uses is dropped after so many milliseconds. */
const MAX_IDLE = 300_000;

test.each<[string, { baseUrl: string; apiKey: string }, boolean]>([
	['the same credential', { baseUrl, apiKey: 'key' }, true],
	['another path of the origin', { baseUrl: `${baseUrl}/v0/`, apiKey: 'key' }, true],
	[
		'the origin in other letters, with its port',
		{ baseUrl: ' HTTPS://API.example.com:443 ', apiKey: 'key' },
		true,
	],
	['spaces around the key', { baseUrl, apiKey: ' key\n' }, true],
	['another key', { baseUrl, apiKey: 'Key' }, false],
	['another host', { baseUrl: 'https://eu.example.com', apiKey: 'key' }, false],
	['another port', { baseUrl: `${baseUrl}:8443`, apiKey: 'key' }, false],
	['another protocol', { baseUrl: 'http://api.example.com', apiKey: 'key' }, false],
	['what is no address', { baseUrl: 'api', apiKey: 'key' }, false],
])('One limiter for one origin and key: %s', (_what, credential, isSame) => {
	expect(limiterFor(credential, SEARCH) === limiterFor({ baseUrl, apiKey: 'key' }, SEARCH)).toBe(isSame);
});

test('Each endpoint has a limiter of its own', () => {
	const credential = { baseUrl, apiKey: 'key' };
	expect(limiterFor(credential, SEARCH)).not.toBe(limiterFor(credential, 'POST /v0/persons'));
});

/** How many limiters are kept: each is asked whether it is idle when a new one comes. */
function countKept(): number {
	const isIdle = jest.spyOn(Limiter.prototype, 'isIdleFor').mockReturnValue(false);
	limiterFor({ baseUrl, apiKey: `${Math.random()}` }, SEARCH);
	const { length } = isIdle.mock.calls;
	isIdle.mockRestore();
	return length;
}

test('A limiter that was idle for 5 minutes is dropped, and no other', async () => {
	await pass(2 * MAX_IDLE);
	const kept = limiterFor({ baseUrl, apiKey: 'kept' }, SEARCH);
	const idle = limiterFor({ baseUrl, apiKey: 'idle' }, SEARCH);
	for (let n = 0; n < 1000; n++) limiterFor({ baseUrl, apiKey: `one of many ${n}` }, SEARCH);
	expect(countKept()).toBeGreaterThanOrEqual(1002);
	const isIdle = jest.spyOn(Limiter.prototype, 'isIdleFor');
	expect(limiterFor({ baseUrl, apiKey: 'idle' }, SEARCH)).toBe(idle);
	// A request that finds its own does not look at all others.
	expect(isIdle).toHaveBeenCalledTimes(1);
	isIdle.mockRestore();

	const slot = await kept.acquire({}, new RateLimits());
	await pass(MAX_IDLE - 1);
	expect(limiterFor({ baseUrl, apiKey: 'idle' }, SEARCH)).toBe(idle);
	await pass(2);
	// Its request has no answer yet.
	expect(limiterFor({ baseUrl, apiKey: 'kept' }, SEARCH)).toBe(kept);
	expect(limiterFor({ baseUrl, apiKey: 'idle' }, SEARCH)).not.toBe(idle);
	expect(countKept()).toBeLessThan(5);

	slot.release('success');
	await pass(MAX_IDLE - 1);
	expect(limiterFor({ baseUrl, apiKey: 'kept' }, SEARCH)).toBe(kept);
	await pass(2);
	expect(limiterFor({ baseUrl, apiKey: 'kept' }, SEARCH)).not.toBe(kept);
});

test('The key is kept nowhere', async () => {
	const apiKey = 'a key that must be found nowhere';
	const set = jest.spyOn(Map.prototype, 'set');
	const limiter = limiterFor({ baseUrl, apiKey }, 'POST /v0/persons');
	const run = aRun(aService(fixedWindow(5, 10_000), 'exact', { apiKey }));
	const sending = run.send(20);
	await pass(5000);
	expect(run.done).toBe(5);

	const kept = set.mock.calls.filter(([, value]) => value === limiter);
	expect(kept.length).toBeGreaterThan(0);
	const forms = [apiKey, Buffer.from(apiKey).toString('base64'), Buffer.from(apiKey).toString('hex')];
	for (const form of forms) expect(inspect(kept, { depth: Infinity, showHidden: true })).not.toContain(form);
	run.abort();
	await finish(sending);
});
