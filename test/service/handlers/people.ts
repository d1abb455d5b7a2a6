/** Accounts, persons, and the logs of both. */
import { ServiceError } from '../answers';
import { pageOf, type PageOf } from '../paging';
import type { Account, AccountLog, LogEntry, Person } from '../records';
import { slugOf } from '../seed/names';
import { emptyAccount, emptyPerson } from '../seed/people';
import {
	created,
	found,
	ok,
	pageOfFound,
	uncounted,
	type Handler,
	type Query,
	type Service,
} from './call';

/** By account ID, or else by domain; `name` is for an account that is new. */
type AccountLogCreate = Pick<AccountLog, 'source' | 'type' | 'payload'> &
	Partial<Pick<AccountLog, 'accountId' | 'idempotencyKey'> & { domain: string; name: string }>;

/**
 * The interface does not show how these decide. Here: the ID, else the domain, also a new one; not
 * the name.
 */
function accountFor(
	{ accountId, domain, name }: Partial<AccountLogCreate>,
	service: Service,
): Account {
	const { accounts } = service.store;
	if (accountId !== undefined) return found(accounts, 'account', { account_id: accountId });
	if (domain === undefined)
		throw new ServiceError(422, 'A name finds no account: send accountId or domain');
	const canonical = domain.trim().toLowerCase();
	const known = accounts.all().find((account) => account.domain === canonical);
	if (known !== undefined) return known;
	const at = service.timestamp();
	return accounts.add({
		...emptyAccount,
		...{ accountId: service.newId('account'), domain: canonical, name: name ?? null },
		...{ createdAt: at, updatedAt: at, latestActivityAt: null },
	});
}

/** A log without the deleted entries, unless `includeDeleted` is `true`. */
function pageOfLog<T extends LogEntry>(
	log: { all(): readonly T[] },
	query: Query,
	{ settings }: Service,
): PageOf<T> {
	const isAsked = ({ deletedAt }: T) => query.includeDeleted === 'true' || deletedAt === null;
	return pageOf(log.all().filter(isAsked), query, settings);
}

/** All that the create response shows of an entry. */
const shown = ({ accountId, accountLogId, createdAt, source, type }: AccountLog) => {
	return { accountId, accountLogId, createdAt, source, type };
};

export const peopleHandlers = {
	updateAccount: ({ params, body }, { store, timestamp }) => {
		const account = found(store.accounts, 'account', params);
		Object.assign(account, body, { updatedAt: timestamp() });
		const linkedPersons = store.persons.all().filter((person) => person.domain === account.domain);
		return ok({ ...account, linkedPersons });
	},

	createAccountLog: ({ body }, service) => {
		const { idempotencyKey = null, domain, name, ...sent } = body as AccountLogCreate;
		const { store, settings, newId, timestamp } = service;
		const first = idempotencyKey === null ? undefined : store.firstEntries.get(idempotencyKey);
		if (first !== undefined && settings.idempotency === 'first') return ok(shown(first));
		if (first !== undefined && settings.idempotency === 'conflict') {
			throw new ServiceError(409, `idempotencyKey ${idempotencyKey} was used before`);
		}
		const account = accountFor({ accountId: sent.accountId, domain, name }, service);
		const { accountId } = account;
		const entry = store.accountLogs.of(accountId).add({
			...{ ...sent, accountId, accountLogId: newId('account_log'), idempotencyKey },
			...{ createdAt: timestamp(), updatedAt: null, deletedAt: null },
		});
		account.latestActivityAt = entry.createdAt;
		if (idempotencyKey !== null && first === undefined)
			store.firstEntries.set(idempotencyKey, entry);
		return created(shown(entry));
	},

	listAccountLogs: ({ params, query }, service) => {
		const { accountId } = found(service.store.accounts, 'account', params);
		return ok(pageOfLog(service.store.accountLogs.of(accountId), query, service));
	},

	getAccountLog: ({ params }, { store }) => {
		const { accountId } = found(store.accounts, 'account', params);
		return ok(found(store.accountLogs.of(accountId), 'account_log', params));
	},

	createPerson: ({ body }, { store: { persons }, newId, timestamp }) => {
		const input = body as Partial<Person> & Pick<Person, 'name'>;
		const person = {
			...emptyPerson,
			personId: newId('person'),
			slug: `${slugOf(input.name)}-${persons.size + 1}`,
			...input,
			...{ createdAt: timestamp(), updatedAt: timestamp() },
		};
		return created(persons.add(person));
	},

	updatePerson: ({ params, body }, { store, timestamp }) =>
		ok(Object.assign(found(store.persons, 'person', params), body, { updatedAt: timestamp() })),

	searchPersons: ({ query }, service) =>
		ok(uncounted(pageOfFound('persons', service.store.persons.all(), query, service), service)),

	listPersonLogs: ({ params, query }, service) => {
		const { personId } = found(service.store.persons, 'person', params);
		return ok(pageOfLog(service.store.personLogs.of(personId), query, service));
	},
} satisfies Record<string, Handler>;
