import type { INodeProperties } from 'n8n-workflow';

import { commonRouting } from '../fields/routing';
import { updateAccount } from './account';
import { createAccountLog, getAccountLog, getAccountLogs } from './accountLog';
import { getAudienceAnalytics, getPageSummary } from './analytics/operations';
import { getTrashedAssets } from './asset';
import { createAudience, getAudiences } from './audience';
import { getAudienceMessages, restoreAudienceMessage } from './audienceMessage';
import { getPages, updatePage } from './page';
import { getPageLinks } from './pageLink';
import { getPersonLogs } from './personLog';
import { getTopicEntries, updateTopicEntry } from './topicEntry';
import { create as createPerson } from './person/create';
import { upsert as upsertPerson } from './person/upsert';
import { get as getPerson } from './person/get';
import { getAll as getPeople } from './person/getAll';
import { update as updatePerson } from './person/update';
import { describeResource, type Resource } from './operation';

/** What the service offers; the sections are those of the service interface. The first operation of each is preselected. */
export const RESOURCES: Resource[] = [
	// Section 4.2.
	describeResource('account', 'Account', 'A company with a domain: change its name', [updateAccount]),
	// Sections 4.1, 4.3 and 4.4.
	describeResource(
		'accountLog',
		'Account Log',
		'The activity log of a company, with CRM deals for example: write and read log entries',
		[createAccountLog, getAccountLog, getAccountLogs],
	),
	// Sections 2.12, 4.15 and 4.16.
	describeResource(
		'analytics',
		'Analytics',
		'Sessions, conversion rate, bounce rate and other metrics of pages and audiences, for reports',
		[getAudienceAnalytics, getPageSummary],
	),
	// Sections 4.11 and 4.12.
	describeResource(
		'audience',
		'Audience',
		'A variant of a page with its own name and context, for a person for example: create and list audiences',
		[createAudience, getAudiences],
	),
	// Sections 4.13 and 4.14.
	describeResource(
		'audienceMessage',
		'Audience Message',
		'The conversation about the draft of an audience: read it, or restore the snapshot of a message',
		[getAudienceMessages, restoreAudienceMessage],
	),
	// Sections 4.9 and 4.10.
	describeResource(
		'page',
		'Page',
		'A page with its actions, links, scripts and metadata: list and update pages',
		[getPages, updatePage],
	),
	// Section 4.18.
	describeResource(
		'pageLink',
		'Page Link',
		'A path on a domain that leads to an audience of a page: list page links',
		[getPageLinks],
	),
	// Sections 4.6 to 4.8.
	describeResource(
		'person',
		'Person',
		'A person, also called contact or lead: create, find, update or upsert people',
		[createPerson, upsertPerson, getPerson, getPeople, updatePerson],
	),
	// Section 4.5.
	describeResource('personLog', 'Person Log', 'The activity log of a person: read log entries', [
		getPersonLogs,
	]),
	// Sections 4.19 and 4.20.
	describeResource('topicEntry', 'Topic Entry', 'A piece of content in a topic: list and update entries', [
		getTopicEntries,
		updateTopicEntry,
	]),
	// Section 4.17.
	describeResource(
		'asset',
		'Trashed Asset',
		'An image, logo, icon, video or custom component in the trash: list them',
		[getTrashedAssets],
	),
];

/** The Resource parameter. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	routing: commonRouting,
	options: RESOURCES.map(({ option }) => option),
	default: 'accountLog',
};
