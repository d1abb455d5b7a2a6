/** Several triggers in one workflow, which n8n publishes one by one, each on a workflow object of its own. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../service/sandbox';
import { cases } from '../../../support/cases';
import { watchedBy } from '../../../support/everyEvent';
import { PublishedTriggers } from '../../../support/PublishedTriggers';
import { useVirtualTime } from '../../../support/virtualTime';

jest.setTimeout(300_000);
useVirtualTime();

const SIZES = {
	...{ accounts: 1, accountLogs: 2, persons: 2, personLogs: 0, pages: 1, audiences: 2, messages: 0 },
	...{ assets: 0, pageLinks: 0, topics: 0, topicEntries: 0 },
};

const ALL_PAGES: INodeParameters = { pageId: { __rl: true, mode: 'list', value: '' } };
/** What the triggers watch, each one of these in turn: two watch the same list, and one the lists of all pages. */
const WATCHED: Array<[name: string, forms: Array<{ event: string } & INodeParameters>]> = [
	[
		'People and entries',
		[
			{ event: 'personCreated', startFrom: 'now' },
			{ event: 'accountLogCreated', startFrom: 'everything' },
		],
	],
	['All people', [{ event: 'personCreated', startFrom: 'everything' }]],
	['Audiences', [{ event: 'audienceCreated', startFrom: 'now', ...ALL_PAGES }]],
];

const trigger = fc.nat(WATCHED.length - 1);
const step = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), trigger }) },
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('poll' as const), trigger }) },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('publish' as const),
			trigger,
			/** Whether it watches something else from now on. */
			isOther: fc.boolean(),
			/** Which one polls in the meantime. */
			meanwhile: trigger,
			/** When an earlier poll of it ends, if one is under way. */
			endOfPoll: fc.constantFrom('none', 'before', 'after'),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), trigger }) },
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('addOtherNode' as const), beside: fc.option(trigger) }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('otherNode' as const) }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Publication = Extract<Step, { do: 'publish' }>;

const done = { delivered: 0, restarts: 0 };

class Run {
	private readonly workflow: PublishedTriggers;
	/** What each trigger watches, and what of it has been told or was there at the beginning. */
	private readonly watches = WATCHED.map(() => ({ form: -1, known: new Set<unknown>() }));
	/** Has another node with static data deliver; undefined if there is none. */
	private otherNode?: () => void;
	private edits = 0;
	/** Whether another node may have written an older copy of what the triggers know. */
	private isOld = false;

	constructor(private readonly sandbox: Sandbox) {
		this.workflow = new PublishedTriggers(sandbox);
	}

	async take(one: Step): Promise<void> {
		jest.advanceTimersByTime(1000);
		switch (one.do) {
			case 'add':
				return this.add(one.trigger);
			case 'poll':
				return await this.poll(one.trigger);
			case 'remove':
				await this.heal();
				return this.workflow.remove(nameOf(one.trigger));
			case 'publish':
				await this.heal();
				return await this.publish(one);
			case 'addOtherNode':
				await this.heal();
				this.otherNode = this.workflow.addOtherNode(one.beside === null ? undefined : nameOf(one.beside));
				return;
			case 'otherNode':
				if (this.otherNode === undefined || this.published.length === 0) return;
				this.otherNode();
				this.isOld = true;
				return;
			case 'restart':
				await this.heal();
				return await this.restart();
		}
	}

	private async restart(): Promise<void> {
		done.restarts++;
		this.otherNode = undefined;
		for (const [name, delivered] of await this.workflow.restart()) {
			this.judge(
				WATCHED.findIndex(([its]) => its === name),
				delivered,
			);
		}
	}

	/** What another node has written over is whole again with the next delivery of any of the triggers. */
	private async heal(): Promise<void> {
		const [first] = this.published;
		if (!this.isOld || first === undefined) return;
		for (const n of this.published) await this.poll(n);
		this.add(first);
		await this.poll(first);
		this.isOld = false;
	}

	private get published(): number[] {
		return WATCHED.flatMap(([name], n) => (this.workflow.has(name) ? [n] : []));
	}

	private add(n: number): void {
		if (this.watches[n]!.form >= 0) watchedBy(this.formOf(n).event).add(this.sandbox.store);
	}

	private async poll(n: number): Promise<void> {
		if (this.workflow.has(nameOf(n))) this.judge(n, await this.workflow.poll(nameOf(n)));
	}

	private async publish({ trigger: n, isOther, meanwhile, endOfPoll }: Publication): Promise<void> {
		const watch = this.watches[n]!;
		const [name, forms] = WATCHED[n]!;
		const before = watch.form;
		watch.form = before < 0 ? 0 : (before + Number(isOther)) % forms.length;
		if (watch.form !== before) {
			watch.known = new Set(this.formOf(n).startFrom === 'now' ? this.idsOf(n) : []);
		}
		const { parameters } = watchedBy(this.formOf(n).event);
		const options = { fullReadEvery: 2 + (this.edits++ % 5) };
		const isPolled = endOfPoll !== 'none' && before >= 0 && this.workflow.has(name);
		const earlier = isPolled ? this.workflow.poll(name) : undefined;
		const form = { ...parameters, ...this.formOf(n), options };
		const delivered = await this.workflow.publish(name, form, async () => {
			if (endOfPoll === 'before') await earlier;
			if (meanwhile !== n) await this.poll(meanwhile);
		});
		const dropped = (await earlier) ?? [];
		if (dropped.length > 0) throw new Error(`${name} tells what n8n throws away`);
		// While the earlier one was under way, the first poll after the publication has left all to the next one.
		if (!earlier || delivered.length > 0) this.judge(n, delivered);
	}

	private formOf(n: number) {
		return WATCHED[n]![1][this.watches[n]!.form]!;
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
		const { known } = this.watches[n]!;
		const news = this.idsOf(n).filter((id) => !known.has(id));
		const told = delivered.map(({ [idField]: id }) => id);
		if (JSON.stringify(told.sort()) !== JSON.stringify(news.sort())) {
			throw new Error(`${nameOf(n)} tells ${JSON.stringify(told)} in place of ${JSON.stringify(news)}`);
		}
		for (const id of news) known.add(id);
		done.delivered += news.length;
	}
}

const nameOf = (n: number): string => WATCHED[n]![0];

test('What n8n throws away of a poll, because its trigger was published again, is told by the next one', async () => {
	const sandbox = await startSandbox({ sizes: SIZES });
	try {
		const workflow = new PublishedTriggers(sandbox);
		const people = { ...watchedBy('personCreated').parameters, startFrom: 'everything' };
		const entries = watchedBy('accountLogCreated');
		expect(await workflow.publish('People', people, async () => {})).toHaveLength(2);
		await workflow.publish('Entries', entries.parameters, async () => {});
		// Both are on one workflow object now.
		await workflow.restart();
		watchedBy('personCreated').add(sandbox.store);
		jest.advanceTimersByTime(1000);
		const underWay = workflow.poll('People');
		expect(await workflow.publish('People', { ...people, options: {} }, async () => {})).toEqual([]);
		expect(await underWay).toEqual([]);
		// Saves what is left on that object of the poll that was under way.
		entries.add(sandbox.store);
		expect(await workflow.poll('Entries')).toHaveLength(1);
		expect((await workflow.restart()).get('People')).toHaveLength(1);
		expect(workflow.warnings).toEqual([]);
	} finally {
		await sandbox.close();
	}
});

test('Each tells each record once, whichever is published when, whatever else writes static data, and whenever n8n restarts', async () => {
	const steps = fc.array(step, { maxLength: 40, size: 'max' });
	const holds = fc.asyncProperty(steps, async (sequence) => {
		const sandbox = await startSandbox({ sizes: SIZES });
		try {
			const run = new Run(sandbox);
			for (const one of sequence) await run.take(one);
		} finally {
			await sandbox.close();
		}
	});
	await fc.assert(holds, { numRuns: cases(400), seed: 20261124 });
	expect(done.delivered).toBeGreaterThan(cases(400));
	expect(done.restarts).toBeGreaterThan(cases(400));
});
