import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { optionsList } from './fields/choice';
import { subtitleBy } from './fields/nodeTexts';
import { commonRouting } from './fields/routing';
import { searchAudiences, searchMessages, searchPages, searchPersons } from './methods/listSearch';
import { CREDENTIAL, REQUEST_DEFAULTS } from './transport/connection';
import { eventFields, events } from './trigger/events';
import { poll } from './trigger/poll';

const titles = Object.fromEntries(
	events.map(({ value, name }): [string, string] => [String(value), name]),
);

const event: INodeProperties = optionsList(
	{
		displayName: 'Trigger On',
		name: 'event',
		routing: commonRouting,
		default: 'personCreated',
	},
	events,
);

export class AudiencePageTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Audience Page Trigger',
		name: 'audiencePageTrigger',
		icon: { light: 'file:audiencePage.svg', dark: 'file:audiencePage.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleBy(['event'], titles),
		// n8n's panel lists both nodes as one entry, with this description.
		description:
			'Work with people, accounts, pages, audiences and analytics in Audience Page, or start a workflow when something changes there',
		builderHint: {
			searchHint: `Events: ${events.map(({ name }) => name).join(', ')}. Choose one event. The trigger polls, and gives each new or changed record as an item. Records that exist when the workflow is first published start it only if startFrom is everything.`,
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-audience-page.audiencePage',
					relationHint: 'Reads and writes the records of Audience Page',
				},
			],
		},
		defaults: { name: 'Audience Page Trigger' },
		polling: true,
		triggerPanel: {
			header: 'A test event shows the first records, as Audience Page lists them',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL, required: true }],
		requestDefaults: REQUEST_DEFAULTS,
		properties: [event, ...eventFields],
	};

	methods = { listSearch: { searchAudiences, searchMessages, searchPages, searchPersons } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this, DESCRIPTION);
	}
}

const DESCRIPTION = new AudiencePageTrigger().description;
