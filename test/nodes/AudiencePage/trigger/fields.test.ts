/** What each event makes of its fields: of nothing, of what is wrong, and what it asks the service for. */
import type { INodeParameters } from 'n8n-workflow';

import { watched, watchedBy } from '../../../support/everyEvent';
import { byEmail, byId } from '../../../support/locators';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();

const required = watched.flatMap(({ event, fields }) =>
	fields
		.filter((field) => field.required)
		.flatMap(({ name, type, displayName }) => {
			const filledWith = (value: string) => ({ [name]: type === 'resourceLocator' ? byId(value) : value });
			return [
				[event, filledWith('={{ "" }}'), displayName, 'not be empty'],
				[event, filledWith('..'), displayName, 'be an ID, not a path'],
			] as Array<[string, INodeParameters, string, string]>;
		}),
);

test.each<[string, INodeParameters, string, string]>([
	...required,
	['accountLogCreated', { accountId: 'acme.com' }, 'Account ID', 'be account_ followed by 26 '],
	['assetTrashed', { filters: { assetType: '={{ 0 }}' } }, 'Asset Type', 'be custom-component, icon'],
	['audienceStatusChanged', { newStatus: '={{ 0 }}' }, 'New Status', 'contain only archived'],
	['audienceStatusChanged', { oldStatus: 'unknown' }, 'Old Status', 'contain only archived'],
	['pageLinkCreated', { pageId: byId('..') }, 'Page', 'be an ID, not a path'],
	['personLogCreated', { personId: byEmail('={{ "" }}') }, 'Person', 'not be empty'],
	['personCreated', { filters: { domain: 'info@acme.com' } }, 'Domain', 'be a domain'],
	['personCreated', { filters: { domain: 'acme' } }, 'Domain', 'be a domain'],
	['personCreated', { startFrom: '={{ false }}' }, 'Start From', 'be everything or now'],
	['personCreated', { options: { maxPerPoll: 1.5 } }, 'Max Per Poll', 'be a whole number of at least 1'],
	['personCreated', { options: { fullReadEvery: 0 } }, 'Full Read Every', 'be a whole number of at least 1'],
	['personUpdated', { changes: '={{ 0 }}' }, 'Changes', 'be createdAndUpdated or updatedOnly'],
	['topicEntryChanged', { fieldsToWatch: ['name'] }, 'Fields to Watch', 'contain only '],
])('%s refuses %j, by hand too, before anything is sent', async (event, wrong, displayName, rule) => {
	for (const how of ['activate', 'fetchTestEvent'] as const) {
		const trigger = new Trigger(sandbox(), { ...watchedBy(event).parameters, ...wrong });
		await expect(trigger[how]()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringContaining(`${displayName} must ${rule}`) as string,
			description: 'Nothing was sent.',
			context: { itemIndex: undefined },
		});
	}
	expect(sandbox().requests).toEqual([]);
});

test.each<[string, INodeParameters, object]>([
	['assetTrashed', { assetType: 'icon', query: 'ä&b=c #1 +' }, { assetType: 'icon', query: 'ä&b=c #1 +' }],
	['assetTrashed', { assetType: '', query: '={{ null }}' }, {}],
	['pageLinkCreated', { path: '/ä&b', tenantDomainId: 'd1' }, { path: '/ä&b', tenantDomainId: 'd1' }],
	['personCreated', { query: 'ada', domain: '={{ "" }}' }, { query: 'ada' }],
])('%s: of the filters %j, the query has %j', async (event, filters, query) => {
	await new Trigger(sandbox(), { event, filters }).activate();
	expect(sandbox().requests[0]?.query).toEqual({ ...query, limit: '100' });
});
