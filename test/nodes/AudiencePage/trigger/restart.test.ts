/** What n8n saves of the trigger, and gives back to it later. */
import { watched, watchedBy } from '../../../support/everyEvent';
import { published } from '../../../support/published';
import { nth } from '../../../support/records';
import { useSandbox } from '../../../support/services';
import { SECOND_TRIGGER, Trigger, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox();

const { add, parameters } = watchedBy('personCreated');
const addPerson = () => add(sandbox().store);
const idsOf = (json: Array<{ personId?: unknown }>) => json.map(({ personId }) => personId);

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

	test('goes with the name of the node: under another one it begins anew, and leaves the old', async () => {
		const trigger = await published(sandbox(), parameters);
		const before = JSON.parse(trigger.saved) as Record<string, object>;
		addPerson();
		expect(await trigger.poll(SECOND_TRIGGER)).toEqual([]);
		expect(trigger.staticData[`node:${TRIGGER}`]).toEqual(before[`node:${TRIGGER}`]);
	});
});
