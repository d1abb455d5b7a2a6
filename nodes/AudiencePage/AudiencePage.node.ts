import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { run } from './execution/run';
import { everyRequest } from './fields/send';
import { searchPages } from './methods/listSearch';
import { accountLog } from './resources/accountLog';
import { analytics } from './resources/analytics';
import { audience } from './resources/audience';
import { page } from './resources/page';
import { person } from './resources/person';
import { CREDENTIAL } from './transport/delivery';
import { REQUEST_DEFAULTS } from './transport/request';

/** The Audience Page node: what the service offers, resource by resource. */
export class AudiencePage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Audience Page',
		name: 'audiencePage',
		icon: { light: 'file:audiencePage.svg', dark: 'file:audiencePage.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Work with accounts, people, pages, audiences and analytics of Audience Page',
		defaults: { name: 'Audience Page' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		requestDefaults: REQUEST_DEFAULTS,
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				routing: everyRequest,
				options: [
					{ name: 'Account Log', value: 'accountLog' },
					{ name: 'Analytics', value: 'analytics' },
					{ name: 'Audience', value: 'audience' },
					{ name: 'Page', value: 'page' },
					{ name: 'Person', value: 'person' },
				],
				default: 'accountLog',
			},
			...accountLog,
			...analytics,
			...audience,
			...page,
			...person,
		],
	};

	methods = { listSearch: { searchPages } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, new AudiencePage().description)];
	}
}
