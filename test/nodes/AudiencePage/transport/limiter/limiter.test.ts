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
const limiterOf = (apiKey: string) => limiterFor({ baseUrl, apiKey }, SEARCH);

test.each<[string, object, boolean]>([
	['another path of the origin', { baseUrl: `${baseUrl}/v0/` }, true],
	['the origin in other letters, with its port', { baseUrl: ' HTTPS://API.example.com:443 ' }, true],
	['spaces around the key', { apiKey: ' key\n' }, true],
	['another key', { apiKey: 'Key' }, false],
	['another host', { baseUrl: 'https://eu.example.com' }, false],
	['another protocol', { baseUrl: 'http://api.example.com' }, false],
	['what is no address', { baseUrl: 'api' }, false],
])('One limiter for one origin and key: %s', (_what, changed, isSame) => {
	const credential = { baseUrl, apiKey: 'key' };
	expect(limiterFor({ ...credential, ...changed }, SEARCH) === limiterFor(credential, SEARCH)).toBe(isSame);
	expect(limiterFor(credential, 'POST /v0/persons')).not.toBe(limiterFor(credential, SEARCH));
});

/** How many limiters are asked whether they are idle. */
function countAsked(work: () => void): number {
	const isIdle = jest.spyOn(Limiter.prototype, 'isIdleFor');
	work();
	const { length } = isIdle.mock.calls;
	isIdle.mockRestore();
	return length;
}

test('A limiter that was idle for 5 minutes is dropped, and no other', async () => {
	await pass(2 * MAX_IDLE);
	const [used, idle] = [limiterOf('used'), limiterOf('idle')];
	for (let n = 0; n < 100; n++) limiterOf(`one of many ${n}`);
	// Who finds their own does not look at all others; a new one does.
	expect(countAsked(() => limiterOf('idle'))).toBe(1);
	expect(countAsked(() => limiterOf('new'))).toBeGreaterThanOrEqual(102);

	const release = await used.acquire({}, new RateLimits());
	await pass(MAX_IDLE - 1);
	expect(limiterOf('idle')).toBe(idle);
	await pass(2);
	// Its request has no answer yet.
	expect(limiterOf('used')).toBe(used);
	expect(limiterOf('idle')).not.toBe(idle);
	expect(countAsked(() => limiterOf('another'))).toBeLessThan(5);

	release('success');
	await pass(MAX_IDLE - 1);
	expect(limiterOf('used')).toBe(used);
	await pass(2);
	expect(limiterOf('used')).not.toBe(used);
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
