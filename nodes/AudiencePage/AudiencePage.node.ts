import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { run } from './execution/run';
import { NODE_DESCRIPTION, subtitleBy } from './fields/nodeTexts';
import { commonRouting } from './fields/routing';
import { searchAudiences, searchMessages, searchPages, searchPersons } from './methods/listSearch';
import { account } from './resources/account';
import { accountLog } from './resources/accountLog';
import { analytics } from './resources/analytics';
import { asset } from './resources/asset';
import { audience } from './resources/audience';
import { audienceMessage } from './resources/audienceMessage';
import { operationTexts, rulesOf, titlesOf } from './resources/operation';
import { page } from './resources/page';
import { pageLink } from './resources/pageLink';
import { person } from './resources/person';
import { personLog } from './resources/personLog';
import { topicEntry } from './resources/topicEntry';
import { CREDENTIAL } from './transport/apiClient';
import { REQUEST_DEFAULTS } from './transport/request';

const RESOURCES = [
	account,
	accountLog,
	analytics,
	asset,
	audience,
	audienceMessage,
	page,
	pageLink,
	person,
	personLog,
	topicEntry,
];

const CHOICE_OF_RESOURCE: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	routing: commonRouting,
	options: [
		{
			name: 'Account',
			value: 'account',
			description: 'A company with a domain: change its name',
		},
		{
			name: 'Account Log',
			value: 'accountLog',
			description: 'The activity log of a company, with CRM deals for example: write and read log entries',
		},
		{
			name: 'Analytics',
			value: 'analytics',
			description:
				'Sessions, conversion rate, bounce rate and other metrics of pages and audiences, for reports',
		},
		{
			name: 'Audience',
			value: 'audience',
			description:
				'A variant of a page with its own name and context, for a person for example: create and list audiences',
		},
		{
			name: 'Audience Message',
			value: 'audienceMessage',
			description:
				'The conversation about the draft of an audience: read it, or restore the snapshot of a message',
		},
		{
			name: 'Page',
			value: 'page',
			description: 'A page with its actions, links, scripts and metadata: list and update pages',
		},
		{
			name: 'Page Link',
			value: 'pageLink',
			description: 'A path on a domain that leads to an audience of a page: list page links',
		},
		{
			name: 'Person',
			value: 'person',
			description: 'A person, also called contact or lead: create, find, update or upsert people',
		},
		{
			name: 'Person Log',
			value: 'personLog',
			description: 'The activity log of a person: read log entries',
		},
		{
			name: 'Topic Entry',
			value: 'topicEntry',
			description: 'A piece of content in a topic: list and update entries',
		},
		{
			name: 'Trashed Asset',
			value: 'asset',
			description: 'An image, logo, icon, video or custom component in the trash: list them',
		},
	],
	default: 'accountLog',
};

/** The Audience Page node: what the service offers, resource by resource. */
export class AudiencePage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Audience Page',
		name: 'audiencePage',
		icon: { light: 'file:audiencePage.svg', dark: 'file:audiencePage.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleBy(['resource', 'operation'], titlesOf(RESOURCES)),
		description: NODE_DESCRIPTION,
		builderHint: {
			searchHint:
				'Person upsert first looks for the person, by email for example, so that nobody is created twice. Account log create takes a company domain in place of an ID. For the metrics of all pages, connect page getAll to analytics getSummary, with the pageId of each item as its pageId.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-audience-page.audiencePageTrigger',
					relationHint: 'Starts a workflow when a record is created or changes',
				},
			],
			extraTypeDefContent: operationTexts(RESOURCES),
		},
		defaults: { name: 'Audience Page' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		requestDefaults: REQUEST_DEFAULTS,
		properties: [CHOICE_OF_RESOURCE, ...RESOURCES.flatMap(({ properties }) => properties)],
	};

	methods = { listSearch: { searchAudiences, searchMessages, searchPages, searchPersons } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, DESCRIPTION, RULES)];
	}
}

const DESCRIPTION = new AudiencePage().description;
const RULES = rulesOf(RESOURCES);
