/** Latency, the rate limit and the number in flight, over HTTP. */
import { startWithClient, until, type TestClient } from '../testClient';
import { APPLIED_FAULTS, UNAPPLIED_FAULTS } from './kinds';
import type { RateLimit } from './settings';

let service: TestClient;
let clock: number;
/** How long the sandbox was to sleep so far, in milliseconds. */
let slept: number[];
/** What a sleep waits for. */
let wakeUp: Promise<void>;
beforeEach(async () => {
	clock = Date.UTC(2026, 0, 1, 12, 0, 0, 200);
	slept = [];
	wakeUp = Promise.resolve();
	const sleep = async (milliseconds: number) => {
		slept.push(milliseconds);
		await wakeUp;
	};
	service = await startWithClient({ now: () => clock, sleep });
});
afterEach(() => service.close());

const create = (name: string) => service.send('POST', '/v0/persons', { name });
const list = async (signal?: AbortSignal): Promise<Response> =>
	await fetch(`${service.url}/v0/persons/search`, { headers: { 'x-api-key': service.apiKey }, signal });

/** Sleeps from now on last until this is called. */
function sleepUntilWoken(): () => void {
	let wake = () => {};
	wakeUp = new Promise((resolve) => (wake = resolve));
	return wake;
}

describe('latency', () => {
	it('passes before a request has its effect: a later request can overtake it', async () => {
		service.settings.faults.latencyMs = 400;
		const wake = sleepUntilWoken();
		const slow = create('Slow');
		await until(() => slept.length === 1);
		service.settings.faults.latencyMs = 0;
		await create('Fast');
		wake();
		await slow;
		const names = service.store.persons.all().map(({ name }) => name);
		expect(names.slice(-2)).toEqual(['Fast', 'Slow']);
		const [first, second] = service.requests;
		expect(slept).toEqual([400]);
		expect(second!.startedAt).toBeGreaterThan(first!.startedAt);
		expect(second!.endedAt).toBeLessThan(first!.endedAt!);
	});

	it('passes before a fault too', async () => {
		service.settings.faults.latencyMs = 50;
		service.failNext('unavailable');
		expect((await list()).status).toBe(503);
		expect(slept).toEqual([50]);
	});

	it('does not save a request whose client goes away: the service has it', async () => {
		service.settings.faults.latencyMs = 50;
		const wake = sleepUntilWoken();
		const client = new AbortController();
		const answer = fetch(`${service.url}/v0/persons`, {
			method: 'POST',
			headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
			body: '{"name":"Gone"}',
			signal: client.signal,
		});
		await until(() => slept.length === 1);
		client.abort();
		await expect(answer).rejects.toThrow('aborted');
		wake();
		await until(() => service.requests[0]!.applied);
		expect(service.store.persons.all().at(-1)!.name).toBe('Gone');
	});

	it('does not hold up the end of the sandbox', async () => {
		const real = await startWithClient();
		real.settings.faults.latencyMs = 86_400_000;
		const answer = real.send('GET', '/v0/persons/search').catch((error: unknown) => error);
		await until(() => real.requests[0]?.operationId !== undefined);
		await real.close();
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
