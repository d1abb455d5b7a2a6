import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { run } from './execution/run';
import { subtitleBy } from './fields/nodeTexts';
import { searchAudiences, searchMessages, searchPages, searchPersons } from './methods/listSearch';
import { RESOURCES, resourceField } from './resources';
import { formOf, rulesOf, titlesOf } from './resources/operation';
import { CREDENTIAL, REQUEST_DEFAULTS } from './transport/connection';

export class AudiencePage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Audience Page',
		name: 'audiencePage',
		icon: { light: 'file:audiencePage.svg', dark: 'file:audiencePage.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleBy(['resource', 'operation'], titlesOf(RESOURCES)),
		description: 'Work with people, accounts, pages, audiences and analytics in Audience Page',
		builderHint: {
			searchHint:
				'Person upsert first looks for the person, by email for example, so that nobody is created twice. Account log create takes a company domain in place of an ID. For the metrics of all pages, one analytics getSummary with pages set to all is enough.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-audience-page.audiencePageTrigger',
					relationHint: 'Starts a workflow when a record is created or changes',
				},
			],
		},
		defaults: { name: 'Audience Page' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		requestDefaults: REQUEST_DEFAULTS,
		properties: [resourceField, ...formOf(RESOURCES)],
	};

	methods = { listSearch: { searchAudiences, searchMessages, searchPages, searchPersons } };

	/**
	 * Why a declarative node has an `execute`: n8n asks for it where a node "needs to work on
	 * incoming items independently of a single API call"
	 * (https://docs.n8n.io/integrations/creating-nodes/plan/choose-node-method/). This one looks for
	 * a record before it writes it, creates nothing twice when a run is repeated, keeps the writes to
	 * a record in order, and links each output to its item. `run` reads the requests from `routing`.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, DESCRIPTION, rulesOf(RESOURCES, this.getNode().parameters))];
	}
}

const DESCRIPTION = new AudiencePage().description;
