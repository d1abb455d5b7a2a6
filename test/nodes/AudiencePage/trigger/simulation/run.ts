/** Does the steps of a sequence, one after the other, and lets the oracle judge each poll. */
import type { INodeParameters } from 'n8n-workflow';

import { randomFrom } from '../../../../service/random';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { Durable } from './durable';
import { InMemory } from './inMemory';
import type { WatchedList } from './lists';
import { done, type N8n, type Scene } from './n8n';
import { Oracle, type Promised } from './oracle';
import { quietPoll, type Change, type Paging, type Poll, type Setup, type Step } from './steps';
import { World } from './world';

/** Nothing but what the lists hang on. */
const SIZES = {
	...{ accounts: 1, accountLogs: 0, persons: 1, personLogs: 0, pages: 3, audiences: 1, messages: 0 },
	...{ assets: 0, pageLinks: 0, topics: 1, topicEntries: 0 },
};

/** What the options are where they are not set. */
const USUAL = { maxPerPoll: 1000, fullReadEvery: 12 };

const MINUTE = 60_000;

/** @throws Error if the trigger breaks a promise */
export async function simulate(
	list: WatchedList,
	startFrom: Promised['startFrom'],
	setup: Setup,
	steps: Step[],
): Promise<void> {
	const sandbox = await startSandbox({ sizes: SIZES });
	const run = new Run(sandbox, new World(sandbox, list), startFrom, setup);
	// Hours pass between two polls; what takes time takes it as ever.
	const clocks = [performance, Date].map((clock) => {
		const now = clock.now.bind(clock);
		return jest.spyOn(clock, 'now').mockImplementation(() => now() + run.minute * MINUTE);
	});
	try {
		for (const step of steps) await run.take(step);
		await run.settle(false);
	} finally {
		for (const clock of clocks) clock.mockRestore();
		await sandbox.close();
	}
}

class Run implements Scene {
	readonly oracle: Oracle;
	readonly parameters: INodeParameters;
	minute = 0;
	private readonly n8n: N8n;
	private readonly pollEvery: number;

	constructor(
		readonly sandbox: Sandbox,
		readonly world: World,
		startFrom: Promised['startFrom'],
		{ records, order, paging, maxPerPoll, fullReadEvery, pollEvery, processes }: Setup,
	) {
		const promised = {
			startFrom,
			maxPerPoll: maxPerPoll ?? USUAL.maxPerPoll,
			fullReadEvery: fullReadEvery ?? USUAL.fullReadEvery,
		};
		this.oracle = new Oracle(world, promised);
		this.pollEvery = pollEvery;
		const options: INodeParameters = {
			...(maxPerPoll !== undefined && { maxPerPoll }),
			...(fullReadEvery !== undefined && { fullReadEvery }),
		};
		this.parameters = { ...world.parameters, startFrom, options };
		this.n8n = processes === 0 ? new InMemory(this) : new Durable(this, processes);
		this.page(paging);
		this.arrange(order);
		for (let n = 0; n < records; n++) world.add();
	}

	async take(step: Step): Promise<void> {
		done.steps++;
		switch (step.do) {
			case 'poll':
				return await this.poll(step);
			case 'settle':
				return await this.settle(step.isSlow);
			case 'restart':
			case 'republish':
			case 'restore':
			case 'rename':
				return this.n8n.restart(step);
			case 'page':
				return this.page(step);
			case 'count':
				this.sandbox.settings.countsSearches = step.isTold;
				return;
			default:
				this.apply(step);
		}
	}

	/** Everything is delivered, by polls in which nothing goes wrong, as soon as it must be. */
	async settle(isSlow: boolean): Promise<void> {
		const { oracle, world } = this;
		if (world.needsAllPages) this.page({ do: 'page', how: 'holdsAll', size: 1 });
		// What n8n takes of the first poll is its own affair.
		for (let polls = 0; !oracle.belief.isBegun && polls < 2; polls++) await this.poll(quietPoll);

		const { maxPerPoll, fullReadEvery } = oracle.promised;
		const { processes } = this.n8n;
		const most =
			fullReadEvery + Math.ceil(oracle.undelivered().length / maxPerPoll) + (isSlow ? this.mostListPages : 0);
		// Each process counts its own polls, and knows only of what it has itself left for its next one.
		for (let polls = 0; oracle.undelivered().length > 0; polls++) {
			if (polls === most * processes) {
				throw new Error(`After ${polls} polls, ${oracle.undelivered().length} were not delivered`);
			}
			const step = { ...quietPoll, by: polls % processes };
			await this.poll(isSlow ? { ...step, endsAfter: 1 } : step);
		}
		await this.poll(quietPoll);
	}

	/** Twice as many as a poll after the other may have to read, one at a time. */
	private get mostListPages(): number {
		return 2 * (this.world.list().length + this.sandbox.store.pages.all().length);
	}

	private async poll(step: Poll): Promise<void> {
		this.minute += this.pollEvery;
		this.world.backUp();
		await this.n8n.poll(step);
	}

	apply({ do: what, at }: Change): void {
		switch (what) {
			case 'add':
			case 'comeBack':
			case 'enterAgain':
				return this.world[what]();
			case 'replace':
				this.world.remove(at);
				return this.world.add();
			case 'arrange':
				return this.arrange(at);
			default:
				this.world[what](at);
		}
	}

	private arrange(at: number): void {
		const arranged = arrangement(at);
		this.sandbox.settings.arrange = (records) => arranged(records).map((record) => this.world.shown(record));
	}

	private page({ how, size }: Paging): void {
		Object.assign(this.sandbox.settings, {
			defaultLimit: how === 'refuses' ? size : 25,
			maxLimit: how === 'refuses' ? 50 : 1000,
			mostPerPage: how === 'cuts' ? size : Infinity,
		});
	}
}

/** An order of lists: as they are kept, the other way round, or one in which a changed record moves. */
function arrangement(at: number): Sandbox['settings']['arrange'] {
	if (at % 5 === 0) return (records) => records;
	if (at % 5 === 1) return (records) => [...records].reverse();
	const place = (record: unknown) => randomFrom(`${at} ${JSON.stringify(record)}`)();
	return (records) =>
		records
			.map((record) => ({ record, at: place(record) }))
			.sort((a, b) => a.at - b.at)
			.map(({ record }) => record);
}
