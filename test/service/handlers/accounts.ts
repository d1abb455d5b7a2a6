import { found } from '../answers';
import { ok, type Handler } from './call';

const updateAccount: Handler = ({ params, body }, { store, timestamp }) => {
	const account = found(store.accounts.get(params.account_id), 'account', params.account_id);
	account.name = (body as { name: string }).name;
	account.updatedAt = timestamp();
	const linkedPersons = store.persons.all().filter((person) => person.domain === account.domain);
	return ok({ ...account, linkedPersons });
};

export const accountHandlers = { updateAccount };
