/** Each fault as a client meets it, and what it leaves in the store: a fault that is none would prove nothing. */
import { startWithClient, until, type TestClient } from '../testClient';
import type { FaultKind } from './kinds';

const PERSONS = 60;
let clock: number;
let service: TestClient;
beforeEach(async () => {
	clock = Date.UTC(2026, 0, 1, 12, 0, 0, 200);
	service = await startWithClient({ sizes: { persons: PERSONS }, now: () => clock });
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

/** What a client sees of the answer: its status, or why there is none, or no whole one. */
async function seen(answer: Promise<Response>): Promise<unknown> {
	try {
		const response = await answer;
		await response.text();
		return response.status;
	} catch (error) {
		const { name, message, cause } = error as Error & { cause?: { code?: string } };
		return cause?.code === 'ECONNRESET' ? 'reset' : name === 'AbortError' ? 'silence' : message;
	}
}

test.each<[FaultKind, unknown, number]>([
	['internalError', 500, 0],
	['badGateway', 502, 0],
	['unavailable', 503, 0],
	['gatewayTimeout', 504, 0],
	['unprocessable', 422, 0],
	['tooManyRequests', 429, 0],
	['redirect', 307, 0],
	['resetBefore', 'reset', 0],
	['silence', 'silence', 0],
	['unavailableAfter', 503, 1],
	['html', 200, 1],
	['resetAfter', 'reset', 1],
	['cutShort', 'terminated', 1],
	['silenceAfter', 'silence', 1],
])('%s is seen as %s, and adds %i', async (kind, answer, added) => {
	service.failNext(kind);
	const client = new AbortController();
	const came = seen(createAda(client.signal));
	if (answer === 'silence') {
		await until(
			() => service.requests[0]?.fault !== undefined && service.requests[0].applied === (added === 1),
		);
		client.abort();
	}
	expect(await came).toBe(answer);
	expect(service.store.persons.size).toBe(PERSONS + added);
	expect(service.requests).toMatchObject([{ fault: kind, applied: added === 1 }]);
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

test.each([
	['seconds', '1'],
	['date', 'Thu, 01 Jan 2026 12:00:01 GMT'],
	['none', null],
] as const)(
	'The rate limit refuses what is over it, and says when to come back: %s',
	async (retryAfter, header) => {
		service.settings.faults.rateLimit = { perSecond: 2, burst: 1, retryAfter };
		expect((await createAda()).status).toBe(201);
		const refused = await createAda();
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toBe(header);
		clock += 500;
		expect((await createAda()).status).toBe(201);
	},
);
