/** Parameters with which each event of the trigger watches a list of a sandbox with the usual records. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { seedStore } from '../service/seed';
import { DEFAULT_SIZES } from '../service/seed/sizes';
import type { Collection, Store } from '../service/store';
import { events, operations } from './description';
import { byId } from './locators';
import { firstIds, nth } from './records';

const { accountId, pageId, personId, topicId } = firstIds(seedStore(1, DEFAULT_SIZES));

/** What a list has, whatever it is. */
type Records = Pick<Collection<IDataObject>, 'all' | 'add'>;

interface Watched {
	/** What the event needs. */
	needed: INodeParameters;
	/** The list it reads. */
	path: string;
	/** The field that tells its records apart. */
	idField: string;
	/** Where the sandbox has them. */
	recordsIn: (store: Store) => unknown;
}

const people: Watched = {
	needed: {},
	path: '/v0/persons/search',
	idField: 'personId',
	recordsIn: ({ persons }) => persons,
};

const audiences: Watched = {
	needed: { pageId: byId(pageId) },
	path: `/v0/pages/${pageId}/audiences`,
	idField: 'audienceId',
	recordsIn: (store) => store.audiences.of(pageId),
};

const WATCHED: Record<string, Watched> = {
	accountLogCreated: {
		needed: { accountId },
		path: `/v0/accounts/${accountId}/logs`,
		idField: 'accountLogId',
		recordsIn: ({ accountLogs }) => accountLogs.of(accountId),
	},
	assetTrashed: {
		needed: {},
		path: '/v0/assets/trash',
		idField: 'assetId',
		recordsIn: ({ assets }) => assets,
	},
	audienceCreated: audiences,
	audienceStatusChanged: audiences,
	pageCreated: {
		needed: {},
		path: '/v0/pages/search',
		idField: 'pageId',
		recordsIn: ({ pages }) => pages,
	},
	pageLinkCreated: {
		needed: {},
		path: '/v0/page_links',
		idField: 'pageLinkId',
		recordsIn: ({ pageLinks }) => pageLinks,
	},
	personCreated: people,
	personLogCreated: {
		needed: { personId: byId(personId) },
		path: `/v0/persons/${personId}/logs`,
		idField: 'personLogId',
		recordsIn: ({ personLogs }) => personLogs.of(personId),
	},
	personUpdated: people,
	topicEntryChanged: {
		needed: { topicId },
		path: `/v0/topics/${topicId}/entries`,
		idField: 'topicEntryId',
		recordsIn: ({ topicEntries }) => topicEntries.of(topicId),
	},
};

let added = 0;

/** Every event of the trigger, with parameters that it can be polled with. */
export const watched = events.map((described) => {
	const { event, option } = described;
	const it = WATCHED[event];
	if (it === undefined) throw new Error(`There are no parameters for ${event}`);
	const { needed, path, idField, recordsIn } = it;
	const parameters: INodeParameters = { event, ...needed };

	const url = option.routing?.request?.url;
	const reads = operations.find((one) => one.option.routing?.request?.url === url);
	const getMany: INodeParameters = {
		resource: reads?.resource ?? '',
		operation: 'getAll',
		returnAll: true,
		limit: 1000,
		...needed,
	};

	/** What is in the list. */
	const recordsOf = (store: Store) => recordsIn(store) as Records;

	/** Adds one more to the list, like its first one but for its ID: the ID of it. */
	const add = (store: Store): string => {
		const records = recordsOf(store);
		const id = `added_${++added}`;
		records.add({ ...nth(records.all()), [idField]: id });
		return id;
	};

	return {
		...described,
		path,
		idField,
		parameters,
		/** The operation that reads the same list, to its end. */
		getMany,
		recordsOf,
		add,
	};
});

/** The one of that name. */
export function watchedBy(event: string): (typeof watched)[number] {
	const found = watched.find((one) => one.event === event);
	if (found === undefined) throw new Error(`The trigger has no event ${event}`);
	return found;
}
