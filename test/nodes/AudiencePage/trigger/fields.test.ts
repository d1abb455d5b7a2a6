/** What each event makes of its fields: of nothing, of nearly nothing, of what is wrong, and what it asks the service for. */
import type { INodeParameters } from 'n8n-workflow';

import { watched, watchedBy } from '../../../support/everyEvent';
import { byEmail, byId } from '../../../support/locators';
import { firstIds } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';
import { filled, optionalFieldsOf } from '../optionalFields';

const sandbox = useSandbox();

interface Came {
	error?: unknown;
	requests: Array<{ method: string; path: string; query: object }>;
}

async function whatComes(
	parameters: INodeParameters,
	how: 'activate' | 'fetchTestEvent' = 'activate',
): Promise<Came> {
	sandbox().requests.length = 0;
	const ended = new Trigger(sandbox(), parameters)[how]();
	const error: unknown = await ended.then(
		() => undefined,
		(reason: unknown) => reason,
	);
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

type Fate = 'asWithout' | { sent: string } | { rule: string };

const TEXT: Fate[] = [{ sent: '0' }, { sent: 'false' }, { rule: 'be text' }];

/** What comes of 0, false and [] in a field: where there is only one, of each of them. */
const FATES: Record<string, Fate[]> = {
	simplify: ['asWithout'],
	startFrom: [{ rule: 'be everything or now' }],
	fullReadEvery: [{ rule: 'be a whole number of at least 1' }],
	maxPerPoll: [{ rule: 'be a whole number of at least 1' }],
	assetType: [{ rule: 'be custom-component, icon' }, { rule: 'be custom' }, { rule: 'be text' }],
	changes: [{ rule: 'be createdAndUpdated or updatedOnly' }],
	fieldsToWatch: [{ rule: 'contain only ' }, { rule: 'contain only ' }, 'asWithout'],
	newStatus: [{ rule: 'contain only archived' }, { rule: 'contain only archived' }, 'asWithout'],
	oldStatus: [{ rule: 'contain only archived' }, { rule: 'contain only archived' }, 'asWithout'],
	domain: [{ rule: 'be a domain' }, { rule: 'be a domain' }, { rule: 'be text' }],
	pageId: TEXT,
	path: TEXT,
	query: TEXT,
	tenantDomainId: TEXT,
};

/** A page that is left out stands for all pages: see watchPages.test.ts. */
const isPageOfPath = (event: string, name: string): boolean =>
	name === 'pageId' && watchedBy(event).path.startsWith('/v0/pages/');

const optional = watched
	.flatMap(({ event, ...form }) =>
		optionalFieldsOf({ name: event, ...form }).map((one) => ({ ...one, event })),
	)
	.filter(({ event, field }) => !isPageOfPath(event, field.name));

describe.each(optional)('$title', (field) => {
	const { name, displayName } = field.field;

	test('is left out where it is empty', async () => {
		const without = await whatComes(filled(field, undefined));
		expect(without).toMatchObject({ error: undefined, requests: [{ method: 'GET' }] });
		for (const value of ['', '={{ "" }}', '={{ null }}', '={{ undefined }}']) {
			expect(await whatComes(filled(field, value))).toEqual(without);
		}
	});

	test.each([0, false, []].map((value, n) => [value, n] as const))(
		'takes %j for a value',
		async (value, n) => {
			const { [name]: fates = [] } = FATES;
			const fate = fates[n] ?? fates[0] ?? { rule: 'have a fate above' };
			const parameters = filled(field, `={{ ${JSON.stringify(value)} }}`);
			if (typeof fate === 'object' && 'rule' in fate) {
				await expectRefused(parameters, displayName, fate.rule);
				return;
			}
			const without = await whatComes(filled(field, undefined));
			const sent = fate === 'asWithout' ? {} : { [name]: fate.sent };
			const requests = without.requests.map((one) => ({ ...one, query: { ...one.query, ...sent } }));
			expect(await whatComes(parameters)).toEqual({ error: undefined, requests });
		},
	);
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
	['pageLinkCreated', { pageId: byId('..') }, 'Page', 'be an ID, not a path'],
	['personLogCreated', { personId: byEmail('={{ "" }}') }, 'Person', 'not be empty'],
	['personCreated', { filters: { query: '={{ "\\ud83d" }}' } }, 'Search', 'not contain an invalid Unicode'],
	['personCreated', { options: { maxPerPoll: 1.5 } }, 'Max Per Poll', 'be a whole number of at least 1'],
	[
		'personCreated',
		{ options: { maxPerPoll: '={{ 2 ** 53 }}' } },
		'Max Per Poll',
		'be a whole number of at most',
	],
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
