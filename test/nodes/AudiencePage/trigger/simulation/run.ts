/** Does the steps of a sequence, one after the other, and lets the oracle judge each poll. */
import { NodeApiError, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { randomFrom } from '../../../../service/random';
import { startSandbox, type Sandbox } from '../../../../service/sandbox';
import { Trigger } from '../../../../support/Trigger';
import type { WatchedList } from './lists';
import { observe, type Observed } from './observe';
import { Oracle, type Belief, type Promised } from './oracle';
import { quietPoll, type Change, type Paging, type Poll, type Restart, type Setup, type Step } from './steps';
import { World } from './world';

/** Nothing but what the lists hang on. */
const SIZES = {
	...{ accounts: 1, accountLogs: 0, persons: 1, personLogs: 0, pages: 1, audiences: 0, messages: 0 },
	...{ assets: 0, pageLinks: 0, topics: 1, topicEntries: 0 },
};

/** What the options are where they are not set. */
const USUAL = { maxPerPoll: 1000, fullReadEvery: 12 };

const MINUTE = 60_000;

/** What simulations did, all together. */
export const done = { steps: 0, polls: 0, deliveries: 0, restores: 0 };

/** A state that n8n has saved, and what the trigger knows by it. */
interface Saving {
	saved: string;
	belief: Belief;
	/** Which of the deliveries was the last before it. */
	delivery: number;
}

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
		return vi.spyOn(clock, 'now').mockImplementation(() => now() + run.minute * MINUTE);
	});
	try {
		for (const step of steps) await run.take(step);
		await run.settle(false);
	} finally {
		for (const clock of clocks) clock.mockRestore();
		await sandbox.close();
	}
}

class Run {
	private readonly trigger: Trigger;
	private readonly oracle: Oracle;
	private readonly pollEvery: number;
	/** What the clocks say. */
	minute = 0;
	private readonly savings: Saving[] = [];
	/** The saving that the static data in memory goes on from. */
	private inMemory = -1;
	/** The newest one, and what was known then, that was in memory when a poll of this process began. */
	private given?: { saving: number; belief: Belief };
	/** Deliveries so far, and the last one that the trigger's latest poll knows of. */
	private deliveries = 0;
	private delivery = 0;
	private isActive = false;
	/** Whether n8n has just started, and takes the workflow up by itself. */
	private isTakenUp = false;
	/** Counts the states of the list. */
	private version = 0;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly world: World,
		startFrom: Promised['startFrom'],
		{ records, order, paging, maxPerPoll, fullReadEvery, pollEvery }: Setup,
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
		this.trigger = new Trigger(sandbox, { ...world.parameters, startFrom, options });
		this.page(paging);
		sandbox.settings.arrange = arrangement(order);
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
				return this.restart(step);
			case 'page':
				return this.page(step);
			case 'count':
				this.sandbox.settings.countsSearches = step.isTold;
				return;
			default:
				this.change(step);
		}
	}

	/** Everything is delivered, by polls in which nothing goes wrong, as soon as it must be. */
	async settle(isSlow: boolean): Promise<void> {
		if (this.isReadAtOnce) this.page({ do: 'page', how: 'holdsAll', size: 1 });
		if (!this.oracle.belief.isBegun) await this.poll(quietPoll);

		const { maxPerPoll, fullReadEvery } = this.oracle.promised;
		const listed = this.world.list();
		const left = () => this.oracle.undelivered(listed);
		const most = fullReadEvery + Math.ceil(left().length / maxPerPoll) + (isSlow ? 2 * listed.length : 0);
		for (let polls = 0; left().length > 0; polls++) {
			if (polls === most) throw new Error(`After ${polls} polls, ${left().length} were not delivered`);
			await this.poll(isSlow ? { ...quietPoll, endsAfter: 1 } : quietPoll);
		}
		await this.poll(quietPoll);
	}

	private async poll(step: Poll): Promise<void> {
		this.minute += this.pollEvery;
		if (this.inMemory >= (this.given?.saving ?? 0)) {
			this.given = { saving: this.inMemory, belief: this.oracle.belief };
		}
		const before = this.kept();
		const { saved } = this.trigger;
		const warnings = this.trigger.warnings.length;
		const poll = async (): Promise<IDataObject[]> =>
			this.isActive ? await this.trigger.poll() : await this.trigger.activate();
		const apply = (change: Change) => this.change(change);
		// While it is published, nothing else polls the workflow.
		const atOnce = this.isActive ? step.atOnce : 1;
		const observed = await observe(this.sandbox, this.world, { ...step, atOnce }, { poll, apply });
		done.polls++;
		done.deliveries += observed.delivered.length;

		const [warning] = this.trigger.warnings
			.slice(warnings)
			.filter((one) => one.startsWith('The first poll'));
		const failure = observed.error ?? warning;
		if (failure !== undefined) {
			this.judgeFailure(observed, failure);
			if (this.kept() !== before || this.trigger.saved !== saved) {
				throw new Error('A poll failed, and was kept');
			}
			this.isActive ||= this.isTakenUp;
		} else {
			this.oracle.judge(observed, this.version, this.minute);
			this.isActive = true;
			if (observed.delivered.length > 0) this.delivery = ++this.deliveries;
			if (this.trigger.saved !== saved) {
				const { belief } = this.oracle;
				this.savings.push({ saved: this.trigger.saved, belief, delivery: this.delivery });
				this.inMemory = this.savings.length - 1;
			}
		}
		this.isTakenUp = false;
	}

	/** @param failure the error of a poll, or a text in n8n's log in its place */
	private judgeFailure(observed: Observed, failure: Error | string): void {
		if (!this.mayFail(observed)) throw failure instanceof Error ? failure : new Error(failure);
		if (observed.delivered.length > 0) throw new Error('A poll failed, and something was delivered');
		// When n8n starts, it gives up a workflow whose first poll fails: that failure is only logged.
		const isAsDue = this.isTakenUp ? typeof failure === 'string' : failure instanceof NodeApiError;
		if (!isAsDue) throw new Error(`A poll failed in the wrong way: ${String(failure)}`);
	}

	/** What the trigger has in memory; n8n makes room for it as soon as it is polled. */
	private kept(): string {
		const nodes = Object.values(this.trigger.staticData) as object[];
		return JSON.stringify(nodes.filter((node) => Object.keys(node).length > 0));
	}

	private mayFail({ faults, isStopped }: Observed): boolean {
		return faults.length > 0 || isStopped || (this.isReadAtOnce && this.isCut);
	}

	/** Pages come in one answer, which must hold them all. */
	private get isReadAtOnce(): boolean {
		return this.world.parameters.event === 'pageCreated';
	}

	private get isCut(): boolean {
		const { defaultLimit, maxLimit, mostPerPage } = this.sandbox.settings;
		const size = maxLimit < 100 ? defaultLimit : Math.min(maxLimit, mostPerPage);
		return this.world.list().length > size;
	}

	private change({ do: what, at }: Change): void {
		this.version++;
		switch (what) {
			case 'add':
			case 'comeBack':
				return this.world[what]();
			case 'replace':
				this.world.remove(at);
				return this.world.add();
			case 'arrange':
				this.sandbox.settings.arrange = arrangement(at);
				return;
			default:
				this.world[what](at);
		}
	}

	private page({ how, size }: Paging): void {
		Object.assign(this.sandbox.settings, {
			defaultLimit: how === 'refuses' ? size : 25,
			maxLimit: how === 'refuses' ? 50 : 1000,
			mostPerPage: how === 'cuts' ? size : Infinity,
		});
	}

	private restart({ do: how, back }: Restart): void {
		const saving = Math.max(0, this.savings.length - 1 - back);
		const gone = this.savings[saving];
		if (gone === undefined) return;
		const isNewProcess = how === 'restart';
		if (isNewProcess) this.given = undefined;
		// The process goes on from the newest state that it was given, whatever n8n gives back.
		const isGivenNewer = this.given !== undefined && this.given.saving > saving;
		const belief = isGivenNewer && this.given ? this.given.belief : gone.belief;
		const delivery = isGivenNewer ? (this.savings[this.given?.saving ?? 0]?.delivery ?? 0) : gone.delivery;

		if (isNewProcess) this.trigger.restart(gone.saved);
		else this.trigger.reload(gone.saved);
		this.oracle.goBackTo(belief, isNewProcess || delivery !== this.delivery);
		this.delivery = delivery;
		this.inMemory = isGivenNewer ? (this.given?.saving ?? 0) : saving;
		this.isActive = false;
		this.isTakenUp = isNewProcess;
		done.restores++;
	}
}

/** An order of lists: as they are kept, the other way round, or one in which a changed record moves. */
function arrangement(at: number): Sandbox['settings']['arrange'] {
	if (at % 5 === 0) return (records) => records;
	if (at % 5 === 1) return (records) => [...records].reverse();
	const place = (record: unknown) => randomFrom(`${at} ${JSON.stringify(record)}`)();
	return (records) => [...records].sort((a, b) => place(a) - place(b));
}
