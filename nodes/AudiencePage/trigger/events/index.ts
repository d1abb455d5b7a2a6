import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { filters, query } from '../../fields/collections';
import { accountId, personId, topicId } from '../../fields/ids';
import { listRouting } from '../../fields/list';
import { sameNamed, simplified, simplify } from '../../fields/simplify';
import { ASSET_FIELDS, assetType } from '../../resources/asset';
import { linkPath, tenantDomainId } from '../../resources/pageLink';
import { PERSON } from '../../resources/person/fields';
import { withEmailLookup } from '../../resources/person/findPeople';
import { names } from '../../resources/records';
import { pageSearch } from '../lists';
import { pollOptions, startFrom } from '../watch';
import { watchList } from '../watchList';
import { chosenStatusChanges, newStatus, oldStatus, statusChanges } from './audienceStatus';
import { changes, contentChanges, fieldsToWatch } from './contentChanges';
import { pageInQuery, pageOrAll, watchPages } from './pages';
import { domain, withDomain } from './personDomain';

/** When an event is noticed: it ends a description, of which n8n's list shows 120 characters. */
const NEW_NOTICED = 'Usually noticed at the next poll';
/** See `MAX_CHANGE_DELAY`. */
const CHANGE_NOTICED = 'Noticed within 15 minutes, or at the next poll if that is later';

const AUDIENCES = '/v0/pages/{pageId}/audiences';
const AUDIENCE = {
	noun: 'audience',
	idField: 'audienceId',
	whereToCreate: 'add one with Audience > Create',
};
/** What Simplify leaves of an audience beside what an event is about. */
const AUDIENCE_FIELDS = names(
	'audienceId pageId pageName personId personRouteKey effectiveName status createdAt',
);
export const NEW_AUDIENCE_FIELDS = sameNamed(
	...AUDIENCE_FIELDS,
	...names('supplementaryContext actionUrlOverride'),
);
export const STATUS_CHANGE_FIELDS = sameNamed('from', 'to', ...AUDIENCE_FIELDS);

const PEOPLE = {
	noun: 'person',
	idField: PERSON.idField,
	whereToCreate: 'create one with Person > Create',
	recordFilter: withDomain,
};
/** All fields of a person but the times. */
const PERSON_CONTENT = PERSON.fields.filter((field) => !field.endsWith('At'));

/** What of a topic entry can change (service interface, section 2.11). */
const ENTRY_CONTENT = ['content', 'sortOrder'];

/** All events, in alphabetical order; the routing says which list is watched, and how. */
export const events: INodePropertyOptions[] = [
	{
		name: 'Account Log Created',
		value: 'accountLogCreated',
		description: `A log entry is added to an account. ${NEW_NOTICED}.`,
		routing: listRouting(
			'/v0/accounts/{accountId}/logs',
			watchList({
				noun: 'log entry',
				idField: 'accountLogId',
				whereToCreate: 'use Account Log > Create',
			}),
		),
	},
	{
		name: 'Asset Trashed',
		value: 'assetTrashed',
		description: `An asset is moved to the trash. ${CHANGE_NOTICED}.`,
		routing: listRouting(
			'/v0/assets/trash',
			simplified(
				ASSET_FIELDS,
				watchList({
					noun: 'asset in the trash',
					idField: 'assetId',
					// It changes when an asset is restored and trashed again.
					watchedFields: () => ['trashedAt'],
					whereToCreate: 'move one to the trash in Audience Page',
				}),
			),
		),
	},
	{
		name: 'Audience Created',
		value: 'audienceCreated',
		description: `An audience is added to the page, or to any page. ${NEW_NOTICED}.`,
		routing: listRouting(AUDIENCES, simplified(NEW_AUDIENCE_FIELDS, watchPages(AUDIENCE))),
	},
	{
		name: 'Audience Published',
		value: 'audiencePublished',
		description: `An audience is published, or is new and published. ${CHANGE_NOTICED}.`,
		routing: listRouting(
			AUDIENCES,
			simplified(
				STATUS_CHANGE_FIELDS,
				watchPages({
					...AUDIENCE,
					...statusChanges,
					recordFilter: () => (audience) => audience.status === 'published',
				}),
			),
		),
	},
	{
		name: 'Audience Status Changed',
		value: 'audienceStatusChanged',
		description: `An audience gets another status, or is new. ${CHANGE_NOTICED}.`,
		routing: listRouting(
			AUDIENCES,
			simplified(STATUS_CHANGE_FIELDS, watchPages({ ...AUDIENCE, ...chosenStatusChanges })),
		),
	},
	{
		name: 'Page Created',
		value: 'pageCreated',
		description:
			'A page is created. Noticed at the next poll. If the service lists only some of the pages, the poll fails.',
		routing: listRouting(
			'/v0/pages/search',
			watchList(
				{ noun: 'page', idField: 'pageId', whereToCreate: 'create one in Audience Page' },
				pageSearch,
			),
		),
	},
	{
		name: 'Page Link Created',
		value: 'pageLinkCreated',
		description: `A page link is created on the chosen domain, or else on the fallback subdomain. ${NEW_NOTICED}.`,
		routing: {
			...listRouting(
				'/v0/page_links',
				watchList({
					noun: 'page link',
					idField: 'pageLinkId',
					whereToCreate: 'create one in Audience Page',
				}),
			),
			send: { preSend: [pageInQuery] },
		},
	},
	{
		name: 'Person Created',
		value: 'personCreated',
		description: `A person is created. ${NEW_NOTICED}.`,
		routing: listRouting('/v0/persons/search', watchList(PEOPLE)),
	},
	{
		name: 'Person Log Created',
		value: 'personLogCreated',
		description: `A log entry is added to a person. ${NEW_NOTICED}.`,
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
	{
		name: 'Person Updated',
		value: 'personUpdated',
		description: `A watched field of a person changes, or, if Changes includes it, a person is created. ${CHANGE_NOTICED}.`,
		routing: listRouting(
			'/v0/persons/search',
			watchList({ ...PEOPLE, ...contentChanges(PERSON_CONTENT) }),
		),
	},
	{
		name: 'Topic Entry Changed',
		value: 'topicEntryChanged',
		description: `A topic entry's content or place changes, or, if Changes includes it, an entry is added. ${CHANGE_NOTICED}.`,
		routing: listRouting(
			'/v0/topics/{topicId}/entries',
			watchList({
				noun: 'entry of this topic',
				idField: 'topicEntryId',
				whereToCreate: 'add one in Audience Page',
				...contentChanges(ENTRY_CONTENT),
			}),
		),
	},
];

const shownFor = (...event: string[]) => ({ displayOptions: { show: { event } } });
const offeredFor = (...event: string[]) => ({ displayOptions: { show: { '/event': event } } });

/**
 * The form below the event, in its order. Where nothing is said, all events have the field. A name
 * stands once: of several with one name, n8n's AI builder sees only the first.
 */
export const eventFields: INodeProperties[] = [
	{ ...accountId, ...shownFor('accountLogCreated') },
	{
		...personId,
		description: 'The person whose log to watch, by ID or email',
		...shownFor('personLogCreated'),
	},
	{ ...topicId, ...shownFor('topicEntryChanged') },
	{
		...pageOrAll,
		...shownFor('audienceCreated', 'audiencePublished', 'audienceStatusChanged', 'pageLinkCreated'),
	},
	{ ...newStatus, ...shownFor('audienceStatusChanged') },
	{ ...oldStatus, ...shownFor('audienceStatusChanged') },
	{ ...changes, ...shownFor('personUpdated', 'topicEntryChanged') },
	fieldsToWatch({ personUpdated: PERSON_CONTENT, topicEntryChanged: ENTRY_CONTENT }),
	startFrom,
	{
		...filters(
			{ ...assetType, ...offeredFor('assetTrashed') },
			{ ...domain, ...offeredFor('personCreated', 'personUpdated') },
			{ ...linkPath, ...offeredFor('pageLinkCreated') },
			{
				...query,
				...offeredFor('assetTrashed', 'pageCreated', 'personCreated', 'personUpdated'),
			},
			{ ...tenantDomainId, ...offeredFor('pageLinkCreated') },
		),
		...shownFor('assetTrashed', 'pageCreated', 'pageLinkCreated', 'personCreated', 'personUpdated'),
	},
	{
		...simplify,
		...shownFor('assetTrashed', 'audienceCreated', 'audiencePublished', 'audienceStatusChanged'),
	},
	pollOptions,
];
