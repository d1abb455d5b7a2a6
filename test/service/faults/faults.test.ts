/** Each fault as a client meets it, and what it leaves in the store. */
import { startWebServer } from '../../support/webServer';
import { startWithClient, until, type ListBody, type TestClient } from '../testClient';
import { APPLIED_FAULTS, UNAPPLIED_FAULTS, type FaultKind } from './kinds';

const PERSONS = 60;
let service: TestClient;
beforeEach(async () => {
	service = await startWithClient({ sizes: { persons: PERSONS } });
	service.settings.faults.redirectTo = 'http://127.0.0.1:1';
});
afterEach(() => service.close());

const LIST = '/v0/persons/search';
const ada = (signal?: AbortSignal): RequestInit => ({
	method: 'POST',
	headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
	body: '{"name":"Ada"}',
	redirect: 'manual',
	signal,
});
const createAda = async (): Promise<Response> => await fetch(`${service.url}/v0/persons`, ada());

/** Whether the first request has come to its fault. */
const isMet = () => service.requests[0]?.fault !== undefined;

describe('an answer of a fault', () => {
	it.each([
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
		expect(service.store.persons.size).toBe(PERSONS + added);
		expect(service.requests).toMatchObject([{ fault: kind, status, applied: added === 1 }]);
	});

	it.each([
		[{ error: { message: 'No' } }, '{"error":{"message":"No"}}', 'application/json'],
		[['No'], '["No"]', 'application/json'],
		[null, 'null', 'application/json'],
		['<h1>No</h1>', '<h1>No</h1>', 'text/html'],
		['No', 'No', 'text/plain'],
		[undefined, '', null],
	])('with the body %j goes out as %j, of type %s', async (errorBody, text, type) => {
		service.settings.faults.errorBody = errorBody;
		service.failNext('badGateway');
		const response = await createAda();
		expect(await response.text()).toBe(text);
		expect(response.headers.get('content-type')?.split(';')[0] ?? null).toBe(type);
	});

	it('html is a web page in place of the answer', async () => {
		service.failNext('html');
		const response = await createAda();
		expect(response.headers.get('content-type')).toContain('text/html');
		expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
	});

	it('redirect leads to the same path of another origin, which sees what a client sends it', async () => {
		const other = await startWebServer(() => ({ status: 200, body: '{}' }));
		service.settings.faults.redirectTo = other.url;
		service.failNext('redirect');
		const response = await fetch(`${service.url}${LIST}?query=a%20b`, {
			headers: { 'x-api-key': service.apiKey },
		});
		await other.close();
		expect(response.url).toBe(`${other.url}${LIST}?query=a%20b`);
		expect(other.requests).toMatchObject([
			{ path: `${LIST}?query=a%20b`, headers: { 'x-api-key': service.apiKey } },
		]);
	});

	it('redirect without a place to lead to is a 500 that says so', async () => {
		service.settings.faults.redirectTo = undefined;
		service.failNext('redirect');
		expect(await service.send('GET', LIST)).toMatchObject({
			status: 500,
			body: { message: 'settings.faults.redirectTo is not set' },
		});
	});
});

describe('a connection', () => {
	it.each([
		['resetBefore', 0],
		['resetAfter', 1],
	] as Array<[FaultKind, number]>)('that %s resets has no answer, and adds %i', async (kind, added) => {
		service.failNext(kind);
		await expect(createAda()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(service.store.persons.size).toBe(PERSONS + added);
		expect(service.requests).toMatchObject([{ fault: kind, status: 0, applied: added === 1 }]);
	});

	it('that cutShort ends brings the head and half the body of an answer that was carried out', async () => {
		service.failNext('cutShort');
		const response = await createAda();
		expect(response.status).toBe(201);
		const expected = Number(response.headers.get('content-length'));
		let text = '';
		const read = async (): Promise<void> => {
			for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
		};
		await expect(read()).rejects.toMatchObject({ cause: { message: 'other side closed' } });
		expect(text).toHaveLength(Math.floor(expected / 2));
		expect(text).toMatch(/^\{"personId":/);
		expect(service.store.persons.size).toBe(PERSONS + 1);
		expect(service.requests).toMatchObject([{ fault: 'cutShort', status: 201, applied: true }]);
	});

	it.each([
		['silence', 0],
		['silenceAfter', 1],
	] as Array<[FaultKind, number]>)(
		'that meets %s stays until the client goes, and adds %i',
		async (kind, added) => {
			service.failNext(kind);
			const client = new AbortController();
			const answer = fetch(`${service.url}/v0/persons`, ada(client.signal));
			await until(isMet);
			// Whatever it would still do, it does before it answers another.
			await service.send('GET', LIST);
			expect(service.requests[0]).toMatchObject({ fault: kind, status: 0, applied: added === 1 });
			expect(service.requests[0]!.endedAt).toBeUndefined();
			expect(service.store.persons.size).toBe(PERSONS + added);

			client.abort();
			await expect(answer).rejects.toThrow('aborted');
			await until(() => service.requests.every(({ endedAt }) => endedAt !== undefined));
		},
	);

	it('that meets silence ends when the sandbox closes', async () => {
		service.failNext('silence');
		const answer = createAda().catch((error: unknown) => error);
		await until(isMet);
		await service.close();
		expect(await answer).toMatchObject({ cause: { message: 'other side closed' } });
	});
});

describe('a fault of lists', () => {
	const list = async (query = ''): Promise<ListBody<{ personId: string }>> =>
		(await service.send<ListBody<{ personId: string }>>('GET', `${LIST}?limit=20${query}`)).body;

	it('repeatCursor gives the cursor that was asked with', async () => {
		const { nextCursor } = await list();
		service.failNext('repeatCursor');
		const page = await list(`&cursor=${nextCursor}`);
		expect(page).toMatchObject({ hasMore: true, nextCursor });
		expect(page.items[0]!.personId).toBe(service.store.persons.all()[20]!.personId);
		expect(service.requests[1]).toMatchObject({ fault: 'repeatCursor', applied: true });
	});

	it('repeatCursor gives the first page a cursor of the first page', async () => {
		service.failNext('repeatCursor', { times: 2 });
		const first = await list();
		const second = await list(`&cursor=${first.nextCursor}`);
		expect(second).toEqual(first);
	});

	it('noCursor says that there is more, but not where', async () => {
		service.failNext('noCursor');
		expect(await list()).toMatchObject({ hasMore: true, nextCursor: null, items: { length: 20 } });
	});

	it('leaves a refused list refused', async () => {
		service.failNext('noCursor');
		const reply = await service.send('GET', `${LIST}?cursor=none`);
		expect(reply).toEqual({ status: 400, body: { message: expect.stringContaining('cursor') } });
		expect(service.requests).toMatchObject([{ fault: 'noCursor', applied: false }]);
	});

	it('waits for a list: what is no list it cannot hit, on command or by chance', async () => {
		service.failNext('noCursor');
		service.settings.faults.chances = { repeatCursor: 1 };
		expect((await createAda()).status).toBe(201);
		const { pageId } = service.store.pages.all()[0]!;
		const { body } = await service.call('listAudienceAnalytics', [pageId]);
		expect(Object.keys(body)).toEqual(['items']);
		await list();
		await service.send('GET', '/v0/pages/search');
		expect(service.requests.map(({ fault }) => fault)).toEqual([
			undefined,
			undefined,
			'noCursor',
			'repeatCursor',
		]);
	});
});

describe('what was applied', () => {
	it.each([...UNAPPLIED_FAULTS, ...APPLIED_FAULTS])('after %s agrees with the store', async (kind) => {
		service.failNext(kind, { when: ({ method }) => method === 'POST' });
		const client = new AbortController();
		const answer = fetch(`${service.url}/v0/persons`, ada(client.signal)).catch(() => undefined);
		await until(isMet);
		await service.send('GET', LIST);
		client.abort();
		await answer;
		expect(service.store.persons.size).toBe(PERSONS + (service.requests[0]!.applied ? 1 : 0));
	});

	it('is nothing of a request that was refused, whatever fault it met', async () => {
		service.failNext('html');
		expect(await service.send<unknown>('POST', '/v0/persons', {}).catch(() => 'no JSON')).toBe('no JSON');
		expect((await service.send('POST', '/v0/persons', {})).status).toBe(400);
		expect(service.requests).toMatchObject([
			{ fault: 'html', applied: false },
			{ fault: undefined, applied: false },
		]);
	});
});
