/** Several triggers in one workflow, which n8n publishes one by one, each on a workflow object of its own. */
import fc from 'fast-check';
import type { IDataObject, INode, INodeParameters, Workflow } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../service/sandbox';
import { cases } from '../../../support/cases';
import { watchedBy } from '../../../support/everyEvent';
import { PublishedWorkflow, Trigger } from '../../../support/Trigger';
import { useVirtualTime } from '../../../support/virtualTime';

jest.setTimeout(300_000);
useVirtualTime();

const SIZES = {
	...{ accounts: 1, accountLogs: 2, persons: 2, personLogs: 0, pages: 1, audiences: 2, messages: 0 },
	...{ assets: 0, pageLinks: 0, topics: 0, topicEntries: 0 },
};

const ALL_PAGES: INodeParameters = { pageId: { __rl: true, mode: 'list', value: '' } };
/** What each trigger watches, one of these after the other: two watch the same list, and one the lists of all pages. */
const FORMS: Array<Array<{ event: string } & INodeParameters>> = [
	[
		{ event: 'personCreated', startFrom: 'now' },
		{ event: 'accountLogCreated', startFrom: 'everything' },
	],
	[{ event: 'personCreated', startFrom: 'everything' }],
	[{ event: 'audienceCreated', startFrom: 'now', ...ALL_PAGES }],
];

const anyTrigger = fc.nat(FORMS.length - 1);
const step = fc.record({
	/** What is to come more often stands here more often. */
	do: fc.constantFrom(
		...(['add', 'add', 'add', 'add', 'poll', 'poll', 'poll', 'poll', 'poll', 'publish', 'publish'] as const),
		...(['publish', 'remove', 'addOtherNode', 'otherNode', 'otherNode', 'restart', 'restart'] as const),
	),
	trigger: anyTrigger,
	/** Whether a trigger watches something else once it is published; whether another node goes on with its object. */
	isOther: fc.boolean(),
	/** Which one polls while one is published. */
	meanwhile: anyTrigger,
	/** When an earlier poll of the one that is published ends, if one is under way. */
	endOfPoll: fc.constantFrom('none', 'before', 'after'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const done = { delivered: 0, restarts: 0 };

class Run {
	private readonly published = new PublishedWorkflow();
	/** What of a trigger's list has been told, or was there at the beginning, is known. */
	private readonly all = FORMS.map((forms, n) => ({
		...{ name: `Trigger ${n}`, forms, form: -1, isPublished: false, known: new Set<unknown>() },
		trigger: undefined as Trigger | undefined,
	}));
	/** The workflow object of another node with static data, if there is one. */
	private otherNode?: Workflow;
	private edits = 0;
	/** Whether another node may have written an older copy of what the triggers know. */
	private isOld = false;

	constructor(private readonly sandbox: Sandbox) {}

	async take(one: Step): Promise<void> {
		jest.advanceTimersByTime(1000);
		const { do: what, trigger: n, isOther } = one;
		const { isPublished, trigger } = this.all[n]!;
		if (what === 'add') return this.add(n);
		if (what === 'poll') return await this.poll(n);
		if (what === 'otherNode') {
			if (this.otherNode !== undefined && this.polled.length > 0) this.deliver(this.otherNode);
			return;
		}
		await this.heal();
		if (what === 'publish') await this.publish(one);
		else if (what === 'remove') this.all[n]!.isPublished = false;
		else if (what === 'restart') await this.restart();
		else this.otherNode = isOther && isPublished ? trigger!.workflow : this.published.load();
	}

	/** What another node has written over is whole again with the next delivery of any of the triggers. */
	private async heal(): Promise<void> {
		const [first] = this.polled;
		if (!this.isOld || first === undefined) return;
		for (const n of this.polled) await this.poll(n);
		this.add(first);
		await this.poll(first);
		this.isOld = false;
	}

	private get polled(): number[] {
		return this.all.flatMap(({ isPublished }, n) => (isPublished ? [n] : []));
	}

	private add(n: number): void {
		if (this.all[n]!.form >= 0) watchedBy(this.formOf(n).event).add(this.sandbox.store);
	}

	private async poll(n: number): Promise<void> {
		const { isPublished, trigger } = this.all[n]!;
		if (isPublished) this.judge(n, await trigger!.poll());
	}

	private async publish({ trigger: n, isOther, meanwhile, endOfPoll }: Step): Promise<void> {
		const one = this.all[n]!;
		const isUnderWay = endOfPoll !== 'none' && one.isPublished;
		if (isUnderWay) this.add(n);
		const before = one.form;
		one.form = before < 0 ? 0 : (before + Number(isOther)) % one.forms.length;
		if (one.form !== before) one.known = new Set(this.formOf(n).startFrom === 'now' ? this.idsOf(n) : []);
		const earlier = isUnderWay ? one.trigger!.poll() : undefined;
		const options = { fullReadEvery: 2 + (this.edits++ % 5) };
		const form = { ...watchedBy(this.formOf(n).event).parameters, ...this.formOf(n), options };
		const { name } = one;
		one.trigger ??= new Trigger(this.sandbox, form, { name, published: this.published });
		one.trigger.edit(form);
		one.trigger.reload();
		if (endOfPoll === 'before') await earlier;
		if (meanwhile !== n) await this.poll(meanwhile);
		one.isPublished = true;
		const delivered = await one.trigger.activate();
		const dropped = (await earlier) ?? [];
		if (dropped.length > 0) throw new Error(`${name} tells what n8n throws away`);
		// While the earlier one was under way, the first poll after the publication has left all to the next one.
		if (!earlier || delivered.length > 0) this.judge(n, delivered);
	}

	/** The other node delivers. */
	private deliver(workflow: Workflow): void {
		const data = workflow.getStaticData('node', { name: 'Other' } as INode);
		data.polls = Number(data.polls ?? 0) + 1;
		this.published.save(workflow);
		this.isOld ||= !this.polled.some((n) => this.all[n]!.trigger!.workflow === workflow);
	}

	/** Afterwards, all triggers are on one workflow object. */
	private async restart(): Promise<void> {
		done.restarts++;
		this.otherNode = undefined;
		this.published.endProcess();
		const workflow = this.published.load();
		for (const n of this.polled) {
			const { trigger } = this.all[n]!;
			trigger!.reload({ workflow });
			this.judge(n, await trigger!.activate());
		}
	}

	private formOf(n: number) {
		const { forms, form } = this.all[n]!;
		return forms[form]!;
	}

	/** All that there is to tell for a trigger. */
	private idsOf(n: number): unknown[] {
		const { recordsOf, idField } = watchedBy(this.formOf(n).event);
		return recordsOf(this.sandbox.store)
			.all()
			.filter(({ deletedAt = null }) => deletedAt === null)
			.map(({ [idField]: id }) => id);
	}

	private judge(n: number, delivered: IDataObject[]): void {
		const { idField } = watchedBy(this.formOf(n).event);
		const { known, name } = this.all[n]!;
		const news = this.idsOf(n).filter((id) => !known.has(id));
		const told = delivered.map(({ [idField]: id }) => id);
		if (JSON.stringify(told.sort()) !== JSON.stringify(news.sort())) {
			throw new Error(`${name} tells ${JSON.stringify(told)} in place of ${JSON.stringify(news)}`);
		}
		for (const id of news) known.add(id);
		done.delivered += news.length;
	}
}

test('What n8n throws away of a poll, because its trigger was published again, is told by the next one', async () => {
	const sandbox = await startSandbox({ sizes: SIZES });
	const published = new PublishedWorkflow();
	const triggerOf = (event: string) => {
		const parameters = { ...watchedBy(event).parameters, startFrom: 'everything' };
		return new Trigger(sandbox, parameters, { name: event, published });
	};
	const [entries, people] = [triggerOf('accountLogCreated'), triggerOf('personCreated')];
	// Both are on one workflow object.
	entries.reload({ workflow: people.workflow });
	expect(await people.activate()).toHaveLength(2);
	expect(await entries.activate()).toHaveLength(1);
	watchedBy('personCreated').add(sandbox.store);
	const underWay = people.poll();
	expect(await people.change({})).toEqual([]);
	expect(await underWay).toEqual([]);
	// Saves what is left on that object of the poll that was under way.
	watchedBy('accountLogCreated').add(sandbox.store);
	expect(await entries.poll()).toHaveLength(1);
	people.restart();
	expect(await people.activate()).toHaveLength(1);
	await sandbox.close();
});

test('Each tells each record once, whichever is published when, whatever else writes static data, and whenever n8n restarts', async () => {
	const holds = fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
		const sandbox = await startSandbox({ sizes: SIZES });
		try {
			const run = new Run(sandbox);
			for (const one of steps) await run.take(one);
		} finally {
			await sandbox.close();
		}
	});
	await fc.assert(holds, { numRuns: cases(400), seed: 20261124 });
	expect(done.delivered).toBeGreaterThan(cases(400));
	expect(done.restarts).toBeGreaterThan(cases(400));
});
