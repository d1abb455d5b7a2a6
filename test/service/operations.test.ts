/** Each operation of the sandbox: answers as the document says, asks for the key, names unknown ids. */
import { handlers } from './handlers';
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
/** The account's has to fit its pattern; the document refuses it otherwise. */
const unknownIdFor = (name: string): string =>
	name === 'account_id' ? `account_${'z'.repeat(26)}` : 'nobody';
const oneIdUnknown = operations.flatMap(({ operationId, path }) =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ operationId, path, name: name! })),
);

it('the document has a handler for each operation', () => {
	expect(Object.keys(handlers).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

it.each(operations)('$operationId answers as the document says', async ({ operationId, path, method }) => {
	const { status, body } = await service.call<unknown>(
		operationId,
		knownIds(service, path),
		BODIES[operationId],
	);
	expect(Math.floor(status / 100)).toBe(2);
	expect(judgeResponse(operationId)(body)).toEqual([]);
	expect(service.requests).toEqual([expect.objectContaining({ operationId, method, status })]);
});

it.each(oneIdUnknown)(
	'$operationId answers 404 for an unknown $name, and names the id',
	async ({ operationId, path, name }) => {
		const known = knownIds(service, path.slice(0, path.indexOf(`{${name}}`)));
		const ids = knownIds(service, path);
		ids[known.length] = unknownIdFor(name);
		const { status, body } = await service.call(operationId, ids, BODIES[operationId]);
		expect(status).toBe(404);
		expect(body.message).toContain(`${unknownIdFor(name)} not found`);
	},
);

it.each(operations)(
	'$operationId answers 401 without the right key',
	async ({ operationId, path, method }) => {
		const refusal = { status: 401, body: { message: 'x-api-key is missing or wrong' } };
		const ids = knownIds(service, path);
		const url = path.replace(/\{\w+\}/g, () => ids.shift()!);
		const body = method === 'GET' ? undefined : BODIES[operationId];
		expect(await service.send(method, url, body, { 'x-api-key': 'wrong' })).toEqual(refusal);
		const response = await fetch(service.url + url, { method });
		expect({ status: response.status, body: await response.json() }).toEqual(refusal);
	},
);
