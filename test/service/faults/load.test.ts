/** Latency, the rate limit and the number in flight, over HTTP. */
import { startWithClient, until, type TestClient } from '../testClient';
import { APPLIED_FAULTS, UNAPPLIED_FAULTS } from './kinds';
import type { RateLimit } from './settings';

let service: TestClient;
let clock: number;
beforeEach(async () => {
	clock = Date.UTC(2026, 0, 1, 12, 0, 0, 200);
	service = await startWithClient({ now: () => clock });
});
afterEach(() => service.close());

const create = (name: string) => service.send('POST', '/v0/persons', { name });
const list = async (signal?: AbortSignal): Promise<Response> =>
	await fetch(`${service.url}/v0/persons/search`, { headers: { 'x-api-key': service.apiKey }, signal });

describe('latency', () => {
	it('passes before a request has its effect: a later request can overtake it', async () => {
		service.settings.faults.latencyMs = 400;
		const slow = create('Slow');
		await until(() => service.requests[0]?.operationId !== undefined);
		service.settings.faults.latencyMs = 0;
		await create('Fast');
		await slow;
		const names = service.store.persons.all().map(({ name }) => name);
		expect(names.slice(-2)).toEqual(['Fast', 'Slow']);
		const [first, second] = service.requests;
		// Timers count in whole milliseconds.
		expect(first!.endedAt! - first!.startedAt).toBeGreaterThan(399);
		expect(second!.startedAt).toBeGreaterThan(first!.startedAt);
		expect(second!.endedAt).toBeLessThan(first!.endedAt!);
	});

	it('passes before a fault too', async () => {
		service.settings.faults.latencyMs = 50;
		service.failNext('unavailable');
		expect((await list()).status).toBe(503);
		const [{ startedAt, endedAt } = { startedAt: 0, endedAt: 0 }] = service.requests;
		expect(endedAt! - startedAt).toBeGreaterThan(49);
	});

	it('does not save a request whose client goes away: the service has it', async () => {
		service.settings.faults.latencyMs = 50;
		const client = new AbortController();
		const answer = fetch(`${service.url}/v0/persons`, {
			method: 'POST',
			headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
			body: '{"name":"Gone"}',
			signal: client.signal,
		});
		await until(() => service.requests[0]?.operationId !== undefined);
		client.abort();
		await expect(answer).rejects.toThrow('aborted');
		await until(() => service.requests[0]!.applied);
		expect(service.store.persons.all().at(-1)!.name).toBe('Gone');
	});

	it('does not hold up the end of the sandbox', async () => {
		service.settings.faults.latencyMs = 600_000;
		const answer = list().catch((error: unknown) => error);
		await until(() => service.requests.length === 1);
		await service.close();
		expect(await answer).toMatchObject({ cause: { message: 'other side closed' } });
	});
});

describe('the rate limit', () => {
	const limit = (retryAfter: RateLimit['retryAfter']): void => {
		service.settings.faults.rateLimit = { perSecond: 2, burst: 3, retryAfter };
	};
	const statuses = async (times: number): Promise<number[]> => {
		const answers = [];
		for (let n = 0; n < times; n++) answers.push((await list()).status);
		return answers;
	};

	it('refuses what is over it, without effect, until there is room', async () => {
		limit('seconds');
		expect(await statuses(2)).toEqual([200, 200]);
		expect((await create('Last')).status).toBe(201);
		expect((await create('Refused')).status).toBe(429);
		expect(service.store.persons.all().at(-1)!.name).toBe('Last');
		expect(service.requests.at(-1)).toMatchObject({ fault: 'tooManyRequests', applied: false });
		clock += 500;
		expect(await statuses(2)).toEqual([200, 429]);
	});

	it.each([
		['seconds', '1'],
		['date', 'Thu, 01 Jan 2026 12:00:01 GMT'],
		['none', null],
	] as Array<[RateLimit['retryAfter'], string | null]>)(
		'says when to come back: %s as %s',
		async (form, expected) => {
			limit(form);
			await statuses(3);
			const response = await list();
			expect(response.status).toBe(429);
			expect(response.headers.get('retry-after')).toBe(expected);
		},
	);

	it('lets come back at once what it had room for, in the form that it has', async () => {
		service.failNext('tooManyRequests');
		expect((await list()).headers.get('retry-after')).toBe('0');
		limit('none');
		service.failNext('tooManyRequests');
		const response = await list();
		expect(response.status).toBe(429);
		expect(response.headers.get('retry-after')).toBeNull();
	});
});

describe('the number in flight', () => {
	it('is the most at once', async () => {
		service.failNext('silence', { times: 7 });
		const client = new AbortController();
		const answers = Array.from({ length: 7 }, () => list(client.signal).catch(() => undefined));
		await until(() => service.requests.length === 7);
		expect(service.mostInFlight).toBe(7);
		client.abort();
		await Promise.all(answers);
		await until(() => service.requests.every(({ endedAt }) => endedAt !== undefined));
		expect(service.mostInFlight).toBe(7);
		service.mostInFlight = 0;
		await list();
		await list();
		expect(service.mostInFlight).toBe(1);
	});

	it('falls again, whatever becomes of a request', async () => {
		service.settings.faults.redirectTo = service.url;
		for (const kind of [...UNAPPLIED_FAULTS, ...APPLIED_FAULTS]) {
			service.failNext(kind);
			const client = new AbortController();
			const answer = list(client.signal)
				.then(async (response) => await response.text())
				.catch(() => undefined);
			if (kind.startsWith('silence')) {
				await until(() => service.requests.at(-1)?.fault === kind);
				client.abort();
			}
			await answer;
			await until(() => service.requests.at(-1)!.endedAt !== undefined);
		}
		expect(service.mostInFlight).toBe(1);
		expect(service.requests).toHaveLength(UNAPPLIED_FAULTS.length + APPLIED_FAULTS.length + 1);
	});

	it('is one for requests that wait for each other, to the end of a long answer', async () => {
		service.settings.defaultLimit = 60;
		for (let n = 0; n < 50; n++) await service.send('GET', '/v0/persons/search');
		expect(service.mostInFlight).toBe(1);
	});
});
