/** Several triggers in one workflow, which n8n publishes one by one, each on a workflow object of its own. */
import type { IDataObject } from 'n8n-workflow';

import { watchedBy } from '../../../support/everyEvent';
import { useSandbox } from '../../../support/services';
import { PublishedWorkflow, Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';

const sandbox = useSandbox({ sizes: { persons: 2 } });
useVirtualTime();

/** A trigger for people and one for their pages, which have delivered what is there, each on the object it was published with. */
async function publishedOnes() {
	const published = new PublishedWorkflow();
	const all = ['personCreated', 'pageLinkCreated'].map((event) => {
		const { add, parameters } = watchedBy(event);
		const form = { ...parameters, startFrom: 'everything' };
		const trigger = new Trigger(sandbox(), form, { name: event, published });
		return { trigger, add: () => add(sandbox().store) };
	});
	for (const { trigger } of all) {
		trigger.reload();
		expect((await trigger.activate()).length).toBeGreaterThan(1);
	}
	const restart = async (): Promise<IDataObject[]> => {
		published.endProcess();
		const workflow = published.load();
		for (const { trigger } of all) trigger.reload({ workflow });
		const told: IDataObject[] = [];
		for (const { trigger } of all) told.push(...(await trigger.activate()));
		return told;
	};
	return { people: all[0]!, links: all[1]!, published, restart };
}

test('What one delivers is saved with the memory of the others, as new as it is: after a restart nothing is told again', async () => {
	const { people, links, restart } = await publishedOnes();
	for (const { trigger, add } of [people, links, people, people, links]) {
		add();
		expect(await trigger.poll()).toHaveLength(1);
	}
	expect(await restart()).toEqual([]);
	people.add();
	expect(await people.trigger.poll()).toHaveLength(1);
	expect(await restart()).toEqual([]);
});

test('A trigger takes the newest memory, also after another one was published again', async () => {
	const { people, links, restart } = await publishedOnes();
	people.add();
	expect(await people.trigger.poll()).toHaveLength(1);
	expect(await links.trigger.change({})).toEqual([]);
	expect(await restart()).toEqual([]);
});

test('What n8n throws away of a poll, because its trigger was published again, is told by the next one', async () => {
	const { people, links, restart } = await publishedOnes();
	people.add();
	const underWay = people.trigger.poll();
	expect(await people.trigger.change({})).toEqual([]);
	expect(await underWay).toEqual([]);
	// Saves what is left of the poll that was under way.
	links.add();
	expect(await links.trigger.poll()).toHaveLength(1);
	expect(await restart()).toHaveLength(1);
});
