/** Accounts and their logs: what is created is found, a repeated key makes no second entry. */
import type { Account, AccountLog } from './records';
import { startWithClient, type ListBody, type TestClient } from './testClient';

type Created = Pick<AccountLog, 'accountId' | 'accountLogId' | 'createdAt' | 'source' | 'type'>;
const NOW = Date.UTC(2026, 0, 5, 7);
const ENTRY = { source: 'crm', type: 'deal-won', payload: { amount: 12.5, tags: ['a', { b: null }] } };

let service: TestClient;
beforeEach(async () => {
	service = await startWithClient({ now: () => NOW });
});
afterEach(() => service.close());

const create = (input: object) => service.call<Created>('createAccountLog', [], { ...ENTRY, ...input });
const listed = async (accountId: string, query?: object) =>
	(await service.call<ListBody<AccountLog>>('listAccountLogs', [accountId], query)).body;

describe('creating an account log entry', () => {
	it('puts it into the account that is named by id', async () => {
		const { accountId } = service.store.accounts.all()[0]!;
		const { status, body } = await create({ accountId, domain: 'other.example' });
		expect(status).toBe(201);
		expect(body).toEqual({
			accountId,
			accountLogId: expect.stringMatching(/^account_log_[a-z0-9]{26}$/),
			createdAt: `+${NOW}`,
			source: 'crm',
			type: 'deal-won',
		});
		const entry = { ...body, payload: ENTRY.payload, idempotencyKey: null, updatedAt: null, deletedAt: null };
		expect((await listed(accountId)).items).toContainEqual(entry);
		expect(await service.call('getAccountLog', [accountId, body.accountLogId])).toEqual({
			status: 200,
			body: entry,
		});
		expect(service.store.accounts.get(accountId)!.latestActivityAt).toBe(`+${NOW}`);
	});

	it('finds the account by its domain, and leaves its name', async () => {
		const account = service.store.accounts.all()[1]!;
		const { body } = await create({ domain: account.domain.toUpperCase(), name: 'Other' });
		expect(body.accountId).toBe(account.accountId);
		expect(account.name).toBe('Northwind');
	});

	it('makes an account of an unknown domain', async () => {
		const { body } = await create({ domain: 'new.example', name: 'New' });
		expect(service.store.accounts.get(body.accountId)).toEqual({
			accountId: expect.stringMatching(/^account_[a-z0-9]{26}$/),
			domain: 'new.example',
			name: 'New',
			createdAt: `+${NOW}`,
			updatedAt: `+${NOW}`,
			latestActivityAt: `+${NOW}`,
		});
		expect((await create({ domain: 'new.example' })).body.accountId).toBe(body.accountId);
		expect((await listed(body.accountId)).totalCount).toBe(2);
	});

	it('is refused without accountId and domain', async () => {
		expect(await service.call('createAccountLog', [], ENTRY)).toEqual({
			status: 422,
			body: { message: 'accountId or domain is needed to find the account' },
		});
	});

	it('is refused for an unknown accountId', async () => {
		const accountId = `account_${'z'.repeat(26)}`;
		expect((await create({ accountId, domain: 'acme.example' })).status).toBe(404);
	});

	it('keeps a payload as it was sent, whatever its keys are', async () => {
		const payload = '{"__proto__":{"a":1},"a.b":[[],{}],"":null,"10":1,"2":2.50}';
		const body = `{"source":"crm","type":"t","domain":"p.example","payload":${payload}}`;
		const { body: made } = await service.send<Created>('POST', '/v0/account_logs', body);
		const { payload: kept } = (await listed(made.accountId)).items[0]!;
		expect(kept).toEqual(JSON.parse(payload));
		expect(Object.keys(kept)).toEqual(Object.keys(JSON.parse(payload) as object));
	});
});

describe('a repeated idempotencyKey', () => {
	const KEYED = { domain: 'keyed.example', idempotencyKey: 'deal-1' };
	const entries = async (accountId: string) => (await listed(accountId)).items.length;

	it('is answered with the first entry by default, whatever else the second says', async () => {
		const first = await create(KEYED);
		const second = await create({ ...KEYED, domain: 'other.example', type: 'other' });
		expect(second).toEqual({ status: 200, body: first.body });
		expect(await entries(first.body.accountId)).toBe(1);
		expect(service.store.accounts.all().some(({ domain }) => domain === 'other.example')).toBe(false);
	});

	it('is a 409 on command', async () => {
		service.settings.idempotency = 'conflict';
		const first = await create(KEYED);
		const second = await service.call('createAccountLog', [], { ...ENTRY, ...KEYED });
		expect(second).toEqual({ status: 409, body: { message: 'idempotencyKey deal-1 was used before' } });
		expect(await entries(first.body.accountId)).toBe(1);
	});

	it('is ignored on command', async () => {
		service.settings.idempotency = 'ignore';
		const first = await create(KEYED);
		const second = await create(KEYED);
		expect(second.status).toBe(201);
		expect(second.body.accountLogId).not.toBe(first.body.accountLogId);
		expect(await entries(first.body.accountId)).toBe(2);
		service.settings.idempotency = 'first';
		expect((await create(KEYED)).body).toEqual(first.body);
	});

	it('is another key if it differs, and no key is none', async () => {
		const { body } = await create(KEYED);
		await create({ ...KEYED, idempotencyKey: 'deal-2' });
		await create({ domain: KEYED.domain });
		await create({ domain: KEYED.domain });
		expect(await entries(body.accountId)).toBe(4);
	});
});

describe('listing account logs', () => {
	it.each([undefined, { includeDeleted: 'false' }, { includeDeleted: '' }])(
		'leaves deleted entries out with %j',
		async (query) => {
			const { accountId } = service.store.accounts.all()[0]!;
			const { items, totalCount } = await listed(accountId, query);
			expect(items.map(({ deletedAt }) => deletedAt)).toEqual([null, null]);
			expect(totalCount).toBe(2);
		},
	);

	it('shows them with includeDeleted=true', async () => {
		const { accountId } = service.store.accounts.all()[0]!;
		const { items, totalCount } = await listed(accountId, { includeDeleted: 'true' });
		expect(items).toEqual(service.store.accountLogs.of(accountId).all());
		expect(items.filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(1);
		expect(totalCount).toBe(3);
	});
});

describe('updating an account', () => {
	it('sticks, and shows the persons of its domain', async () => {
		const { accountId, domain } = service.store.accounts.all()[0]!;
		const { body } = await service.call<Account>('updateAccount', [accountId], { name: 'Acme Inc.' });
		const linkedPersons = service.store.persons.all().filter((person) => person.domain === domain);
		expect(linkedPersons.length).toBeGreaterThan(0);
		expect(body).toEqual({ ...service.store.accounts.get(accountId), linkedPersons });
		expect(service.store.accounts.get(accountId)).toMatchObject({ name: 'Acme Inc.', updatedAt: `+${NOW}` });
	});
});
