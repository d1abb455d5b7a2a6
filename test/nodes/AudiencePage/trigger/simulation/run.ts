/** Does the steps of a sequence, one after the other, and has the oracle judge each poll. */
import fc, { type Arbitrary } from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { randomFrom } from '../../../../service/random';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { casesOf } from '../../../../support/cases';
import { useVirtualTime } from '../../../../support/virtualTime';
import { Durable } from './durable';
import { InMemory } from './inMemory';
import { LISTS, World, type WatchedList } from './lists';
import { done, type N8n, type Scene } from './n8n';
import { Oracle } from './oracle';
import { quietPoll, sequences, setupsFor, type Change, type Paging, type Poll } from './steps';
import type { Setup, Step } from './steps';

/** Nothing but what the lists hang on. */
const SIZES = {
	...{ accounts: 1, accountLogs: 0, persons: 1, personLogs: 0, pages: 3, audiences: 1, messages: 0 },
	...{ assets: 0, pageLinks: 0, topics: 1, topicEntries: 0 },
};

const MINUTE = 60_000;

/** @throws Error if the trigger breaks a promise */
async function simulate(
	list: WatchedList,
	startFrom: 'now' | 'everything',
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

	constructor(
		readonly sandbox: Sandbox,
		readonly world: World,
		startFrom: 'now' | 'everything',
		private readonly setup: Setup,
	) {
		const { records, order, paging, maxPerPoll, fullReadEvery, processes } = setup;
		this.oracle = new Oracle(world, { startFrom, maxPerPoll, fullReadEvery });
		this.parameters = { ...world.parameters, startFrom, options: { maxPerPoll, fullReadEvery } };
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
		const { oracle, world, sandbox } = this;
		if (world.needsAllPages) this.page({ do: 'page', how: 'holdsAll', size: 1 });
		// What n8n takes of the first poll is its own affair.
		for (let polls = 0; !oracle.belief.isBegun && polls < 2; polls++) await this.poll(quietPoll);

		const { maxPerPoll, fullReadEvery } = oracle.promised;
		const { processes } = this.n8n;
		// Twice as many as a poll after the other may have to read, one at a time.
		const listPages = 2 * (world.listed().length + sandbox.store.pages.all().length);
		const most =
			fullReadEvery + Math.ceil(oracle.undelivered().length / maxPerPoll) + (isSlow ? listPages : 0);
		// Each process counts its own polls, and knows only of what it has itself left for its next one.
		for (let polls = 0; oracle.undelivered().length > 0; polls++) {
			if (polls === most * processes) {
				throw new Error(`After ${polls} polls, ${oracle.undelivered().length} were not delivered`);
			}
			await this.poll({ ...quietPoll, by: polls % processes, ...(isSlow && { endsAfter: 1 }) });
		}
		await this.poll(quietPoll);
	}

	apply(change: Change): void {
		if (change.do === 'arrange') this.arrange(change.at);
		else this.world.happen(change);
	}

	private async poll(step: Poll): Promise<void> {
		this.minute += this.setup.pollEvery;
		await this.n8n.poll(step);
	}

	/** An order of lists: as they are kept, the other way round, or one in which a changed record moves. */
	private arrange(at: number): void {
		const place = (record: unknown) => randomFrom(`${at} ${JSON.stringify(record)}`)();
		this.sandbox.settings.arrange = (records) => {
			if (at % 5 === 0) return records;
			if (at % 5 === 1) return [...records].reverse();
			const placed = records.map((record) => ({ record, at: place(record) }));
			return placed.sort((a, b) => a.at - b.at).map(({ record }) => record);
		};
	}

	private page({ how, size }: Paging): void {
		Object.assign(this.sandbox.settings, {
			defaultLimit: how === 'refuses' ? size : 25,
			maxLimit: how === 'refuses' ? 50 : 1000,
			mostPerPage: how === 'cuts' ? size : Infinity,
		});
	}
}

const seed = Number(process.env.SIMULATION_SEED ?? 20260131);
/** Sequences for each list and beginning. */
const numRuns = Number(process.env.SIMULATION_RUNS ?? casesOf(3, 15));

const beginnings = LISTS.flatMap((list) => [
	{ list, startFrom: 'now' as const },
	{ list, startFrom: 'everything' as const },
]).map((one, index) => ({ ...one, seed: seed + index, of: one.list.of ?? 'all there is' }));

/**
 * The law that is tried for every list and beginning.
 *
 * @param processes of n8n: see `setupsFor`
 * @param isEnough whether enough has happened that is special about such an n8n, in so many runs
 */
export function eachRecordOnce(processes: Arbitrary<number>, isEnough: (runs: number) => boolean): void {
	useVirtualTime();

	test.each(beginnings)(
		'$list.event of $of, from $startFrom: each record once, whatever happens',
		async ({ list, startFrom, seed: ownSeed }) => {
			const holds = fc.asyncProperty(setupsFor(processes), sequences, async (setup, steps) => {
				await simulate(list, startFrom, setup, steps);
			});
			await fc.assert(holds, { numRuns, seed: ownSeed });
		},
	);

	test('enough has happened to be believed', () => {
		expect(done.steps).toBeGreaterThan(250 * numRuns);
		expect(done.polls).toBeGreaterThan(130 * numRuns);
		expect(done.deliveries).toBeGreaterThan(65 * numRuns);
		expect(done.restarts).toBeGreaterThan(9 * numRuns);
		expect(isEnough(numRuns)).toBe(true);
	});
}
