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
import { rulesOf, titlesOf } from './resources/operation';
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
		{ name: 'Account', value: 'account' },
		{ name: 'Account Log', value: 'accountLog' },
		{ name: 'Analytics', value: 'analytics' },
		{ name: 'Audience', value: 'audience' },
		{ name: 'Audience Message', value: 'audienceMessage' },
		{ name: 'Page', value: 'page' },
		{ name: 'Page Link', value: 'pageLink' },
		{ name: 'Person', value: 'person' },
		{ name: 'Person Log', value: 'personLog' },
		{ name: 'Topic Entry', value: 'topicEntry' },
		{ name: 'Trashed Asset', value: 'asset' },
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
