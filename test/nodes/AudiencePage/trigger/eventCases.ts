import type { EventCase } from '../../../cases/eventCase';
import { schemaOf } from '../../../service/judge';
import { byId } from '../../../support/locators';

const audiences: Pick<EventCase, 'needs' | 'recordsIn'> = {
	needs: ({ pageId }) => ({ pageId: byId(pageId) }),
	recordsIn: (store, { pageId }) => store.audiences.of(pageId),
};
const persons: Pick<EventCase, 'needs' | 'recordsIn'> = {
	needs: () => ({}),
	recordsIn: (store) => store.persons,
};

const newToo = { changes: 'createdAndUpdated' };

/** By the value of the event. */
export const eventCases: Record<string, EventCase> = {
	accountLogCreated: {
		needs: ({ accountId }) => ({ accountId }),
		recordsIn: ({ accountLogs }, { accountId }) => accountLogs.of(accountId),
	},
	assetTrashed: { needs: () => ({}), recordsIn: ({ assets }) => assets, compares: ['trashedAt'] },
	audienceCreated: audiences,
	audiencePublished: {
		...{ ...audiences, compares: ['status'], adds: ['from', 'to'] },
		only: { status: 'published' },
	},
	audienceStatusChanged: { ...audiences, compares: ['status'], adds: ['from', 'to'] },
	pageCreated: { needs: () => ({}), recordsIn: ({ pages }) => pages },
	pageLinkCreated: { needs: () => ({}), recordsIn: ({ pageLinks }) => pageLinks },
	personCreated: persons,
	personLogCreated: {
		needs: ({ personId }) => ({ personId: byId(personId) }),
		recordsIn: ({ personLogs }, { personId }) => personLogs.of(personId),
	},
	personUpdated: {
		...{ ...persons, needs: () => ({ ...newToo }) },
		adds: ['changedFields'],
		compares: Object.keys(schemaOf('Person').properties ?? {}).filter((field) => !/(Id|At)$/.test(field)),
	},
	topicEntryChanged: {
		needs: ({ topicId }) => ({ topicId, ...newToo }),
		recordsIn: ({ topicEntries }, { topicId }) => topicEntries.of(topicId),
		adds: ['changedFields'],
		compares: ['content', 'sortOrder'],
	},
};
