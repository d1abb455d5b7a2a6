/** Each fault as a client meets it, and what it leaves in the store: a fault that is none would prove nothing. */
import { startWithClient, until, type TestClient } from './testClient';
import type { FaultKind } from './faults';

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient({ sizes: { persons: 0 } });
	service.settings.faults.redirectTo = 'http://127.0.0.1:1';
});
afterEach(() => service.close());

/** What a client sees of the answer to a new person: its status, or why there is none, or no whole one. */
async function seen(signal: AbortSignal): Promise<unknown> {
	try {
		const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
		const request = { method: 'POST', headers, body: '{"name":"Ada"}', redirect: 'manual', signal } as const;
		const response = await fetch(`${service.url}/v0/persons`, request);
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
	['noCursor', 201, 1],
])('%s is seen as %s, and adds %i', async (kind, answer, added) => {
	service.failNext(kind);
	const client = new AbortController();
	const came = seen(client.signal);
	if (answer === 'silence') {
		await until(
			() => service.requests[0]?.fault !== undefined && service.requests[0].applied === (added === 1),
		);
		client.abort();
	}
	expect(await came).toBe(answer);
	expect(service.store.persons.size).toBe(added);
});
