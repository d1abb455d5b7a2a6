/**
 * The trigger in n8n, whose process polls by timers in its memory: sequences of steps, each poll
 * judged by the oracle.
 */
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { randomFrom } from '../../../../service/random';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { logged } from '../../../../support/log';
import { Trigger } from '../../../../support/Trigger';
import { useVirtualTime } from '../../../../support/virtualTime';
import { LISTS, World, type WatchedList } from './lists';
import { judgeFailure, observe, Oracle, type Known, type Scene } from './oracle';
import { sequences, setups, type Change, type Paging, type Poll } from './steps';
import type { Restart, Setup, Step } from './steps';

/** Nothing but what the lists hang on. */
const SIZES = {
	...{
		accounts: 1,
		accountLogs: 0,
		persons: 1,
		personLogs: 0,
		pages: 3,
		audiences: 1,
		messages: 0,
	},
	...{ assets: 0, pageLinks: 0, topics: 1, topicEntries: 0 },
};

const MINUTE = 60_000;

/** What all simulations did together. */
const done = { polls: 0, deliveries: 0, restarts: 0 };

class Run implements Scene {
	minute = 0;
	readonly world: World;
	private readonly oracle: Oracle;
	private readonly trigger: Trigger;
	/** The states that n8n has saved, the newest last, and what the trigger knows by them. */
	private readonly savings: Array<{ saved: string; known: Known }> = [];
	private isActive = false;
	/** Whether the next poll may go on where the last one stopped. */
	private goesOn = false;
	/** Whether n8n has just started, and takes the workflow up by itself. */
	private isTakenUp = false;

	constructor(
		readonly sandbox: Sandbox,
		list: WatchedList,
		startFrom: 'now' | 'everything',
		private readonly setup: Setup,
	) {
		const { records, order, paging, maxPerPoll, fullReadEvery } = setup;
		this.world = new World(sandbox, list);
		this.oracle = new Oracle(this.world, { startFrom, maxPerPoll, fullReadEvery });
		const parameters = {
			...this.world.parameters,
			startFrom,
			options: { maxPerPoll, fullReadEvery },
		};
		this.trigger = new Trigger(sandbox, parameters as INodeParameters);
		this.page(paging);
		this.arrange(order);
		for (let n = 0; n < records; n++) this.world.add();
	}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'poll':
				return await this.poll(step.its);
			case 'settle':
				return await this.settle(step.isSlow);
			case 'restart':
			case 'republish':
				return this.restart(step);
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
		if (!oracle.belief.isBegun) await this.poll();
		const { maxPerPoll, fullReadEvery } = oracle.promised;
		// Twice as many as a poll after the other may have to read, one at a time.
		const listPages = 2 * (world.listed().length + sandbox.store.pages.all().length);
		// One ends a read that is under way.
		const most =
			1 +
			fullReadEvery +
			Math.ceil(oracle.undelivered().length / maxPerPoll) +
			(isSlow ? listPages : 0);
		for (let polls = 0; oracle.undelivered().length > 0; polls++) {
			if (polls === most) {
				throw new Error(`After ${polls} polls, ${oracle.undelivered().length} were not delivered`);
			}
			await this.poll(isSlow ? { endsAfter: 1 } : {});
		}
		await this.poll();
	}

	readonly apply = (change: Change): void => {
		if (change.do === 'arrange') this.arrange(change.at);
		else this.world.happen(change);
	};

	private async poll(step: Poll = {}): Promise<void> {
		this.minute += this.setup.pollEvery;
		done.polls++;
		const { trigger, oracle, isActive, isTakenUp } = this;
		const { saved } = trigger;
		const before = this.kept();
		logged.length = 0;
		const poll = async () => (isActive ? await trigger.poll() : await trigger.activate());
		// While it is published, nothing else polls the workflow.
		const observed = await observe(this, { ...step, atOnce: isActive ? step.atOnce : 1 }, poll);
		done.deliveries += observed.delivered.length;
		this.isTakenUp = false;

		const failure =
			observed.error ??
			logged.find(({ message }) => message.includes('first poll failed'))?.message;
		if (failure !== undefined) {
			judgeFailure(this, observed, failure, isTakenUp);
			if (this.kept() !== before || trigger.saved !== saved)
				throw new Error('A poll failed, and was kept');
			this.goesOn = false;
			this.isActive ||= isTakenUp;
			return;
		}
		// A read that goes on where the last poll stopped does not look again at what that has seen.
		const { maxPerPoll, fullReadEvery } = oracle.promised;
		oracle.judge(observed, fullReadEvery === 1 && !this.goesOn);
		this.goesOn = observed.isStopped || observed.delivered.length === maxPerPoll;
		this.isActive = true;
		if (trigger.saved !== saved) this.savings.push({ saved: trigger.saved, known: oracle.belief });
	}

	private restart({ do: how, back }: Restart): void {
		const saving = this.savings.slice(-1 - back)[0];
		if (saving === undefined) return;
		this.isTakenUp = how === 'restart';
		this.isActive = false;
		if (this.isTakenUp) this.trigger.restart(saving.saved);
		else this.trigger.reload(saving.saved);
		this.oracle.belief = saving.known;
		done.restarts++;
	}

	readonly isRemembered = (): boolean => this.kept().includes('"state"');

	/** What the trigger has in memory; n8n makes room for it as soon as it is polled. */
	private kept(): string {
		const nodes = Object.values(this.trigger.staticData) as object[];
		return JSON.stringify(nodes.filter((node) => Object.keys(node).length > 0));
	}

	/**
	 * An order of lists: as they are kept, the other way round, or one in which a changed record
	 * moves.
	 */
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
const numRuns = Number(process.env.SIMULATION_RUNS ?? 3);

const beginnings = LISTS.flatMap((list) => [
	{ list, startFrom: 'now' as const },
	{ list, startFrom: 'everything' as const },
]).map((one, index) => ({ ...one, seed: seed + index, of: one.list.of ?? 'all there is' }));

useVirtualTime();

test.each(beginnings)(
	'$list.event of $of, from $startFrom: each record once, whatever happens',
	async ({ list, startFrom, seed: ownSeed }) => {
		const holds = fc.asyncProperty(setups, sequences, async (setup, steps) => {
			const sandbox = await startSandbox({ sizes: SIZES });
			const run = new Run(sandbox, list, startFrom, setup);
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
		});
		await fc.assert(holds, { numRuns, seed: ownSeed });
	},
);

test('enough has happened to be believed', () => {
	expect(done.polls).toBeGreaterThan(130 * numRuns);
	expect(done.deliveries).toBeGreaterThan(65 * numRuns);
	expect(done.restarts).toBeGreaterThan(9 * numRuns);
});
