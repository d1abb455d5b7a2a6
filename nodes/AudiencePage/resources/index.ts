import type { INodeProperties } from 'n8n-workflow';

import { commonRouting } from '../fields/routing';
import { updateAccount } from './account';
import { createAccountLog, getAccountLog, getAccountLogs } from './accountLog';
import { getAudienceAnalytics, getPageAnalytics } from './analytics/operations';
import { getTrashedAssets } from './asset';
import { createAudience, getAudiences } from './audience';
import { getAudienceMessages, restoreAudienceMessage } from './audienceMessage';
import { getPages, updatePage } from './page';
import { getPageLinks } from './pageLink';
import { getPersonLogs } from './personLog';
import { getTopicEntries, updateTopicEntry } from './topicEntry';
import { createPerson, getPeople, getPerson, updatePerson } from './person/operations';
import { upsertPerson } from './person/upsert';
import { describeResource, type Resource } from './operation';

/** What the service offers. The first operation of each is preselected; the form lists them by name. */
export const RESOURCES: Resource[] = [
	describeResource('account', 'Account', 'A company with a domain: change its name', [updateAccount]),
	describeResource(
		'accountLog',
		'Account Log',
		'The log of a company, with CRM deals for example: write and read log entries',
		[createAccountLog, getAccountLog, getAccountLogs],
	),
	describeResource(
		'analytics',
		'Analytics',
		'Sessions, conversion rate, bounce rate and other metrics of pages and audiences, for reports',
		[getAudienceAnalytics, getPageAnalytics],
	),
	describeResource(
		'audience',
		'Audience',
		'A variant of a page with its own name and context, for a person for example: create and list audiences',
		[createAudience, getAudiences],
	),
	describeResource(
		'audienceMessage',
		'Audience Message',
		'The conversation about the draft of an audience: read it, or restore the snapshot of a message',
		[getAudienceMessages, restoreAudienceMessage],
	),
	describeResource(
		'page',
		'Page',
		'A page with its actions, links, scripts and metadata: list and update pages',
		[getPages, updatePage],
	),
	describeResource(
		'pageLink',
		'Page Link',
		'A path on a domain that leads to an audience of a page: list page links',
		[getPageLinks],
	),
	describeResource(
		'person',
		'Person',
		'A person, also called contact or lead: create, find, update or upsert people',
		[createPerson, upsertPerson, getPerson, getPeople, updatePerson],
	),
	describeResource('personLog', 'Person Log', 'The log of a person: read log entries', [getPersonLogs]),
	describeResource('topicEntry', 'Topic Entry', 'A piece of content in a topic: list and update entries', [
		getTopicEntries,
		updateTopicEntry,
	]),
	describeResource(
		'asset',
		'Trashed Asset',
		'Images, logos, icons, videos and custom components in the trash: list them',
		[getTrashedAssets],
	),
];

export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	routing: commonRouting,
	options: RESOURCES.map(({ option }) => option),
	default: 'accountLog',
};
