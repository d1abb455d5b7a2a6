/** What n8n saves of the trigger, and gives back to it later. */

import { defaultSettings } from '../../../service/settings';
import { watched, watchedBy } from '../../../support/everyEvent';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { SECOND_TRIGGER, Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox();
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const { add, parameters } = watchedBy('personCreated');
const addPerson = () => add(sandbox().store);
const idsOf = (json: Array<{ personId?: unknown }>) => json.map(({ personId }) => personId);

describe('After a restart', () => {
	test.each(watched)('$event goes on where it was', async ({ parameters: its, idField, add: addOne }) => {
		const trigger = await published(sandbox(), its);
		const told = addOne(sandbox().store);
		expect((await trigger.poll()).map((record) => record[idField])).toEqual([told]);
		trigger.restart();
		const id = addOne(sandbox().store);
		expect((await trigger.poll()).map((record) => record[idField])).toEqual([id]);
	});

	test('quiet polls that n8n has not saved are not missed', async () => {
		const trigger = await published(sandbox(), parameters);
		for (let polls = 0; polls < 5; polls++) expect(await trigger.poll()).toEqual([]);
		trigger.restart();
		const id = addPerson();
		expect(idsOf(await trigger.poll())).toEqual([id]);
	});

	describe('the first poll', () => {
		/** Pages of 20, of which a quiet poll reads the first: after its limit was refused. */
		async function requestsOf(again: 'reload' | 'restart'): Promise<number[]> {
			Object.assign(sandbox().settings, { maxLimit: 20, defaultLimit: 20 });
			const trigger = await published(sandbox(), parameters);
			trigger[again]();
			const counts: number[] = [];
			for (let polls = 0; polls < 3; polls++) {
				sandbox().requests.length = 0;
				await trigger.poll();
				counts.push(sandbox().requests.length);
			}
			return counts;
		}

		test('reads the whole list, and those after it no more than they need', async () => {
			const pages = Math.ceil(sandbox().store.persons.size / 20);
			expect(pages).toBeGreaterThan(2);
			expect(await requestsOf('restart')).toEqual([1 + pages, 2, 2]);
		});

		test('reads no more than it needs where n8n was not ended', async () => {
			expect(await requestsOf('reload')).toEqual([2, 2, 2]);
		});

		test('finds what stands in the list in place of what is gone', async () => {
			Object.assign(sandbox().settings, { maxLimit: 20, defaultLimit: 20 });
			const trigger = await published(sandbox(), parameters);
			trigger.restart();
			sandbox().store.persons.remove(nth(sandbox().store.persons.all(), 30).personId);
			const id = addPerson();
			expect(idsOf(await trigger.poll())).toEqual([id]);
		});
	});

	describe('where the service is down', () => {
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

	test('with what it had saved earlier, it tells again what came since, and misses nothing', async () => {
		const trigger = await published(sandbox(), parameters);
		const earlier = trigger.saved;
		const twice = [addPerson(), addPerson()];
		expect(idsOf(await trigger.poll())).toEqual(twice);
		trigger.restart(earlier);
		const once = addPerson();
		expect(idsOf(await trigger.poll())).toEqual([...twice, once]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('with nothing saved, it begins anew', async () => {
		const trigger = await published(sandbox(), parameters);
		addPerson();
		trigger.restart('{}');
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('What is saved', () => {
	/** The state with another value in it. */
	const changed = (saved: string, change: object): string => {
		const data = JSON.parse(saved) as Record<string, { state: object }>;
		const key = `node:${TRIGGER}`;
		return JSON.stringify({ ...data, [key]: { state: { ...data[key]?.state, ...change } } });
	};

	test('by another version begins anew', async () => {
		const trigger = await published(sandbox(), parameters);
		expect(trigger.saved).toContain('"version":1');
		addPerson();
		for (const version of [0, 2, '1', undefined]) {
			trigger.restart(changed(trigger.saved, { version }));
			expect(await trigger.poll()).toEqual([]);
		}
	});

	test.each(['{}', '{"state":null}', '{"state":{}}', '{"other":7}'])(
		'in another form begins anew: %s',
		async (data) => {
			const trigger = new Trigger(sandbox(), parameters);
			trigger.restart(`{"node:${TRIGGER}":${data}}`);
			expect(await trigger.activate()).toEqual([]);
			const id = addPerson();
			expect(idsOf(await trigger.poll())).toEqual([id]);
		},
	);

	test.each(watched)(
		'$event: no key, no ID, no record',
		async ({ parameters: its, path, idField, add: addOne }) => {
			const trigger = new Trigger(sandbox(), { ...its, startFrom: 'everything', simplify: false });
			const json = await trigger.activate();
			addOne(sandbox().store);
			json.push(...(await trigger.poll()));

			const secrets = [sandbox().apiKey, sandbox().url, 'credential-1', path.split('/')[3] ?? ''];
			const texts = json
				.flatMap((record) => Object.values(record))
				.filter((value) => typeof value === 'string');
			const long = [...secrets, ...texts].filter((text) => text.length > 8);
			expect(long).toContain(nth(json)[idField]);
			expect(long.filter((text) => trigger.saved.includes(text))).toEqual([]);
		},
	);

	test('the search text neither', async () => {
		const trigger = new Trigger(sandbox(), { ...parameters, filters: { query: 'Confidential' } });
		await trigger.activate();
		expect(trigger.saved).not.toContain('Confidential');
	});

	test('stands under one name, beside what others have saved', async () => {
		const others = { global: { counter: 7 }, 'node:Another node': { state: { version: 1 }, seen: ['a'] } };
		const trigger = new Trigger(sandbox(), parameters);
		trigger.restart(JSON.stringify(others));
		await trigger.activate();
		addPerson();
		await trigger.poll();
		const { [`node:${TRIGGER}`]: own, ...rest } = JSON.parse(trigger.saved) as Record<string, object>;
		expect(rest).toEqual(others);
		expect(Object.keys(own ?? {})).toEqual(['state']);
	});

	test('goes with the name of the node: under another one it begins anew, and leaves the old', async () => {
		const trigger = await published(sandbox(), parameters);
		const before = JSON.parse(trigger.saved) as Record<string, object>;
		addPerson();
		expect(await trigger.poll(SECOND_TRIGGER)).toEqual([]);
		expect(trigger.staticData[`node:${TRIGGER}`]).toEqual(before[`node:${TRIGGER}`]);
	});
});
