/**
 * The trigger in n8n, whose process polls by timers in its memory: sequences of steps, each poll
 * judged by the oracle. `SIMULATION_SEED` and `SIMULATION_RUNS` choose others, and more of them.
 */
import fc from 'fast-check';
import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { randomFrom } from '../../../../service/random';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { watchedBy } from '../../../../support/everyEvent';
import { takeLines } from '../../../../support/log';
import { endPollsAfter, Trigger } from '../../../../support/Trigger';
import { useVirtualTime } from '../../../../support/virtualTime';
import { LISTS, World, type WatchedList } from './lists';
import { Oracle, type Known } from './oracle';
import { sequences, setups, type Change, type PollEvents } from './steps';
import type { Restart, Setup, Step } from './steps';

/** Nothing but what the lists hang on. */
const SIZES = {
	accounts: 1,
	accountLogs: 0,
	persons: 1,
	personLogs: 0,
	pages: 3,
	audiences: 1,
	messages: 0,
	assets: 0,
	pageLinks: 0,
	topics: 1,
	topicEntries: 0,
};

const MINUTE = 60_000;

/** What all simulations did together. */
const done = { polls: 0, deliveries: 0, restarts: 0 };

class Run {
	private readonly world: World;
	private readonly oracle: Oracle;
	private readonly trigger: Trigger;
	/** The states that n8n has saved, the newest last, and what the trigger knows by them. */
	private readonly savings: Array<{ saved: string; known: Known }> = [];
	private isActive = false;
	/** Whether n8n has just started, and takes the workflow up by itself. */
	private isTakenUp = false;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly list: WatchedList,
		private readonly setup: Setup,
	) {
		const { startFrom, records, pageSize, maxPerPoll, fullReadEvery } = setup;
		sandbox.settings.mostPerPage = pageSize;
		this.world = new World(sandbox, list);
		this.oracle = new Oracle(this.world, startFrom, maxPerPoll);
		this.trigger = new Trigger(sandbox, {
			...watchedBy(list.event).parameters,
			...list.parameters,
			startFrom,
			options: { maxPerPoll, fullReadEvery },
		});
		for (let n = 0; n < records; n++) this.world.add();
	}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'poll':
				return await this.poll(step);
			case 'settle':
				return await this.settle(step.isSlow);
			case 'restart':
			case 'republish':
				return this.restart(step);
			case 'page':
				this.sandbox.settings.mostPerPage = step.size;
				return;
			case 'count':
				this.sandbox.settings.countsSearches = step.isTold;
				return;
			default:
				this.happen(step);
		}
	}

	/** Everything is delivered, by polls in which nothing goes wrong, as soon as it must be. */
	async settle(isSlow: boolean): Promise<void> {
		const { oracle, world, sandbox, list } = this;
		const { maxPerPoll, fullReadEvery } = this.setup;
		if (list.needsAllPages) sandbox.settings.mostPerPage = Infinity;
		if (!oracle.belief.isBegun) await this.poll();
		// One ends a read that is under way.
		let most = 1 + fullReadEvery + Math.ceil(oracle.undelivered().length / maxPerPoll);
		// Twice as many as a poll after the other may have to read, one at a time.
		if (isSlow) most += 2 * (world.listed().length + sandbox.store.pages.all().length);
		const slowPoll = { endsAfter: list.needsAllPages ? 2 : 1 };
		for (let polls = 0; oracle.undelivered().length > 0; polls++) {
			if (polls === most)
				throw new Error(`After ${polls} polls, ${oracle.undelivered().length} were not delivered`);
			await this.poll(isSlow ? slowPoll : {});
		}
		await this.poll();
	}

	private happen(change: Change): void {
		if (change.do === 'arrange') this.arrange(change.choice);
		else this.world.happen(change);
	}

	private async poll(events: PollEvents = {}): Promise<void> {
		jest.advanceTimersByTime(this.setup.pollEvery * MINUTE);
		done.polls++;
		const { trigger, oracle, sandbox } = this;
		const { saved } = trigger;
		const before = this.remembered;
		sandbox.requests.length = 0;
		oracle.expectPoll();
		const endEvents = this.begin(events);
		takeLines('firstPollFailed');
		const result = await (this.isActive ? trigger.poll() : trigger.activate()).catch(
			(error: Error) => error,
		);
		endEvents();
		const isFailureLogged = takeLines('firstPollFailed').length > 0;

		if (result instanceof Error || isFailureLogged) {
			this.judgeFailure(result, events);
			if (this.remembered !== before || trigger.saved !== saved)
				throw new Error('A poll failed, and something was remembered of it');
			this.isActive ||= this.isTakenUp;
			this.isTakenUp = false;
			return;
		}
		done.deliveries += result.length;
		oracle.judge(result, this.remembered.includes('"state"'));
		this.isActive = true;
		this.isTakenUp = false;
		if (trigger.saved !== saved) this.savings.push({ saved: trigger.saved, known: oracle.belief });
	}

	/** Has all this happen during the next poll; gives what ends it. */
	private begin({ trouble, endsAfter, meanwhile }: PollEvents): () => void {
		const { sandbox, oracle } = this;
		const endInterruption = endsAfter === undefined ? () => {} : endPollsAfter(sandbox, endsAfter);
		let requests = 0;
		sandbox.settings.onRequest = () => {
			const number = requests++;
			if (trouble && number >= trouble.start && number < trouble.start + trouble.times)
				sandbox.failNext(trouble.kind);
			if (number !== meanwhile?.request) return;
			this.happen(meanwhile.change);
			oracle.lookAgain();
		};
		return () => {
			endInterruption();
			sandbox.settings.onRequest = () => {};
		};
	}

	private judgeFailure(result: IDataObject[] | Error, { endsAfter }: PollEvents): void {
		const { requests, settings, store } = this.sandbox;
		const failure = result instanceof Error ? result.message : 'see the log';
		const hasFaults = requests.some(({ fault }) => fault !== undefined);
		const isCut = this.list.needsAllPages && store.pages.all().length > settings.mostPerPage;
		if (!hasFaults && !isCut && endsAfter === undefined)
			throw new Error(`A poll failed without a reason: ${failure}`);
		// As n8n starts, a failure is only logged: n8n would give up on the workflow.
		const isAsDue = this.isTakenUp
			? Array.isArray(result) && result.length === 0
			: result instanceof NodeApiError;
		if (!isAsDue) throw new Error(`A poll failed in the wrong way: ${failure}`);
	}

	private restart({ do: how, savingsAgo }: Restart): void {
		const saving = this.savings.slice(-1 - savingsAgo)[0];
		if (saving === undefined) return;
		this.isTakenUp = how === 'restart';
		this.isActive = false;
		if (this.isTakenUp) this.trigger.restart(saving.saved);
		else this.trigger.reload(saving.saved);
		this.oracle.belief = saving.known;
		done.restarts++;
	}

	/** What the trigger has in memory; n8n makes room for it as soon as it is polled. */
	private get remembered(): string {
		const nodes = Object.values(this.trigger.staticData) as object[];
		return JSON.stringify(nodes.filter((node) => Object.keys(node).length > 0));
	}

	/** Any order of lists, in which a record that changes moves; or that in which they are kept. */
	private arrange(choice: number): void {
		const placeOf = (record: unknown) => randomFrom(`${choice} ${JSON.stringify(record)}`)();
		this.sandbox.settings.arrange = (records) => {
			if (choice % 5 === 0) return records;
			const placed = records.map((record) => ({ record, place: placeOf(record) }));
			return placed.sort((a, b) => a.place - b.place).map(({ record }) => record);
		};
	}
}

const firstSeed = Number(process.env.SIMULATION_SEED ?? 20260131);
/** Sequences for each list. */
const numRuns = Number(process.env.SIMULATION_RUNS ?? 20);

useVirtualTime();

test.each(LISTS.map((list, n) => ({ ...list, seed: firstSeed + n })))(
	'$kind: each once, whatever happens',
	async ({ seed, ...list }) => {
		const holds = fc.asyncProperty(setups, sequences, async (setup, steps) => {
			const sandbox = await startSandbox({ sizes: SIZES });
			try {
				const run = new Run(sandbox, list, setup);
				for (const step of steps) await run.take(step);
				await run.settle(false);
			} finally {
				await sandbox.close();
			}
		});
		await fc.assert(holds, { numRuns, seed });
	},
);

test('enough has happened to be believed', () => {
	expect(done.polls).toBeGreaterThan(40 * numRuns);
	expect(done.deliveries).toBeGreaterThan(25 * numRuns);
	expect(done.restarts).toBeGreaterThan(2 * numRuns);
});
