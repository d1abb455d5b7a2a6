import type { GenericValue, INodeProperties, PreSendAction } from 'n8n-workflow';

import { query } from '../../fields/collections';
import { accountId, personId, topicId } from '../../fields/ids';
import { listRouting } from '../../fields/list';
import { simplified } from '../../fields/outputFields';
import { domainText, normalizeDomain, textValue, validatedText } from '../../fields/text';
import { ASSET_FIELDS, assetType } from '../../resources/asset';
import { linkPath, tenantDomainId } from '../../resources/pageLink';
import { PERSON } from '../../resources/person/fields';
import { withEmailLookup } from '../../resources/person/searchPeople';
import { isEmpty } from '../../shared/values';
import { pageOrAll } from '../allPages';
import { DELAY_OF_CHANGES, DELAY_OF_NEW, type Event } from '../event';
import { listWithCursors, pageSearch } from '../listReaders';
import { changes, contentChanges, fieldsToWatch, type WatchSpec } from '../watch';
import { watchList } from '../watchList';
import { audienceCreated, audiencePublished, audienceStatusChanged } from './audience';

const accountLogCreated: Event = {
	name: 'Account Log Created',
	value: 'accountLogCreated',
	description: `A log entry is added to an account. ${DELAY_OF_NEW}.`,
	routing: listRouting(
		'/v0/accounts/{accountId}/logs',
		watchList({
			noun: 'log entry',
			idField: 'accountLogId',
			whereToCreate: 'use Account Log > Create',
		}),
	),
	listOf: [accountId],
};

const assetTrashed: Event = {
	name: 'Asset Trashed',
	value: 'assetTrashed',
	description: `An asset is moved to the trash. ${DELAY_OF_CHANGES}.`,
	routing: listRouting(
		'/v0/assets/trash',
		simplified(
			ASSET_FIELDS,
			watchList({
				noun: 'asset in the trash',
				idField: 'assetId',
				// It changes when an asset is restored and trashed again.
				watchedFields: () => ['trashedAt'],
				narrowedBy: 'Filters > Asset Type or Search',
				whereToCreate: 'move one to the trash in Audience Page',
			}),
		),
	),
	filters: [assetType, query],
	isSimplified: true,
};

const pageCreated: Event = {
	name: 'Page Created',
	value: 'pageCreated',
	description:
		'A page is created. Noticed at the next poll. 1 request per poll. If the service lists only some of the pages, the poll fails.',
	routing: listRouting(
		'/v0/pages/search',
		watchList(
			{ noun: 'page', idField: 'pageId', whereToCreate: 'create one in Audience Page' },
			pageSearch('Narrow the list down with Filters > Search (it starts over)'),
		),
	),
	filters: [query],
};

/**
 * The page is a filter of this list (service interface, section 4.18); the field itself checks it.
 */
const pageInQuery: PreSendAction = async function (request) {
	const pageId = this.getNodeParameter(pageOrAll.name, '', { extractValue: true }) as GenericValue;
	if (isEmpty(pageId)) return request;
	return { ...request, qs: { ...request.qs, pageId: textValue(pageId, pageOrAll) } };
};

const pageLinkCreated: Event = {
	name: 'Page Link Created',
	value: 'pageLinkCreated',
	description: `A page link is created on the chosen domain, or else on the fallback subdomain. ${DELAY_OF_NEW}.`,
	routing: {
		...listRouting(
			'/v0/page_links',
			watchList({
				noun: 'page link',
				idField: 'pageLinkId',
				narrowedBy: 'Page or Filters > Path',
				whereToCreate: 'create one in Audience Page',
			}),
		),
		send: { preSend: [pageInQuery] },
	},
	listOf: [pageOrAll],
	filters: [linkPath, tenantDomainId],
};

/** The service has no filter by the domain of people, so the trigger compares it. */
const domain: INodeProperties = {
	displayName: 'Domain',
	name: 'domain',
	type: 'string',
	default: '',
	placeholder: 'e.g. acme.com',
	description:
		'Only people who are at this company now start the workflow: those with this domain, or with an email address at it. A person who leaves the company does not.',
};

const withDomain: WatchSpec['recordFilter'] = (context) => {
	const given = context.getNodeParameter('filters.domain', '') as GenericValue;
	const chosen = validatedText(context, domain, given, domainText);
	if (chosen === undefined) return undefined;
	const isChosen = (host: unknown) => typeof host === 'string' && normalizeDomain(host) === chosen;
	return ({ domain, email }) =>
		isChosen(domain) || (typeof email === 'string' && isChosen(email.replace(/^.*@/, '')));
};

const PEOPLE = {
	noun: 'person',
	idField: PERSON.idField,
	narrowedBy: 'Filters > Search',
	whereToCreate: 'create one with Person > Create',
	recordFilter: withDomain,
};

/** All fields of a person but the times. */
const PERSON_CONTENT = PERSON.fields.filter((field) => !field.endsWith('At'));

export const personCreated: Event = {
	name: 'Person Created',
	value: 'personCreated',
	description: `A person is created. ${DELAY_OF_NEW}.`,
	routing: listRouting('/v0/persons/search', watchList(PEOPLE)),
	filters: [domain, query],
};

const personUpdated: Event = {
	name: 'Person Updated',
	value: 'personUpdated',
	description: `A watched field of a person changes, or, if Changes includes it, a person is created. ${DELAY_OF_CHANGES}.`,
	routing: listRouting(
		'/v0/persons/search',
		watchList({ ...PEOPLE, ...contentChanges(PERSON_CONTENT) }),
	),
	changes: [changes, fieldsToWatch(PERSON_CONTENT)],
	filters: [domain, query],
};

const personLogCreated: Event = {
	name: 'Person Log Created',
	value: 'personLogCreated',
	description: `A log entry is added to a person. ${DELAY_OF_NEW}, 2 by email.`,
	routing: listRouting(
		'/v0/persons/{personId}/logs',
		watchList(
			{ noun: 'log entry', idField: 'personLogId', whereToCreate: 'add one in Audience Page' },
			listWithCursors,
			withEmailLookup,
		),
	),
	listOf: [{ ...personId, description: 'The person whose log to watch, by ID or email' }],
};

/** What of a topic entry can change (service interface, section 2.11). */
const ENTRY_CONTENT = ['content', 'sortOrder'];

const topicEntryChanged: Event = {
	name: 'Topic Entry Changed',
	value: 'topicEntryChanged',
	description: `A topic entry's content or place changes, or, if Changes includes it, an entry is added. ${DELAY_OF_CHANGES}.`,
	routing: listRouting(
		'/v0/topics/{topicId}/entries',
		watchList({
			noun: 'entry of this topic',
			idField: 'topicEntryId',
			whereToCreate: 'add one in Audience Page',
			...contentChanges(ENTRY_CONTENT),
		}),
	),
	listOf: [topicId],
	changes: [changes, fieldsToWatch(ENTRY_CONTENT)],
};

/** All events, in alphabetical order. */
export const events: Event[] = [
	accountLogCreated,
	assetTrashed,
	audienceCreated,
	audiencePublished,
	audienceStatusChanged,
	pageCreated,
	pageLinkCreated,
	personCreated,
	personLogCreated,
	personUpdated,
	topicEntryChanged,
];
