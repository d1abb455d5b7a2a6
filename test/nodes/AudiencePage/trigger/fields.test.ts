/** What each event makes of its fields: of nothing, of nearly nothing, of what is wrong, and what it asks the service for. */
import type { INodeParameters } from 'n8n-workflow';

import { watched, watchedBy } from '../../../support/everyEvent';
import { byEmail, byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { filled, optionalFieldsOf } from '../optionalFields';

const sandbox = useSandbox();

async function whatComes(parameters: INodeParameters, how: 'activate' | 'fetchTestEvent' = 'activate') {
	sandbox().requests.length = 0;
	const [ended] = await Promise.allSettled([new Trigger(sandbox(), parameters)[how]()]);
	const error: unknown = ended.status === 'rejected' ? ended.reason : undefined;
	return { error, requests: sandbox().requests.map(({ method, path, query }) => ({ method, path, query })) };
}

/** The field is refused before anything is sent, for no item, by hand as well as when the workflow is published. */
async function expectRefused(parameters: INodeParameters, displayName: string, rule: string): Promise<void> {
	const error: unknown = expect.objectContaining({
		name: 'NodeOperationError',
		message: expect.stringContaining(`${displayName} must ${rule}`) as string,
		description: 'Nothing was sent.',
		context: { itemIndex: undefined },
	});
	expect(await whatComes(parameters)).toEqual({ error, requests: [] });
	expect(await whatComes(parameters, 'fetchTestEvent')).toEqual({ error, requests: [] });
}

const optional = watched
	.flatMap(({ event, ...form }) =>
		optionalFieldsOf({ name: event, ...form }).map((one) => ({ ...one, event })),
	)
	// A page that is left out stands for all pages: see allPages.test.ts.
	.filter(({ event, field }) => field.name !== 'pageId' || event === 'pageLinkCreated');

test.each(optional)('$title is left out where it is empty', async (field) => {
	const without = await whatComes(filled(field, undefined));
	expect(without).toMatchObject({ error: undefined, requests: [{ method: 'GET' }] });
	for (const value of ['', '={{ null }}']) {
		expect(await whatComes(filled(field, value))).toEqual(without);
	}
});

const required = watched.flatMap(({ event, fields, parameters }) =>
	fields
		.filter((field) => field.required)
		.map(({ name, type, displayName }) => {
			const filledWith = (value: string): INodeParameters => ({
				...parameters,
				[name]: type === 'resourceLocator' ? byId(value) : value,
			});
			return { event, name, displayName, filledWith };
		}),
);

describe.each(required)('$event: $name', ({ event, name, displayName, filledWith }) => {
	test.each([
		['', 'not be empty'],
		['={{ "" }}', 'not be empty'],
		['..', 'be an ID, not a path'],
		['={{ ["a"] }}', 'be text'],
	])('is refused where it is %j', async (value, rule) => {
		await expectRefused(filledWith(value), displayName, rule);
	});

	test('may be an expression as a whole', async () => {
		const id = firstIds(sandbox().store)[name as 'pageId'];
		const { path } = watchedBy(event);
		const came = await whatComes({ ...watchedBy(event).parameters, [name]: `={{ "${id}" }}` });
		expect(came).toMatchObject({ error: undefined, requests: [{ path }] });
	});
});

test.each<[string, INodeParameters, string, string]>([
	['accountLogCreated', { accountId: 'acme.com' }, 'Account ID', 'be account_ followed by 26 '],
	['assetTrashed', { filters: { assetType: '={{ 0 }}' } }, 'Asset Type', 'be custom-component, icon'],
	['audienceStatusChanged', { newStatus: '={{ 0 }}' }, 'New Status', 'contain only archived'],
	['audienceStatusChanged', { oldStatus: 'unknown' }, 'Old Status', 'contain only archived'],
	['pageLinkCreated', { pageId: byId('..') }, 'Page', 'be an ID, not a path'],
	['personLogCreated', { personId: byEmail('={{ "" }}') }, 'Person', 'not be empty'],
	['personCreated', { filters: { query: '={{ [] }}' } }, 'Search', 'be text'],
	['personCreated', { filters: { domain: '={{ 0 }}' } }, 'Domain', 'be a domain'],
	['personCreated', { startFrom: '={{ false }}' }, 'Start From', 'be everything or now'],
	['personCreated', { options: { maxPerPoll: 1.5 } }, 'Max Per Poll', 'be a whole number of at least 1'],
	['personCreated', { options: { fullReadEvery: 0 } }, 'Full Read Every', 'be a whole number of at least 1'],
	['personUpdated', { changes: '={{ 0 }}' }, 'Changes', 'be createdAndUpdated or updatedOnly'],
	['topicEntryChanged', { fieldsToWatch: ['name'] }, 'Fields to Watch', 'contain only '],
])('%s refuses %j', async (event, wrong, displayName, rule) => {
	const { parameters } = watchedBy(event);
	await expectRefused({ ...parameters, ...wrong }, displayName, rule);
});

test.each<[string, INodeParameters]>([
	['assetTrashed', { assetType: 'custom-component' }],
	['assetTrashed', { assetType: 'icon', query: 'ä&b=c #1 +' }],
	['pageLinkCreated', { path: '/ä&b=c #1 +', tenantDomainId: 'domain_1' }],
])('%s: the filters %j are in the query', async (event, filters) => {
	expect(await whatComes({ event, filters })).toMatchObject({ requests: [{ query: filters }] });
});
