/** The sandbox as a server: what it refuses, what it records, how it starts. */
import { startSandbox } from './sandbox';
import { startWithClient, type TestClient } from './testClient';

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient();
});
afterEach(() => service.close());

const LOG = { source: 'crm', type: 'deal', payload: {}, domain: 'acme.example' };

describe('what is refused', () => {
	it.each([
		['POST', '/v0/persons', { nam: 'Ada' }, 'nam is not a field'],
		['POST', '/v0/persons', {}, 'name is required'],
		['POST', '/v0/persons', { name: '' }, 'name must NOT have fewer than 1 characters'],
		['POST', '/v0/persons', '{"name": ', 'JSON'],
		['POST', '/v0/persons', '', 'a JSON body is required'],
		['POST', '/v0/persons', '[]', 'the body must be object'],
		['POST', '/v0/persons', 'null', 'the body must be object'],
		['POST', '/v0/persons', '{"name": "Ada", "__proto__": {}}', '__proto__ is not a field'],
		['PATCH', '/v0/pages/any', { metadata: { ogImageUrl: 'x' } }, 'metadata.ogImageUrl is not a field'],
		['PATCH', '/v0/pages/any', { actions: [{ url: 1 }] }, 'actions.0.url must be string'],
		['PATCH', '/v0/pages/any', { pageType: 'x' }, 'pageType must be one of inbound, outbound'],
		['GET', '/v0/persons/search?page=2', undefined, 'page is not a field'],
		['GET', '/v0/persons/search?query=a&query=b', undefined, 'query must be string'],
		['GET', '/v0/persons/search?limit=ten', undefined, 'limit must be number'],
		['GET', '/v0/persons/search?cursor=abc', undefined, 'cursor is not one that this service gave'],
		['GET', '/v0/accounts/acme/logs', undefined, 'account_id must match pattern'],
	])('%s %s %j is a 400 that names the field', async (method, path, body, message) => {
		const reply = await service.send(method, path, body);
		expect(reply.status).toBe(400);
		expect(reply.body.message).toContain(message);
	});

	it.each([
		['GET', '/v0/nothing', 404],
		['GET', '/v1/persons/search', 404],
		['GET', '/v0/persons/search/', 404],
		['GET', '/v0/persons', 405],
		['DELETE', '/v0/page_links', 405],
	])('%s %s is a %i', async (method, path, status) => {
		expect((await service.send(method, path)).status).toBe(status);
	});

	it('a body of another type is a 415', async () => {
		const reply = await service.send('POST', '/v0/persons', 'name=Ada', { 'content-type': 'text/plain' });
		expect(reply.status).toBe(415);
		expect(service.requests[0]).toMatchObject({ status: 415, rawBody: 'name=Ada' });
		expect(service.store.persons.size).toBe(60);
	});

	it('a body of more than 16 MB is a 413, one of 15 MB is fine', async () => {
		const log = (bytes: number) => ({ ...LOG, payload: { text: 'x'.repeat(bytes) } });
		expect((await service.send('POST', '/v0/account_logs', log(15 * 1024 * 1024))).status).toBe(201);
		expect((await service.send('POST', '/v0/account_logs', log(16 * 1024 * 1024))).status).toBe(413);
	});

	it('an answer of its own that does not fit the document is a loud 500', async () => {
		service.store.persons.all()[0]!.phoneNumber = 'none';
		const { status, body } = await service.send('GET', '/v0/persons/search');
		expect(status).toBe(500);
		expect(body.message).toContain('THE SANDBOX IS WRONG: its answer to searchPersons');
		expect(body.message).toContain('/items/0/phoneNumber');
	});
});

describe('the record of requests', () => {
	it('has each request as it arrived, those refused included', async () => {
		await service.send('GET', '/v0/persons/a%2Fb%20c/logs?limit=5&cursor=%20', undefined, {
			'x-api-key': 'no',
		});
		await service.send('POST', '/v0/persons?x=1', '{ "name": "Ada",\n"__proto__": {"a": 1} }');
		expect(service.requests).toEqual([
			{
				method: 'GET',
				path: '/v0/persons/a%2Fb%20c/logs',
				url: '/v0/persons/a%2Fb%20c/logs?limit=5&cursor=%20',
				query: { limit: '5', cursor: ' ' },
				headers: expect.objectContaining({ 'x-api-key': 'no' }),
				rawBody: '',
				body: undefined,
				status: 401,
				operationId: 'listPersonLogs',
				applied: false,
				startedAt: 0,
				endedAt: 1,
			},
			{
				method: 'POST',
				path: '/v0/persons',
				url: '/v0/persons?x=1',
				query: { x: '1' },
				headers: expect.objectContaining({ 'content-type': 'application/json' }),
				rawBody: '{ "name": "Ada",\n"__proto__": {"a": 1} }',
				body: JSON.parse('{"name": "Ada", "__proto__": {"a": 1}}'),
				status: 400,
				operationId: 'createPerson',
				applied: false,
				startedAt: 2,
				endedAt: 3,
			},
		]);
		expect(Object.keys(service.requests[1]!.body as object)).toEqual(['name', '__proto__']);
	});

	it('has a repeated parameter as a list', async () => {
		await service.send('GET', '/v0/persons/search?query=a&query=b');
		expect(service.requests[0]!.query).toEqual({ query: ['a', 'b'] });
	});
});

describe('starting', () => {
	it('listens on loopback, at the port that is asked for', async () => {
		const port = Number(new URL(service.url).port);
		await service.close();
		service = await startWithClient({ port, apiKey: 'another' });
		expect(service.url).toBe(`http://127.0.0.1:${port}`);
		expect(
			(await service.send('GET', '/v0/persons/search', undefined, { 'x-api-key': 'another' })).status,
		).toBe(200);
	});

	it('fails if the port is taken', async () => {
		const port = Number(new URL(service.url).port);
		await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
	});
});
