import {
	NEW_AUDIENCE_FIELDS,
	STATUS_CHANGE_FIELDS,
} from '../../../../nodes/AudiencePage/trigger/events';
import type { EventCase } from '../../../cases/eventCase';
import { schemaOf } from '../../../service/judge';
import { byId } from '../../../support/locators';

const audiences = {
	needs: ({ pageId }) => ({ pageId: byId(pageId) }),
	recordsIn: (store, { pageId }) => store.audiences.of(pageId),
	thenReads: '/v0/pages/search?limit=1000',
} satisfies Partial<EventCase>;
const statusChanges = {
	...{ ...audiences, compares: ['status'], adds: ['from', 'to', 'pageName'] },
	simplified: STATUS_CHANGE_FIELDS,
} satisfies Partial<EventCase>;
const persons = {
	needs: () => ({}),
	recordsIn: (store) => store.persons,
} satisfies Partial<EventCase>;

/** By the value of the event. */
export const eventCases: Record<string, EventCase> = {
	accountLogCreated: {
		needs: ({ accountId }) => ({ accountId }),
		recordsIn: ({ accountLogs }, { accountId }) => accountLogs.of(accountId),
	},
	assetTrashed: { needs: () => ({}), recordsIn: ({ assets }) => assets, compares: ['trashedAt'] },
	audienceCreated: { ...audiences, adds: ['pageName'], simplified: NEW_AUDIENCE_FIELDS },
	audiencePublished: { ...statusChanges, only: { status: 'published' } },
	audienceStatusChanged: statusChanges,
	pageCreated: { needs: () => ({}), recordsIn: ({ pages }) => pages },
	pageLinkCreated: { needs: () => ({}), recordsIn: ({ pageLinks }) => pageLinks },
	personCreated: persons,
	personLogCreated: {
		needs: ({ personId }) => ({ personId: byId(personId) }),
		recordsIn: ({ personLogs }, { personId }) => personLogs.of(personId),
	},
	personUpdated: {
		...persons,
		adds: ['changedFields'],
		compares: Object.keys(schemaOf('Person').properties ?? {}).filter(
			(field) => !/(Id|At)$/.test(field),
		),
	},
	topicEntryChanged: {
		needs: ({ topicId }) => ({ topicId }),
		recordsIn: ({ topicEntries }, { topicId }) => topicEntries.of(topicId),
		adds: ['changedFields'],
		compares: ['content', 'sortOrder'],
	},
};
