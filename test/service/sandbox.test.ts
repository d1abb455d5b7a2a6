/** The sandbox as a server: the key, what it refuses, what it records, what it starts with. */
import { handlers } from './handlers';
import { judgeResponse, operations } from './judge';
import { startSandbox, type Sandbox } from './sandbox';
import { startWithClient, type ListBody, type TestClient } from './testClient';
import type { Person } from './records';

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient();
});
afterEach(() => service.close());

const idsOf = (sandbox: Sandbox): Record<string, string> => {
	const account = sandbox.store.accounts.all()[0]!;
	const page = sandbox.store.pages.all()[0]!;
	const audience = sandbox.store.audiences.of(page.pageId).all()[0]!;
	const topicId = sandbox.store.topicIds[0]!;
	return {
		account_id: account.accountId,
		account_log_id: sandbox.store.accountLogs.of(account.accountId).all()[0]!.accountLogId,
		person_id: sandbox.store.persons.all()[0]!.personId,
		page_id: page.pageId,
		audience_id: audience.audienceId,
		message_id: sandbox.store.messages.of(audience.audienceId).all()[0]!.messageId,
		topic_id: topicId,
		topic_entry_id: sandbox.store.topicEntries.of(topicId).all()[0]!.topicEntryId,
	};
};
const BODIES: Record<string, object> = {
	createAccountLog: { source: 'crm', type: 'deal', payload: {}, domain: 'acme.example' },
	updateAccount: { name: 'Acme' },
	createPerson: { name: 'Ada Lovelace' },
};

describe('every operation', () => {
	it('has a handler', () => {
		expect(Object.keys(handlers).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
	});

	it.each(operations)('$operationId answers as the document says', async ({ operationId, path, method }) => {
		const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => idsOf(service)[name!]!);
		const { status, body } = await service.call<unknown>(operationId, ids, BODIES[operationId]);
		expect(Math.floor(status / 100)).toBe(2);
		expect(judgeResponse(operationId)(body)).toEqual([]);
		expect(service.requests).toEqual([expect.objectContaining({ operationId, method, status })]);
	});

	it.each(operations.filter(({ path }) => path.includes('{')))(
		'$operationId answers 404 for an id that is unknown, and names it',
		async ({ operationId, path }) => {
			const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => idsOf(service)[name!]!);
			const unknown = ids
				.at(-1)!
				.replace(/.$/, '-')
				.replace(/^(account_.{25})-$/, '$1_');
			const wellFormed = path.endsWith('{account_id}') || path.includes('{account_id}/logs');
			const missing = wellFormed && ids.length === 1 ? `account_${'z'.repeat(26)}` : unknown;
			const { status, body } = await service.call(
				operationId,
				[...ids.slice(0, -1), missing],
				BODIES[operationId],
			);
			expect(status).toBe(404);
			expect(body.message).toContain(missing);
		},
	);

	it.each(operations)('$operationId answers 401 without the right key', async ({ path, method }) => {
		const url = path.replace(/\{(\w+)\}/g, (_, name: string) => idsOf(service)[name]!);
		const body = method === 'GET' ? undefined : {};
		const wrong = await service.send(method, url, body, { 'x-api-key': 'wrong' });
		expect(wrong).toEqual({ status: 401, body: { message: 'x-api-key is missing or wrong' } });
		const missing = await fetch(service.url + url, {
			method,
			body: body && '{}',
			headers: { 'content-type': 'application/json' },
		});
		expect(missing.status).toBe(401);
	});
});

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
		const log = (bytes: number) => ({ ...BODIES.createAccountLog, payload: { text: 'x'.repeat(bytes) } });
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
			},
		]);
		expect(Object.keys(service.requests[1]!.body as object)).toEqual(['name', '__proto__']);
	});

	it('has a repeated parameter as a list', async () => {
		await service.send('GET', '/v0/persons/search?query=a&query=b');
		expect(service.requests[0]!.query).toEqual({ query: ['a', 'b'] });
	});
});

describe('what a sandbox starts with', () => {
	const everything = async (options: { seed?: number }): Promise<unknown[]> => {
		const sandbox = await startWithClient(options);
		const bodies: unknown[] = [];
		for (const { operationId, path, method } of operations) {
			if (method !== 'GET') continue;
			const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => idsOf(sandbox)[name!]!);
			bodies.push((await sandbox.call<unknown>(operationId, ids)).body);
		}
		await sandbox.close();
		return bodies;
	};

	it('is the same for the same seed, and different for another', async () => {
		const first = await everything({});
		expect(await everything({ seed: 1 })).toEqual(first);
		expect(await everything({ seed: 2 })).not.toEqual(first);
	});

	it('has names that people recognise', () => {
		expect(service.store.persons.all()[0]).toMatchObject({
			name: 'Ada Lovelace',
			email: 'ada.lovelace@acme.example',
			domain: 'acme.example',
		});
		expect(service.store.pages.all()[0]).toMatchObject({ name: 'Acme pricing page' });
	});

	it('fits the document wherever one looks', async () => {
		const sizes = { persons: 300, accounts: 60, pages: 30, audiences: 10, assets: 30, pageLinks: 60 };
		const sandbox = await startWithClient({ sizes });
		const statuses: number[] = [];
		const get = async (operationId: string, ids: string[], query?: object) =>
			statuses.push((await sandbox.call(operationId, ids, query)).status);
		await get('searchPersons', [], { limit: 1000 });
		await get('searchPages', [], { limit: 1000 });
		await get('listTrashedAssets', [], { limit: 1000 });
		await get('listPageLinks', [], { limit: 1000 });
		for (const { accountId } of sandbox.store.accounts.all()) {
			await get('listAccountLogs', [accountId], { includeDeleted: 'true' });
			statuses.push((await sandbox.call('updateAccount', [accountId], { name: 'Acme' })).status);
		}
		for (const { pageId } of sandbox.store.pages.all()) {
			await get('listAudiences', [pageId]);
			await get('listAudienceAnalytics', [pageId]);
			const { audienceId } = sandbox.store.audiences.of(pageId).all()[1]!;
			await get('listAudienceMessages', [pageId, audienceId]);
		}
		await sandbox.close();
		expect(statuses).toHaveLength(4 + 60 * 2 + 30 * 3);
		expect(new Set(statuses)).toEqual(new Set([200]));
	});

	it('can be nothing at all', async () => {
		const names = ['accounts', 'persons', 'pages', 'assets', 'pageLinks', 'topics'];
		const empty = await startWithClient({ sizes: Object.fromEntries(names.map((name) => [name, 0])) });
		for (const operationId of ['searchPersons', 'searchPages', 'listTrashedAssets', 'listPageLinks']) {
			expect(await empty.call(operationId, [])).toEqual({
				status: 200,
				body: { hasMore: false, items: [], nextCursor: null, totalCount: 0 },
			});
		}
		await empty.close();
	});

	it('can be 100,000 persons, each with an id and an email of their own', async () => {
		const sandbox = await startWithClient({ sizes: { persons: 100_000 } });
		const persons = sandbox.store.persons.all();
		expect(new Set(persons.map(({ personId }) => personId)).size).toBe(100_000);
		expect(new Set(persons.map(({ slug }) => slug)).size).toBe(100_000);
		const emails = persons.flatMap(({ email }) => email ?? []);
		expect(new Set(emails).size).toBe(emails.length);

		const { email } = persons[99_999]!;
		const { body } = await sandbox.call<ListBody<Person>>('searchPersons', [], { query: email });
		expect(body).toEqual({ hasMore: false, items: [persons[99_999]], nextCursor: null, totalCount: 1 });
		const { personId } = persons[50_000]!;
		expect((await sandbox.call<ListBody<unknown>>('listPersonLogs', [personId])).body.totalCount).toBe(2);
		await sandbox.close();
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
