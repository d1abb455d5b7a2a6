/** Parameters with which each operation of the node sends a request to a sandbox with the usual records. */
import type { INodeParameters } from 'n8n-workflow';

import { seedStore } from '../service/seed';
import { DEFAULT_SIZES } from '../service/seed/sizes';
import { operations } from './description';
import { byId } from './locators';
import { firstIds } from './records';

const { accountId, accountLogId, pageId, audienceId, messageId, personId, topicId, topicEntryId } = firstIds(
	seedStore(1, DEFAULT_SIZES),
);

const ofPage = { pageId: byId(pageId) };
const ofAudience = { ...ofPage, audienceId: byId(audienceId) };

/** By resource and operation: what it needs, and two fields where one of them has to be filled. */
const NEEDED: Record<string, INodeParameters> = {
	'account.update': { accountId, name: 'Acme' },
	'accountLog.create': {
		accountId,
		domain: 'acme.com',
		source: 'crm',
		payload: '{"a":1}',
		options: { idempotencyKeyMode: 'content', idempotencyKey: 'D-1' },
	},
	'accountLog.get': { accountId, accountLogId },
	'accountLog.getAll': { accountId },
	'analytics.getAudiences': {
		...ofPage,
		period: 'custom',
		startDate: '2026-11-01T00:00:00Z',
		endDate: '2026-11-02T00:00:00Z',
	},
	'analytics.getSummary': {
		...ofPage,
		period: 'custom',
		startDate: '2026-11-01T00:00:00Z',
		endDate: '2026-11-02T00:00:00Z',
	},
	'asset.getAll': {},
	'audience.create': ofPage,
	'audience.getAll': ofPage,
	'audienceMessage.getAll': { ...ofAudience, output: 'conversation' },
	'audienceMessage.restore': { ...ofAudience, messageId: byId(messageId) },
	'page.getAll': {},
	'page.update': { ...ofPage, updateFields: { name: 'Pricing', pageContext: 'For visitors' } },
	'pageLink.getAll': {},
	'person.create': { name: 'Nathan Smith' },
	'person.getAll': {},
	'person.update': { personId: byId(personId), updateFields: { name: 'Nathan', domain: 'acme.com' } },
	'person.upsert': { matchOn: 'email', matchValue: 'nathan@acme.com', name: 'Nathan Smith' },
	'personLog.getAll': { personId: byId(personId) },
	'topicEntry.getAll': { topicId },
	'topicEntry.update': {
		topicId,
		topicEntryId,
		updateFields: { sortOrder: 3, content: { content: 'Answer', type: 'text' } },
	},
};

/** Every operation of the node, by its name, with parameters that it can be run with. */
export const runnable = operations.map((operation) => {
	const needed = NEEDED[operation.name];
	if (needed === undefined) throw new Error(`There are no parameters for ${operation.name}`);
	const parameters: INodeParameters = {
		resource: operation.resource,
		operation: operation.operation,
		...needed,
	};
	return { ...operation, parameters };
});
