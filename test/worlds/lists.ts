import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../support/locators';

/** A list with cursors. */
interface List {
	/** What the ID of its records is called. */
	id: string;
	resource: string;
	/** The event of a new record in it. */
	event: string;
	/** Which list it is. */
	of: INodeParameters;
}

export const LISTS: List[] = [
	{ id: 'personId', resource: 'person', event: 'personCreated', of: {} },
	{
		id: 'accountLogId',
		resource: 'accountLog',
		event: 'accountLogCreated',
		of: { accountId: `account_${'a'.repeat(26)}` },
	},
	{ id: 'personLogId', resource: 'personLog', event: 'personLogCreated', of: { personId: byId('person_1') } },
	{ id: 'audienceId', resource: 'audience', event: 'audienceCreated', of: { pageId: byId('page_1') } },
	{ id: 'assetId', resource: 'asset', event: 'assetTrashed', of: {} },
	{ id: 'pageLinkId', resource: 'pageLink', event: 'pageLinkCreated', of: {} },
	{ id: 'topicEntryId', resource: 'topicEntry', event: 'topicEntryChanged', of: { topicId: 'topic_1' } },
];
