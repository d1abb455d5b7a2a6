import { found } from '../answers';
import { pageOfLog, pageOfSearch } from '../paging';
import type { Person } from '../records';
import { search, SEARCHED } from '../search';
import { slugOf } from '../seed/names';
import { created, ok, type Handler } from './call';

const createPerson: Handler = ({ body }, { store, newId, timestamp }) => {
	const input = body as Partial<Person> & Pick<Person, 'name'>;
	const person = store.persons.add({
		personId: newId('person'),
		...{ email: null, domain: null, phoneNumber: null, linkedinProfileUrl: null },
		slug: `${slugOf(input.name)}-${store.persons.size + 1}`,
		...input,
		createdAt: timestamp(),
		updatedAt: timestamp(),
	});
	return created(person);
};

const updatePerson: Handler = ({ params, body }, { store, timestamp }) => {
	const person = found(store.persons.get(params.person_id), 'person', params.person_id);
	return ok(Object.assign(person, body, { updatedAt: timestamp() }));
};

const searchPersons: Handler = ({ query }, { store, settings, now }) =>
	ok(
		pageOfSearch(
			search(store.persons.all(), query.query, SEARCHED.persons, settings, now()),
			query,
			settings,
		),
	);

const listPersonLogs: Handler = ({ params, query }, { store, settings }) => {
	const { personId } = found(store.persons.get(params.person_id), 'person', params.person_id);
	return ok(pageOfLog(store.personLogs.of(personId).all(), query, settings));
};

export const personHandlers = { createPerson, updatePerson, searchPersons, listPersonLogs };
