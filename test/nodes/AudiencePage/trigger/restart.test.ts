/** What n8n saves of the trigger, and what the trigger makes of it after a restart or a change of its parameters. */
import type { IDataObject } from 'n8n-workflow';

import { watchedBy } from '../../../support/everyEvent';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { SECOND_TRIGGER, Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox();

const { add, parameters } = watchedBy('personCreated');
const addPerson = () => add(sandbox().store);
const idsOf = (json: IDataObject[]) => json.map(({ personId }) => personId);

describe('After a restart where the service is down', () => {
	afterEach(() => (sandbox().settings.faults.chances = {}));
	const takeDown = () => Object.assign(sandbox().settings.faults, { chances: { internalError: 1 } });

	test('the first poll gives nothing, so that n8n keeps the workflow; the next one says what is wrong', async () => {
		const trigger = await published(sandbox(), parameters);
		trigger.restart();
		const { staticData } = trigger;
		const before = JSON.stringify(staticData);
		const id = addPerson();
		takeDown();
		expect(await trigger.activate()).toEqual([]);
		expect(JSON.stringify(staticData)).toBe(before);
		expect(trigger.warnings).toEqual([
			expect.stringMatching(/the next poll tries again: The sandbox was told to fail/),
		]);
		await expect(trigger.poll()).rejects.toThrow('The sandbox was told to fail');
		sandbox().settings.faults.chances = {};
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	test('the first poll of a workflow that is published again fails', async () => {
		const trigger = await published(sandbox(), parameters);
		trigger.reload();
		takeDown();
		await expect(trigger.activate()).rejects.toThrow('The sandbox was told to fail');
	});

	test('the first poll fails where nothing is remembered yet', async () => {
		const trigger = new Trigger(sandbox(), parameters);
		trigger.restart();
		takeDown();
		await expect(trigger.activate()).rejects.toThrow('The sandbox was told to fail');
	});
});

describe('What is saved', () => {
	test('has no key, no ID and no record', async () => {
		const { parameters: its, path, recordsOf } = watchedBy('topicEntryChanged');
		const trigger = new Trigger(sandbox(), { ...its, startFrom: 'everything' });
		await trigger.activate();
		const texts = recordsOf(sandbox().store)
			.all()
			.flatMap((record) => Object.values(record));
		const told = [sandbox().apiKey, sandbox().url, 'credential-1', nth(path.split('/'), 3), ...texts];
		const long = told.filter((text): text is string => typeof text === 'string' && text.length > 8);
		expect(long.length).toBeGreaterThan(10);
		expect(long.filter((text) => trigger.saved.includes(text))).toEqual([]);
	});

	test('goes with the name of the node: under another one it begins anew, and leaves the old', async () => {
		const trigger = await published(sandbox(), parameters);
		const before = JSON.parse(trigger.saved) as Record<string, object>;
		addPerson();
		expect(await trigger.poll(SECOND_TRIGGER)).toEqual([]);
		expect(trigger.staticData[`node:${TRIGGER}`]).toEqual(before[`node:${TRIGGER}`]);
	});
});

test('An older state that n8n gives back, with the same records as the newest, is not told from for ever', async () => {
	const trigger = await published(sandbox(), {
		...watchedBy('personUpdated').parameters,
		startFrom: 'everything',
	});
	const person = nth(sandbox().store.persons.all());
	const { name } = person;
	const { saved } = trigger;
	Object.assign(person, { name: 'Another' });
	expect(await trigger.poll()).toHaveLength(1);
	expect(await trigger.poll()).toEqual([]);
	Object.assign(person, { name });
	expect(await trigger.poll()).toHaveLength(1);
	trigger.reload(saved);
	const delivered: IDataObject[] = [];
	for (let polls = 0; polls < 5; polls++) delivered.push(...(await trigger.poll()));
	expect(delivered).toHaveLength(1);
});

describe('When it is published with other parameters', () => {
	test('and that fails, what it had seen without delivering it still counts', async () => {
		const updated = watchedBy('personUpdated');
		const form = { ...updated.parameters, changes: 'updatedOnly' };
		const trigger = await published(sandbox(), form);
		const id = updated.add(sandbox().store);
		expect(await trigger.poll()).toEqual([]);
		sandbox().settings.faults.chances = { internalError: 1 };
		await expect(trigger.change({ startFrom: 'everything' })).rejects.toThrow('told to fail');
		sandbox().settings.faults.chances = {};
		const person = sandbox()
			.store.persons.all()
			.find(({ personId }) => personId === id);
		Object.assign(person ?? {}, { name: 'Another' });
		expect(idsOf(await trigger.change({ startFrom: 'now' }))).toEqual([id]);
	});

	test('another record begins anew: nothing starts that is there, and then what is new in it', async () => {
		const watched = watchedBy('accountLogCreated');
		const trigger = await published(sandbox(), watched.parameters);
		watched.add(sandbox().store);
		const { accountId } = nth(sandbox().store.accounts.all(), 1);
		expect(await trigger.change({ accountId })).toEqual([]);
		const entries = sandbox().store.accountLogs.of(accountId);
		const entry = entries.add({ ...nth(entries.all()), accountLogId: 'new' });
		expect(await trigger.poll()).toEqual([entry]);
	});

	test('Everything in place of Now gives all that is there; with Now and Everything again, nothing twice', async () => {
		const trigger = await published(sandbox(), parameters);
		expect(await trigger.change({ startFrom: 'everything' })).toEqual(sandbox().store.persons.all());
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.change({ startFrom: 'now' })).toEqual([]);
		expect(await trigger.change({ startFrom: 'everything' })).toEqual([]);
	});
});
