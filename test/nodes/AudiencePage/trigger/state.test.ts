/** From which state a poll continues, and what n8n is given to store. */
import type { INodeParameters } from 'n8n-workflow';
import { logged, takeLines } from '../../../support/log';
import { published, type Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';
import { usePeople } from './usePeople';

const { sandbox, hold, poll } = usePeople();
useVirtualTime();

const CREATED = { event: 'personCreated' };
const EVERYTHING = { startFrom: 'everything' };

/** A trigger that has seen 1 and 2, and delivered 3; with what n8n had saved before that. */
async function delivering(parameters: INodeParameters = CREATED) {
	hold(1, 2);
	const trigger = await published(sandbox(), { ...parameters });
	const { saved: before } = trigger;
	hold(1, 2, 3);
	expect((await poll(trigger)).people).toEqual([3]);
	logged.length = 0;
	return { trigger, before };
}

describe('A poll continues from', () => {
	test('what n8n returns, and nothing else: an older state brings back what came since', async () => {
		const { trigger, before } = await delivering();
		trigger.restart(before);
		expect((await poll(trigger)).people).toEqual([3]);
		expect((await poll(trigger)).people).toEqual([]);
	});

	test('the beginning, if n8n returns another format', async () => {
		const { trigger } = await delivering();
		trigger.restart(trigger.saved.replace('"version":2', '"version":0'));
		expect(await trigger.activate()).toEqual([]);
		expect(takeLines('startsOver')).toHaveLength(1);
		hold(1, 2, 3, 4);
		expect((await poll(trigger)).people).toEqual([4]);
	});
});

describe('n8n is given', () => {
	test('keys and marks, and no key of the credential, ID, or record', async () => {
		hold(1, 2);
		const parameters = { ...EVERYTHING, event: 'personUpdated', fieldsToWatch: ['name'] };
		const { saved } = await published(sandbox(), parameters);
		expect(JSON.parse(saved)).toEqual({
			'node:Audience Page Trigger': {
				state: {
					version: 2,
					watchKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
					entries: expect.stringMatching(/^[A-Za-z0-9+/]{26}$/) as string,
					fields: ['name'],
				},
			},
		});
	});

	test('what is known of an empty list, too', async () => {
		hold();
		const { saved } = await published(sandbox(), { ...CREATED });
		expect(saved).toContain('"entries":""');
	});

	test('what was only seen, but nothing by a quiet poll; n8n saves it with the next delivery', async () => {
		hold(1);
		const trigger = await published(sandbox(), { event: 'personUpdated' });
		const { saved } = trigger;
		const inMemory = () => JSON.stringify(trigger.staticData);
		expect((await poll(trigger)).people).toEqual([]);
		expect(inMemory()).toBe(saved);
		hold(1, 2);
		expect((await poll(trigger)).people).toEqual([]);
		expect(inMemory()).not.toBe(saved);
		sandbox().store.persons.get('p2')!.name = 'Ada';
		expect((await poll(trigger)).people).toEqual([2]);
		expect(trigger.saved).toBe(inMemory());
	});
});

test.each<[string, (trigger: Trigger) => unknown]>([
	[
		'a version in the Base URL',
		(trigger) =>
			(trigger.service = { ...trigger.service, url: ` ${trigger.service.url.toUpperCase()}/v0/ ` }),
	],
	[
		'another API key',
		(trigger) => (trigger.service = { ...trigger.service, apiKey: 'another-key' }),
	],
	[
		'another name of the credential',
		(trigger) => (trigger.credential = { id: 'credential-1', name: 'Another' }),
	],
	['another Max Per Poll', ({ parameters }) => (parameters.options = { maxPerPoll: 2 })],
])('A trigger with %s goes on', async (_what, change) => {
	sandbox().settings.otherApiKeys = ['another-key'];
	const { trigger } = await delivering();
	change(trigger);
	trigger.reload();
	hold(1, 2, 3, 4);
	expect((await poll(trigger)).people).toEqual([4]);
	expect(takeLines('startsOver')).toEqual([]);
});

test.each<[string, (trigger: Trigger) => unknown]>([
	['another event', ({ parameters }) => (parameters.event = 'personUpdated')],
	[
		'another service',
		(trigger) =>
			(trigger.service = {
				...trigger.service,
				url: trigger.service.url.replace('127.0.0.1', 'localhost'),
			}),
	],
	[
		'another credential',
		(trigger) => (trigger.credential = { id: 'credential-2', name: 'Audience Page' }),
	],
	['another filter', ({ parameters }) => (parameters.filters = { query: 'name' })],
])('A trigger with %s starts over', async (_what, change) => {
	const { trigger } = await delivering();
	change(trigger);
	trigger.reload();
	hold(1, 2, 3, 4);
	expect((await poll(trigger)).people).toEqual([]);
	expect(takeLines('startsOver')).toHaveLength(1);
});

test('A trigger with another Start From starts over', async () => {
	const { trigger } = await delivering();
	expect(await trigger.change(EVERYTHING)).toHaveLength(3);
	expect(await trigger.change({ startFrom: 'now' })).toEqual([]);
	expect(takeLines('startsOver')).toHaveLength(2);
});

test('A trigger with another name starts over, and its old name keeps the memory', async () => {
	const { trigger } = await delivering();
	const before = JSON.parse(trigger.saved) as object;
	trigger.name = 'Another';
	trigger.reload();
	hold(1, 2, 3, 4);
	expect((await poll(trigger)).people).toEqual([]);
	expect(trigger.staticData).toMatchObject(before);
});

test('With other Fields to Watch, the next poll reads the whole list, and tells no change of the new ones', async () => {
	hold(1, 2, 3);
	const trigger = await published(sandbox(), { event: 'personUpdated', fieldsToWatch: ['email'] });
	trigger.parameters.fieldsToWatch = ['name'];
	trigger.reload();
	expect(await poll(trigger)).toEqual({ people: [], pages: 2 });
	expect(await poll(trigger)).toEqual({ people: [], pages: 1 });
	sandbox().store.persons.get('p1')!.name = 'Ada';
	expect((await poll(trigger)).people).toEqual([1]);
});
