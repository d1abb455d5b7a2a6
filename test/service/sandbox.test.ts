/** The sandbox keeps to the document, refuses what does not, and records what arrived. */
import { judgeResponse, operations } from './judge';
import { knownIds, startWithClient, type TestClient } from './testClient';

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient();
});
afterEach(() => service.close());

const BODIES: Record<string, object> = {
	createAccountLog: { source: 'crm', type: 'deal', payload: {}, domain: 'acme.example' },
	updateAccount: { name: 'Acme' },
	createPerson: { name: 'Ada Lovelace' },
};

describe.each(operations)('$operationId', ({ operationId, path, method }) => {
	test('answers as the document says', async () => {
		const ids = knownIds(service, path);
		const { status, body } = await service.call<unknown>(operationId, ids, BODIES[operationId]);
		expect(Math.floor(status / 100)).toBe(2);
		expect(judgeResponse(operationId)(body)).toEqual([]);
		expect(service.requests).toEqual([expect.objectContaining({ operationId, method, status })]);
	});

	test('answers 401 without the right key', async () => {
		const ids = knownIds(service, path);
		const url = path.replace(/\{\w+\}/g, () => ids.shift()!);
		const body = method === 'GET' ? undefined : BODIES[operationId];
		const { status } = await service.send(method, url, body, { 'x-api-key': 'wrong' });
		expect(status).toBe(401);
	});
});

test.each([
	['POST', '/v0/persons', { nam: 'Ada' }, 400, 'nam is not a field'],
	['POST', '/v0/persons', '{"name": ', 400, 'JSON'],
	['POST', '/v0/persons', '{"name": "Ada", "__proto__": {}}', 400, '__proto__ is not a field'],
	['PATCH', '/v0/pages/any', { metadata: { ogImageUrl: 'x' } }, 400, 'metadata.ogImageUrl is not a field'],
	['GET', '/v0/persons/search?page=2', undefined, 400, 'page is not a field'],
	['GET', '/v0/persons/search?query=a&query=b', undefined, 400, 'query must be string'],
	['GET', '/v0/persons/search?cursor=abc', undefined, 400, 'cursor is not one that this service gave'],
	['GET', '/v0/accounts/acme/logs', undefined, 400, 'account_id must match pattern'],
	['GET', '/v0/persons/nobody/logs', undefined, 404, 'nobody not found'],
	['GET', '/v0/persons/search/', undefined, 404, ''],
	['GET', '/v0/persons', undefined, 405, ''],
])('%s %s %j is a %i: %s', async (method, path, sent, status, message) => {
	const reply = await service.send(method, path, sent);
	expect(reply.status).toBe(status);
	expect(reply.body.message).toContain(message);
});

test('An answer of its own that does not fit the document is a loud 500', async () => {
	service.store.persons.all()[0]!.phoneNumber = 'none';
	const { status, body } = await service.send('GET', '/v0/persons/search');
	expect(status).toBe(500);
	expect(body.message).toContain('THE SANDBOX IS WRONG: its answer to searchPersons');
});

test('A request is recorded as it arrived, one that is refused included', async () => {
	const rawBody = '{ "name": "Ada",\n"__proto__": {"a": 1} }';
	await service.send('POST', '/v0/persons?x=%20', rawBody);
	expect(service.requests).toMatchObject([
		{
			method: 'POST',
			path: '/v0/persons',
			url: '/v0/persons?x=%20',
			query: { x: ' ' },
			rawBody,
			status: 400,
			operationId: 'createPerson',
			applied: false,
		},
	]);
	expect(Object.keys(service.requests[0]!.body as object)).toEqual(['name', '__proto__']);
});
