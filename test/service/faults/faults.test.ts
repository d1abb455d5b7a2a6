/** Each fault as a client meets it, and what it leaves in the store: a fault that is none would prove nothing. */
import { startWithClient, until, type TestClient } from '../testClient';
import type { FaultKind } from './kinds';

const PERSONS = 60;
let service: TestClient;
beforeEach(async () => {
	service = await startWithClient({ sizes: { persons: PERSONS } });
	service.settings.faults.redirectTo = 'http://127.0.0.1:1';
});
afterEach(() => service.close());

const createAda = async (signal?: AbortSignal): Promise<Response> =>
	await fetch(`${service.url}/v0/persons`, {
		method: 'POST',
		headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
		body: '{"name":"Ada"}',
		redirect: 'manual',
		signal,
	});
const expectAdded = (kind: FaultKind, added: number): void => {
	expect(service.store.persons.size).toBe(PERSONS + added);
	expect(service.requests).toMatchObject([{ fault: kind, applied: added === 1 }]);
};

test.each([
	['internalError', 500, 0],
	['badGateway', 502, 0],
	['unavailable', 503, 0],
	['gatewayTimeout', 504, 0],
	['unprocessable', 422, 0],
	['tooManyRequests', 429, 0],
	['redirect', 307, 0],
	['unavailableAfter', 503, 1],
	['html', 200, 1],
] as Array<[FaultKind, number, number]>)('%s is a %i, and adds %i', async (kind, status, added) => {
	service.failNext(kind);
	expect((await createAda()).status).toBe(status);
	expectAdded(kind, added);
});

test.each([
	['resetBefore', 0],
	['resetAfter', 1],
] as Array<[FaultKind, number]>)('%s resets the connection, and adds %i', async (kind, added) => {
	service.failNext(kind);
	await expect(createAda()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
	expectAdded(kind, added);
});

test('cutShort brings the head of an answer and a part of its body, and adds 1', async () => {
	service.failNext('cutShort');
	const response = await createAda();
	expect(response.status).toBe(201);
	await expect(response.text()).rejects.toThrow('terminated');
	expectAdded('cutShort', 1);
});

test.each([
	['silence', 0],
	['silenceAfter', 1],
] as Array<[FaultKind, number]>)('%s stays until the client goes, and adds %i', async (kind, added) => {
	service.failNext(kind);
	const client = new AbortController();
	const answer = createAda(client.signal).catch((error: unknown) => error);
	await until(() => service.requests[0]?.fault !== undefined);
	await until(() => service.requests[0]!.applied === (added === 1));
	expect(service.requests[0]!.endedAt).toBeUndefined();
	expectAdded(kind, added);
	client.abort();
	expect(await answer).toMatchObject({ name: 'AbortError' });
});

test.each([
	['noCursor', { hasMore: true, nextCursor: null }],
	['repeatCursor', { hasMore: true, nextCursor: expect.any(String) as string }],
] as Array<[FaultKind, object]>)('%s waits for a list', async (kind, answer) => {
	service.failNext(kind);
	expect((await createAda()).status).toBe(201);
	expect(await service.send('GET', '/v0/persons/search?limit=60')).toMatchObject({ body: answer });
	expect(service.requests.map(({ fault }) => fault)).toEqual([undefined, kind]);
});

test('Chances are the same for the same seed, in whatever order requests arrive', async () => {
	const faultsOf = async (names: string[]): Promise<Array<[string, string | undefined]>> => {
		const other = await startWithClient();
		other.settings.faults.chances = { unavailable: 0.3, badGateway: 0.3 };
		for (const name of names) await other.send('POST', '/v0/persons', { name });
		await other.close();
		return other.requests.map(({ rawBody, fault }) => [rawBody, fault]);
	};
	const names = Array.from({ length: 30 }, (_, n) => `Ada ${n}`);
	const faults = await faultsOf(names);
	expect(new Set(faults.map(([, fault]) => fault)).size).toBe(3);
	expect((await faultsOf([...names].reverse())).reverse()).toEqual(faults);
});

test.each([
	['seconds', '1'],
	['date', 'Thu, 01 Jan 2026 12:00:01 GMT'],
	['none', null],
] as const)(
	'The rate limit refuses what is over it, and says when to come back: %s',
	async (retryAfter, header) => {
		let clock = Date.UTC(2026, 0, 1, 12, 0, 0, 200);
		const limited = await startWithClient({ now: () => clock });
		limited.settings.faults.rateLimit = { perSecond: 2, burst: 1, retryAfter };
		const list = async (): Promise<Response> =>
			await fetch(`${limited.url}/v0/persons/search`, { headers: { 'x-api-key': limited.apiKey } });
		expect((await list()).status).toBe(200);
		const refused = await list();
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toBe(header);
		clock += 500;
		expect((await list()).status).toBe(200);
		await limited.close();
	},
);

test('The number in flight is the most at once', async () => {
	service.failNext('silence', { times: 3 });
	const client = new AbortController();
	const answers = [1, 2, 3].map(() => createAda(client.signal).catch(() => undefined));
	await until(() => service.requests.length === 3);
	client.abort();
	await Promise.all(answers);
	expect(service.mostInFlight).toBe(3);
});
