/** What is not sent: the user hears of it at once, by hand as well as when the workflow is published. */
import type { INodeParameters } from 'n8n-workflow';

import { watched, watchedBy } from '../../../support/everyEvent';
import { byEmail, byId, fromList } from '../../../support/locators';
import { published } from '../../../support/published';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { Trigger } from '../../../support/Trigger';

const sandbox = useSandbox();

const ACCOUNT_ID = 'Account ID must be account_ followed by 26 lower-case letters or digits';
const CHOSEN = 'Page must be chosen from the list';
const MAX = 'Max Per Poll must be a whole number of at least 1';
const EVERY = 'Full Read Every must be a whole number of at least 1';

const REFUSED: Array<[string, INodeParameters, string]> = [
	['accountLogCreated', { accountId: 'acme.com' }, ACCOUNT_ID],
	['audienceCreated', { pageId: fromList('') }, 'Page must not be empty'],
	['audienceCreated', { pageId: fromList('…') }, CHOSEN],
	['pageLinkCreated', { pageId: fromList('…') }, CHOSEN],
	['pageLinkCreated', { pageId: byId('={{ [1] }}') }, 'Page must be text'],
	['pageLinkCreated', { filters: { path: '={{ ["/a"] }}' } }, 'Path must be text'],
	['pageLinkCreated', { filters: { tenantDomainId: '={{ ({}) }}' } }, 'Tenant Domain ID must be text'],
	['personLogCreated', { personId: byEmail('={{ "" }}') }, 'Person must not be empty'],
	[
		'personCreated',
		{ filters: { query: '={{ "\\ud83d" }}' } },
		'Search must not contain an invalid Unicode character',
	],
	[
		'assetTrashed',
		{ filters: { assetType: '={{ "font" }}' } },
		'Asset Type must be one of custom-component, icon',
	],
];

/** Every event has these. */
const REFUSED_BY_ALL: Array<[INodeParameters, string]> = [
	...[0, 1.5, '={{ 2 ** 53 }}'].map((maxPerPoll): [INodeParameters, string] => [
		{ options: { maxPerPoll } },
		maxPerPoll === '={{ 2 ** 53 }}' ? 'Max Per Poll must be a whole number of at most' : MAX,
	]),
	...[0].map((fullReadEvery): [INodeParameters, string] => [{ options: { fullReadEvery } }, EVERY]),
	[{ startFrom: 'later' }, 'Start From must be now or everything'],
];

/** What a user hears of it, by hand and when the workflow is published. */
async function heard(event: string, wrong: INodeParameters): Promise<unknown[]> {
	const trigger = new Trigger(sandbox(), { ...watchedBy(event).parameters, ...wrong });
	const ended = await Promise.allSettled([trigger.fetchTestEvent(), trigger.activate()]);
	return ended.map((end) => (end.status === 'rejected' ? (end.reason as unknown) : end.value));
}

const refusal = (message: string): unknown =>
	expect.objectContaining({
		name: 'NodeOperationError',
		message: expect.stringContaining(message) as string,
	});

describe('Nothing is sent, and the message names the field and the rule', () => {
	test.each(REFUSED)('%s: %j', async (event, wrong, message) => {
		expect(await heard(event, wrong)).toEqual([refusal(message), refusal(message)]);
		expect(calls(sandbox())).toEqual([]);
	});

	describe.each(REFUSED_BY_ALL)('%j', (wrong, message) => {
		test.each(watched)('$event', async ({ event }) => {
			expect(await heard(event, wrong)).toEqual([refusal(message), refusal(message)]);
			expect(calls(sandbox())).toEqual([]);
		});
	});
});

const ID_IN_PATH = /\$parameter\["(\w+)"\]/g;

/** Every ID in the path of an event. */
const ids = watched.flatMap(({ event, fields, option, parameters }) =>
	[...String(option.routing?.request?.url).matchAll(ID_IN_PATH)].map(([, id = '']) => {
		const field = fields.find(({ name }) => name === id);
		if (field === undefined) throw new Error(`${event} has no field ${id}`);
		const filled = (value: string): INodeParameters => ({
			...parameters,
			[id]: field.type === 'resourceLocator' ? byId(value) : value,
		});
		return { title: `${event}: ${id}`, displayName: field.displayName, filled };
	}),
);

describe.each(ids)('$title', ({ displayName, filled }) => {
	test.each([
		['', 'must not be empty'],
		['={{ "" }}', 'must not be empty'],
		['..', 'must be an ID, not a path'],
		['={{ "\\ud83d" }}', 'must not contain an invalid Unicode character'],
		['={{ ["a"] }}', 'must be text'],
	])('%j is refused before anything is sent', async (value, rule) => {
		const trigger = new Trigger(sandbox(), filled(value));
		await expect(trigger.activate()).rejects.toThrow(`${displayName} ${rule}`);
		await expect(trigger.fetchTestEvent()).rejects.toThrow(`${displayName} ${rule}`);
		expect(calls(sandbox())).toEqual([]);
	});
});

test('A trigger that is published keeps what it remembers, and goes on when the mistake is mended', async () => {
	const { parameters, add, idField } = watchedBy('personCreated');
	const trigger = await published(sandbox(), parameters);
	const { saved } = trigger;
	const id = add(sandbox().store);
	await expect(trigger.change({ options: { maxPerPoll: 0 } })).rejects.toThrow(MAX);
	expect(JSON.stringify(trigger.staticData)).toBe(saved);
	expect((await trigger.change({ options: {} })).map((record) => record[idField])).toEqual([id]);
});
