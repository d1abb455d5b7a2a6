import { ServiceError, found } from '../answers';
import { pageOfLog } from '../paging';
import type { Account, AccountLog } from '../records';
import { created, ok, type Handler, type Service } from './call';

/** By account ID, or else by domain; `name` is for an account that is new. */
type AccountLogCreate = Pick<AccountLog, 'source' | 'type' | 'payload'> &
	Partial<Pick<AccountLog, 'accountId' | 'idempotencyKey'> & { domain: string; name: string }>;

/** The interface does not show how these decide. Here the id comes first; a new domain makes an account. */
function accountFor({ accountId, domain, name }: AccountLogCreate, service: Service): Account {
	const { accounts } = service.store;
	if (accountId !== undefined) return found(accounts.get(accountId), 'account', accountId);
	if (domain === undefined) throw new ServiceError(422, 'accountId or domain is needed to find the account');
	const canonical = domain.trim().toLowerCase();
	const known = accounts.all().find((account) => account.domain === canonical);
	if (known !== undefined) return known;
	return accounts.add({
		accountId: service.newId('account'),
		domain: canonical,
		name: name ?? null,
		createdAt: service.timestamp(),
		updatedAt: service.timestamp(),
		latestActivityAt: null,
	});
}

const updateAccount: Handler = ({ params, body }, { store, timestamp }) => {
	const account = found(store.accounts.get(params.account_id), 'account', params.account_id);
	account.name = (body as { name: string }).name;
	account.updatedAt = timestamp();
	const linkedPersons = store.persons.all().filter((person) => person.domain === account.domain);
	return ok({ ...account, linkedPersons });
};

/** All that the create response shows of an entry. */
const shown = ({ accountId, accountLogId, createdAt, source, type }: AccountLog) => {
	return { accountId, accountLogId, createdAt, source, type };
};

const createAccountLog: Handler = ({ body }, service) => {
	const input = body as AccountLogCreate;
	const { store, settings } = service;
	const key = input.idempotencyKey ?? null;
	const first = key === null ? undefined : store.firstEntries.get(key);
	if (first !== undefined && settings.idempotency === 'first') return ok(shown(first));
	if (first !== undefined && settings.idempotency === 'conflict') {
		throw new ServiceError(409, `idempotencyKey ${first.idempotencyKey} was used before`);
	}

	const account = accountFor(input, service);
	const entry = store.accountLogs.of(account.accountId).add({
		...{ accountId: account.accountId, accountLogId: service.newId('account_log') },
		...{ source: input.source, type: input.type, payload: input.payload, idempotencyKey: key },
		...{ createdAt: service.timestamp(), updatedAt: null, deletedAt: null },
	});
	account.latestActivityAt = entry.createdAt;
	if (key !== null && first === undefined) store.firstEntries.set(key, entry);
	return created(shown(entry));
};

const listAccountLogs: Handler = ({ params, query }, { store, settings }) => {
	const { accountId } = found(store.accounts.get(params.account_id), 'account', params.account_id);
	return ok(pageOfLog(store.accountLogs.of(accountId).all(), query, settings));
};

const getAccountLog: Handler = ({ params }, { store }) => {
	const { accountId } = found(store.accounts.get(params.account_id), 'account', params.account_id);
	const entry = store.accountLogs.of(accountId).get(params.account_log_id);
	return ok(found(entry, 'account log entry', params.account_log_id));
};

export const accountHandlers = { updateAccount, createAccountLog, listAccountLogs, getAccountLog };
