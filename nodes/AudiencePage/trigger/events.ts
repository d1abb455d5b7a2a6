import type { IDataObject } from 'n8n-workflow';

import { filters } from '../fields/collections';
import { query } from '../fields/filters';
import { accountId, personId, topicId } from '../fields/ids';
import { listRouting } from '../fields/list';
import { sameNamed, simplified, simplify } from '../fields/simplify';
import { ASSET_FIELDS, assetType } from '../resources/asset/fields';
import { AUDIENCE_FIELDS } from '../resources/audience/fields';
import { linkPath, pageOfLinks, tenantDomainId } from '../resources/pageLink/fields';
import { withEmailLookup } from '../resources/person/byEmail';
import { isEmpty } from '../shared/values';
import type { WatchSpec } from './changeDetector';
import type { Event } from './event';
import { pollOptions, startFrom } from './fields';
import { pageSearch } from './readPages';
import {
	changes,
	domain,
	fieldsToWatch,
	fromOldStatus,
	newStatus,
	oldStatus,
	previousStatus,
	wantedByChanges,
	withDomain,
	withNewStatus,
} from './wantedChanges';
import { watchList } from './watchList';
import { pageOrAll, watchPages } from './watchPages';

/**
 * These fields are a record's content, and the workflow gets the names of those that have changed. For the fingerprint
 * of the whole content, a field that is missing equals one that is null, as in version 1.0.0.
 */
const contentOfFields = (
	fields: readonly string[],
): Pick<WatchSpec, 'fields' | 'contentOf' | 'toOutput'> => ({
	fields,
	contentOf: (record) => fields.map((name) => record[name] ?? null),
	toOutput: ({ record, changedFields = null }) => ({ ...record, changedFields }),
});

/** When events that report new records do so, and what it costs. */
const WHEN_NEW =
	'It starts at the next poll, at the latest at the next full read. A poll is 1 request, and 1 more for every 100 records at a full read.';

/** The same for events that report changes (see `MAX_CHANGE_DELAY`). */
const WHEN_CHANGED =
	'It starts at the next poll, or up to 15 minutes later. A poll is 1 request, and 1 more for every 100 records when it reads the whole list.';

const EACH_PAGE = 'For all pages, it is that for each page, and 1 request to find them.';

const accountLogCreated: Event = {
	option: {
		name: 'Account Log Created',
		value: 'accountLogCreated',
		description: `Starts the workflow when a log entry is added to an account. ${WHEN_NEW}`,
		routing: listRouting(
			'/v0/accounts/{accountId}/logs',
			watchList({
				noun: 'log entry',
				idField: 'accountLogId',
				whereToCreate: 'add one with Account Log > Create',
			}),
		),
	},
	fields: [accountId, startFrom, pollOptions],
};

/** Changes when an asset is restored and trashed again; undefined if the service does not say when. */
const trashedTime = ({ trashedAt }: IDataObject) => (isEmpty(trashedAt) ? undefined : trashedAt);

const assetTrashed: Event = {
	option: {
		name: 'Asset Trashed',
		value: 'assetTrashed',
		description: `Starts the workflow when an asset is moved to the trash. ${WHEN_CHANGED}`,
		routing: listRouting(
			'/v0/assets/trash',
			simplified(
				ASSET_FIELDS,
				watchList({
					noun: 'asset in the trash',
					idField: 'assetId',
					contentOf: trashedTime,
					separateFingerprints: true,
					filter: 'Filters > Asset Type or Search',
					whereToCreate: 'move one to the trash in Audience Page',
				}),
			),
		),
	},
	fields: [startFrom, filters(assetType, query), simplify, pollOptions],
};

const AUDIENCE = {
	noun: 'audience',
	idField: 'audienceId',
	whereToCreate: 'create one with Audience > Create',
};

/** The path of the audiences of a page. */
const audiencesPath = (pageId: string): string => `/v0/pages/${pageId}/audiences`;

const audienceCreated: Event = {
	option: {
		name: 'Audience Created',
		value: 'audienceCreated',
		description: `Starts the workflow when an audience is added to a page, or to any page. ${WHEN_NEW} ${EACH_PAGE}`,
		routing: listRouting(
			audiencesPath('{pageId}'),
			simplified(AUDIENCE_FIELDS, watchPages(AUDIENCE, audiencesPath)),
		),
	},
	fields: [pageOrAll, startFrom, simplify, pollOptions],
};

/** A change of an audience's status, simplified: the status before and after, then the audience. */
export const STATUS_CHANGE_FIELDS = sameNamed(
	'from',
	'to',
	'audienceId',
	'pageId',
	'personId',
	'personRouteKey',
	'effectiveName',
	'customName',
	'status',
	'createdAt',
);

const audienceStatusChanged: Event = {
	option: {
		name: 'Audience Status Changed',
		value: 'audienceStatusChanged',
		description: `Starts the workflow when an audience gets another status, or its first. ${WHEN_CHANGED} ${EACH_PAGE}`,
		routing: listRouting(
			audiencesPath('{pageId}'),
			simplified(
				STATUS_CHANGE_FIELDS,
				watchPages(
					{
						...AUDIENCE,
						contentOf: ({ status }) => status,
						matches: withNewStatus,
						wanted: fromOldStatus,
						toOutput: (change) => ({
							from: previousStatus(change),
							to: change.record.status ?? null,
							...change.record,
						}),
					},
					audiencesPath,
				),
			),
		),
	},
	fields: [pageOrAll, newStatus, oldStatus, startFrom, simplify, pollOptions],
};

const pageCreated: Event = {
	option: {
		name: 'Page Created',
		value: 'pageCreated',
		description:
			'Starts the workflow when a page is created. It starts at the next poll. A poll is 1 request. Works only if the service lists all pages at once; if it does not, narrow them down with Search.',
		routing: listRouting(
			'/v0/pages/search',
			watchList(
				{ noun: 'page', idField: 'pageId', whereToCreate: 'create one in Audience Page' },
				pageSearch('new pages', 'Narrow the list down with Filters > Search'),
			),
		),
	},
	fields: [startFrom, filters(query), pollOptions],
};

const pageLinkCreated: Event = {
	option: {
		name: 'Page Link Created',
		value: 'pageLinkCreated',
		description: `Starts the workflow when a page link is created on the fallback subdomain, or on the domain set in the filters. ${WHEN_NEW}`,
		routing: listRouting(
			'/v0/page_links',
			watchList({
				noun: 'page link',
				idField: 'pageLinkId',
				filter: 'Page or Filters > Path',
				whereToCreate: 'create one in Audience Page',
			}),
		),
	},
	fields: [
		{
			...pageOfLinks,
			description: 'The page whose links to watch',
			hint: 'If empty, links of all pages are watched',
		},
		startFrom,
		filters(linkPath, tenantDomainId),
		pollOptions,
	],
};

const PEOPLE = {
	noun: 'person',
	idField: 'personId',
	filter: 'Filters > Search',
	whereToCreate: 'create one with Person > Create',
	matches: withDomain,
};

/** All fields of a person but the times (service interface, section 2.2). */
const PERSON_CONTENT = ['name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'];

export const personCreated: Event = {
	option: {
		name: 'Person Created',
		value: 'personCreated',
		description: `Starts the workflow when a person is created. ${WHEN_NEW}`,
		routing: listRouting('/v0/persons/search', watchList(PEOPLE)),
	},
	fields: [startFrom, filters(domain, query), pollOptions],
};

const personLogCreated: Event = {
	option: {
		name: 'Person Log Created',
		value: 'personLogCreated',
		description: `Starts the workflow when a log entry is added to a person. ${WHEN_NEW} To find the person by email takes 1 more.`,
		routing: listRouting(
			'/v0/persons/{personId}/logs',
			withEmailLookup(
				watchList({
					noun: 'log entry',
					idField: 'personLogId',
					whereToCreate: 'add one in Audience Page',
				}),
			),
		),
	},
	fields: [personId, startFrom, pollOptions],
};

const personUpdated: Event = {
	option: {
		name: 'Person Created or Updated',
		value: 'personUpdated',
		description: `Starts the workflow when a person is created, or one of the fields that you watch is changed. ${WHEN_CHANGED}`,
		routing: listRouting(
			'/v0/persons/search',
			watchList({ ...PEOPLE, ...contentOfFields(PERSON_CONTENT), wanted: wantedByChanges }),
		),
	},
	fields: [changes, fieldsToWatch(PERSON_CONTENT), startFrom, filters(domain, query), pollOptions],
};

/** What of a topic entry can change (service interface, section 2.11). */
const ENTRY_CONTENT = ['content', 'sortOrder'];

const topicEntryChanged: Event = {
	option: {
		name: 'Topic Entry Created or Changed',
		value: 'topicEntryChanged',
		description: `Starts the workflow when an entry is added to a topic, or its content or place is changed. ${WHEN_CHANGED}`,
		routing: listRouting(
			'/v0/topics/{topicId}/entries',
			watchList({
				noun: 'entry of this topic',
				idField: 'topicEntryId',
				whereToCreate: 'add one in Audience Page',
				...contentOfFields(ENTRY_CONTENT),
				wanted: wantedByChanges,
			}),
		),
	},
	fields: [topicId, changes, fieldsToWatch(ENTRY_CONTENT), startFrom, pollOptions],
};

/** All events, in alphabetical order. */
export const events: Event[] = [
	accountLogCreated,
	assetTrashed,
	audienceCreated,
	audienceStatusChanged,
	pageCreated,
	pageLinkCreated,
	personCreated,
	personUpdated,
	personLogCreated,
	topicEntryChanged,
];
