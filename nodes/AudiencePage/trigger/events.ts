import type { IDataObject } from 'n8n-workflow';

import { filters } from '../fields/collections';
import { query } from '../fields/filters';
import { accountId, pageId, personId, topicId } from '../fields/ids';
import { listRouting } from '../fields/list';
import { sameNamed, simplified, simplify } from '../fields/simplify';
import { ASSET_FIELDS, assetType } from '../resources/asset/fields';
import { AUDIENCE_FIELDS } from '../resources/audience/fields';
import { linkPath, pageOfLinks, tenantDomainId } from '../resources/pageLink/fields';
import { withEmailLookup } from '../resources/person/byEmail';
import { isEmpty } from '../shared/values';
import { contentFingerprint, type WatchSpec } from './changeDetector';
import type { Event } from './event';
import { pollOptions, startFrom } from './fields';
import { readInOneRequest } from './readPages';
import { watchList } from './watchList';

/** These fields are a record's content. A field that is missing equals one that is null. */
const fieldValues =
	(...names: string[]): WatchSpec['contentOf'] =>
	(record) =>
		names.map((name) => record[name] ?? null);

/** For events that report changes (see `MAX_CHANGE_DELAY`). */
const LATENESS_NOTE = 'Changes can be up to 15 minutes late';

const accountLogCreated: Event = {
	option: {
		name: 'Account Log Created',
		value: 'accountLogCreated',
		description: 'A log entry was added to an account',
		routing: listRouting(
			'/v0/accounts/{accountId}/logs',
			watchList({ noun: 'log entry', idField: 'accountLogId' }),
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
		description:
			'An asset was moved to the trash. If it was in the trash before, the event can be up to 15 minutes late.',
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
				}),
			),
		),
	},
	fields: [startFrom, filters(assetType, query), simplify, pollOptions],
};

const audienceCreated: Event = {
	option: {
		name: 'Audience Created',
		value: 'audienceCreated',
		description: 'An audience was added to a page',
		routing: listRouting(
			'/v0/pages/{pageId}/audiences',
			simplified(AUDIENCE_FIELDS, watchList({ noun: 'audience', idField: 'audienceId' })),
		),
	},
	fields: [pageId, startFrom, simplify, pollOptions],
};

/** All states of an audience (service interface, section 3). */
const STATUSES = ['archived', 'cancelled', 'draft', 'pending', 'processing', 'published', 'queued'];

const statusOf = ({ status }: IDataObject) => status ?? null;

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
		description: `An audience of a page got a new status, including its first. ${LATENESS_NOTE}.`,
		routing: listRouting(
			'/v0/pages/{pageId}/audiences',
			simplified(
				STATUS_CHANGE_FIELDS,
				watchList({
					noun: 'audience',
					idField: 'audienceId',
					contentOf: statusOf,
					toOutput: (audience, previousFingerprint) => ({
						from: STATUSES.find((status) => contentFingerprint(status) === previousFingerprint) ?? null,
						to: statusOf(audience),
						...audience,
					}),
				}),
			),
		),
	},
	fields: [pageId, startFrom, simplify, pollOptions],
};

const pageCreated: Event = {
	option: {
		name: 'Page Created',
		value: 'pageCreated',
		description:
			'A page was created. Works only if the service lists all pages at once; if it does not, narrow them down with Search.',
		routing: listRouting(
			'/v0/pages/search',
			watchList({ noun: 'page', idField: 'pageId' }, readInOneRequest),
		),
	},
	fields: [startFrom, filters(query), pollOptions],
};

const pageLinkCreated: Event = {
	option: {
		name: 'Page Link Created',
		value: 'pageLinkCreated',
		description: 'A page link was created on the fallback subdomain, or on the domain set in the filters',
		routing: listRouting(
			'/v0/page_links',
			watchList({ noun: 'page link', idField: 'pageLinkId', filter: 'Page or Filters > Path' }),
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

const PEOPLE = { noun: 'person', idField: 'personId', filter: 'Filters > Search' };

export const personCreated: Event = {
	option: {
		name: 'Person Created',
		value: 'personCreated',
		description: 'A person was created',
		routing: listRouting('/v0/persons/search', watchList(PEOPLE)),
	},
	fields: [startFrom, filters(query), pollOptions],
};

const personLogCreated: Event = {
	option: {
		name: 'Person Log Created',
		value: 'personLogCreated',
		description: 'A log entry was added to a person',
		routing: listRouting(
			'/v0/persons/{personId}/logs',
			withEmailLookup(watchList({ noun: 'log entry', idField: 'personLogId' })),
		),
	},
	fields: [personId, startFrom, pollOptions],
};

const personUpdated: Event = {
	option: {
		name: 'Person Created or Updated',
		value: 'personUpdated',
		description: `A person was created, or a field of a person was changed. ${LATENESS_NOTE}.`,
		routing: listRouting(
			'/v0/persons/search',
			watchList({
				...PEOPLE,
				contentOf: fieldValues('name', 'email', 'domain', 'slug', 'phoneNumber', 'linkedinProfileUrl'),
			}),
		),
	},
	fields: [startFrom, filters(query), pollOptions],
};

const topicEntryChanged: Event = {
	option: {
		name: 'Topic Entry Created or Changed',
		value: 'topicEntryChanged',
		description: `An entry was added to a topic, or its content or place was changed. ${LATENESS_NOTE}.`,
		routing: listRouting(
			'/v0/topics/{topicId}/entries',
			watchList({
				noun: 'entry of this topic',
				idField: 'topicEntryId',
				contentOf: fieldValues('content', 'sortOrder'),
			}),
		),
	},
	fields: [topicId, startFrom, pollOptions],
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
