/** The sandbox refuses what the document does not allow, and records what arrived. */
import { useSandbox } from '../support/services';

const sandbox = useSandbox();

async function send(method: string, path: string, body?: object | string) {
	const { url, apiKey } = sandbox();
	const response = await fetch(url + path, {
		method,
		headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
		body: typeof body === 'object' ? JSON.stringify(body) : body,
	});
	return { status: response.status, body: (await response.json()) as { message: string } };
}

test.each([
	['POST /v0/persons', { nam: 'Ada' }, 400, '"nam"'],
	['POST /v0/persons', '{"name": "Ada", "__proto__": {}}', 400, '"__proto__"'],
	['POST /v0/persons', '{"name": ', 400, 'JSON'],
	['GET /v0/persons/search?page=2', undefined, 400, '"page"'],
	['GET /v0/persons/search?query=a&query=b', undefined, 400, 'must be string'],
	['GET /v0/persons/search?cursor=abc', undefined, 400, 'cursor is not one that this service gave'],
	['GET /v0/accounts/acme/logs', undefined, 400, '/account_id must match pattern'],
	['GET /v0/persons/nobody/logs', undefined, 404, 'nobody not found'],
	['GET /v0/persons/search/', undefined, 404, ''],
	['GET /v0/persons', undefined, 405, ''],
])('%s %j is a %i: %s', async (request, body, status, message) => {
	const [method = '', path = ''] = request.split(' ');
	const reply = await send(method, path, body);
	expect(reply.status).toBe(status);
	expect(reply.body.message).toContain(message);
});

test('A request without the key is refused with 401', async () => {
	expect((await fetch(`${sandbox().url}/v0/persons/search`)).status).toBe(401);
});

test.each([
	['', [null, null]],
	['?includeDeleted=false', [null, null]],
	['?includeDeleted=true', [null, expect.any(String), null]],
])(
	'A log that is asked for with %j has the deleted entry only where the request says so',
	async (query, deletedAt) => {
		const { personId } = sandbox().store.persons.all()[0]!;
		const { body } = await send('GET', `/v0/persons/${personId}/logs${query}`);
		expect(body).toMatchObject({
			items: deletedAt.map((expected: unknown) => ({ deletedAt: expected })),
		});
	},
);

test('A request is recorded as it arrived, one that is refused included', async () => {
	const rawBody = '{ "name": "Ada",\n"__proto__": {"a": 1} }';
	const [path, url] = ['/v0/persons', '/v0/persons?x=%20'];
	await send('POST', url, rawBody);
	const arrived = { method: 'POST', path, url, query: { x: ' ' }, rawBody };
	const answered = { status: 400, operationId: 'createPerson' };
	expect(sandbox().requests).toMatchObject([{ ...arrived, ...answered }]);
	expect(Object.keys(sandbox().requests[0]!.body as object)).toEqual(['name', '__proto__']);
});

test('An answer of its own that does not fit the document is a loud 500', async () => {
	sandbox().store.persons.all()[0]!.phoneNumber = 'none';
	const { status, body } = await send('GET', '/v0/persons/search');
	expect(status).toBe(500);
	expect(body.message).toContain('THE SANDBOX IS WRONG: its answer to searchPersons');
});
