import { defaultSettings } from '../../../service/settings';
import { watchedBy } from '../../../support/everyEvent';
import { useVirtualTime } from '../../../support/virtualTime';
import { published } from '../../../support/published';
import { calls } from '../../../support/sent';
import { useSandbox } from '../../../support/services';
import { SECOND_TRIGGER, TRIGGER } from '../../../support/Trigger';

const sandbox = useSandbox();
useVirtualTime();
afterEach(() => Object.assign(sandbox().settings, defaultSettings()));

const { parameters, idField, add } = watchedBy('personCreated');
const addPerson = () => add(sandbox().store);
const idsOf = (json: Array<Record<string, unknown>>) => json.map((record) => record[idField]);

describe('Two polls of one node at the same time', () => {
	test('one reads, and the other tells nothing, even where n8n has loaded the workflow again meanwhile', async () => {
		const trigger = await published(sandbox(), parameters);
		const id = addPerson();
		let other: Promise<unknown> = Promise.resolve();
		sandbox().settings.onRequest = () => {
			trigger.reload();
			other = trigger.poll();
		};
		expect(idsOf(await trigger.poll())).toEqual([id]);
		expect(await other).toEqual([]);
		expect(calls(sandbox())).toHaveLength(1);
	});

	test('by hand, a user is shown the list all the same', async () => {
		const trigger = await published(sandbox(), parameters);
		const [, items] = await Promise.all([trigger.poll(), trigger.fetchTestEvent()]);
		expect(items).toHaveLength(3);
	});
});

describe('Two nodes of one workflow', () => {
	test('are polled at the same time, and both tell', async () => {
		const trigger = await published(sandbox(), parameters);
		await trigger.poll(SECOND_TRIGGER);
		const id = addPerson();
		sandbox().requests.length = 0;
		const batches = await Promise.all([trigger.poll(TRIGGER), trigger.poll(SECOND_TRIGGER)]);
		expect(batches.map(idsOf)).toEqual([[id], [id]]);
		expect(calls(sandbox())).toHaveLength(2);
	});
});
