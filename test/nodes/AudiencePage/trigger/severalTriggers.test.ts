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

test('What another one delivers between the publication of a trigger and its first poll is saved with it', async () => {
	const { people, links, restart } = await publishedOnes();
	people.trigger.reload();
	links.add();
	expect(await links.trigger.poll()).toHaveLength(1);
	people.add();
	expect(await people.trigger.activate()).toHaveLength(1);
	expect(await restart()).toEqual([]);
});

test('What a trigger delivers as it is published, while another is polled, is saved with that', async () => {
	const { people, links, restart } = await publishedOnes();
	for (const { add } of [people, links]) add();
	let told: Promise<IDataObject[]> | undefined;
	sandbox().settings.onRequest = async ({ path }) => {
		if (path === '/v0/page_links') await (told ??= people.trigger.change({}));
	};
	expect(await links.trigger.poll()).toHaveLength(1);
	expect(await told).toHaveLength(1);
	expect(await restart()).toEqual([]);
});

test('What n8n throws away of a poll, because its trigger was published again, is told by the next one', async () => {
	const { people, links, restart } = await publishedOnes();
	// From now on, both are on one workflow object.
	expect(await restart()).toEqual([]);
	people.add();
	const underWay = people.trigger.poll();
	expect(await people.trigger.change({})).toEqual([]);
	expect(await underWay).toEqual([]);
	// Saves what is left of that poll there.
	links.add();
	expect(await links.trigger.poll()).toHaveLength(1);
	expect(await restart()).toHaveLength(1);
});
