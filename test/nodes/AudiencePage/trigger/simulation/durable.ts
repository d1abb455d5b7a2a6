/** An n8n with the durable scheduler and durable cursors, whose processes poll in turn. */
import { DurableTrigger, type PollResult } from '../../../../support/DurableTrigger';
import { done, isLeftOut, judgeFailure, type N8n, type Scene } from './n8n';
import { observe, type Observed } from './observe';
import { ANEW, BEGINNING, isCertainNews, type Belief, type History, type Known } from './oracle';
import { quietPoll, type Change, type Poll, type Restart } from './steps';
import type { Seen } from './world';

interface DurableHistory extends History {
	/** Whether the last poll may have seen something that it left for the next. */
	mayLeaveRest?: boolean;
}

export class Durable implements N8n {
	private readonly trigger: DurableTrigger;
	/** What the trigger knows by the state in n8n's database. */
	private known: Known;
	/** The states that were saved, the newest last. */
	private readonly savings: Array<{ saved: string; known: Known }> = [];
	/** By the process; a process that has not polled yet has none. */
	private readonly histories = new Map<number, DurableHistory>();
	/** Whose poll was the last that n8n took. */
	private takenFrom?: number;
	/** What a process knows by a publication of which n8n has kept nothing. */
	private readonly baselines = new Map<number, Known>();
	/** What the last poll of a process has found, if n8n took nothing of it, and its history if it counts. */
	private readonly thrownAway = new Map<
		number,
		{ items: Seen[]; history: DurableHistory } & Pick<Known, 'count' | 'hasRest'>
	>();
	/** The processes whose poll is under way. */
	private readonly busy = new Set<number>();
	private isPublished = false;
	private renamings = 0;

	constructor(
		private readonly scene: Scene,
		readonly processes: number,
	) {
		const { sandbox, parameters, oracle } = scene;
		const { url, settings } = sandbox;
		// Each process sends what it sends by itself: one of them that waits holds up no other one.
		settings.otherApiKeys = Array.from({ length: processes }, (_, n) => `key of process ${n}`);
		this.trigger = new DurableTrigger(
			settings.otherApiKeys.map((apiKey) => ({ url, apiKey })),
			parameters,
		);
		this.known = oracle.belief;
	}

	async poll(step: Poll): Promise<void> {
		const process = step.by % this.processes;
		if (this.busy.has(process)) return await this.pollWhileBusy(process);
		this.busy.add(process);
		await this.pollBy(process, step).finally(() => this.busy.delete(process));
		this.believe();
	}

	restart({ do: how, back, of }: Restart): void {
		switch (how) {
			case 'restart':
				this.startAgain(of % this.processes);
				break;
			case 'republish':
				this.isPublished = false;
				break;
			case 'rename':
				this.trigger.rename(`Trigger ${++this.renamings}`);
				for (let process = 0; process < this.processes; process++) this.forget(process);
				break;
			case 'restore':
				this.restore(back);
		}
		this.believe();
		done.restarts++;
	}

	/** What the next poll must know, whichever process makes it. */
	private believe(): void {
		const { oracle } = this.scene;
		oracle.belief = { ...oracle.belief, ...this.known };
	}

	private startAgain(process: number): void {
		this.trigger.restart(process);
		this.forget(process);
	}

	private forget(process: number): void {
		this.baselines.delete(process);
		this.histories.delete(process);
		this.thrownAway.delete(process);
	}

	/** Whoever restores a database does it while n8n is down. */
	private restore(back: number): void {
		const gone = this.savings[Math.max(0, this.savings.length - 1 - back)];
		if (gone === undefined) return;
		this.trigger.saved = gone.saved;
		this.known = gone.known;
		for (let process = 0; process < this.processes; process++) this.startAgain(process);
	}

	/** Nothing comes of it: the earlier poll of the same process still reads the list. */
	private async pollWhileBusy(process: number): Promise<void> {
		const requests = this.scene.sandbox.requests.length;
		const { items } = await this.trigger.poll(process);
		if (items.length > 0 || this.scene.sandbox.requests.length > requests) {
			throw new Error('Two polls of one process have read the list at the same time');
		}
	}

	private async pollBy(process: number, step: Poll): Promise<void> {
		const { sandbox, world, oracle } = this.scene;
		const apply = (change: Change) => this.scene.apply(change);
		const isPlanned = this.isPublished;
		const before = this.historyOf(process);
		const knownBefore = this.knownBy(process);
		const { writes, saved } = this.trigger;
		const lease = { isKept: true };
		const results: PollResult[] = [];
		const pollOnce = async () =>
			isPlanned ? await this.trigger.poll(process, () => lease.isKept) : await this.trigger.publish(process);
		const poll = async () => {
			let result = await pollOnce();
			if (isLeftOut(result.warnings)) result = await pollOnce();
			results.push(result);
			return result.items;
		};
		const hold = (n: number) => {
			if (!isPlanned || n !== step.loss?.at) return undefined;
			lease.isKept = false;
			return step.loss.to === undefined ? undefined : this.poll({ ...quietPoll, by: step.loss.to });
		};
		// While it is published, nothing else polls the workflow.
		const atOnce = isPlanned ? step.atOnce : 1;
		const observed = await observe(sandbox, world, { ...step, atOnce }, { poll, apply, hold });
		done.polls++;

		const { error, delivered } = observed;
		if (error !== undefined) {
			judgeFailure(this.scene, observed, error);
			if (lease.isKept && this.trigger.writes !== writes) throw new Error('A poll failed, and was saved');
			return;
		}
		this.isPublished = true;
		const { known, isBegun, count, hasRest, ...after } = this.judged(observed, { ...knownBefore, ...before });
		if (!lease.isKept && results.some(({ items, isTaken }) => isTaken && items.length > 0)) {
			throw new Error('A poll without a lease has started the workflow');
		}
		const mayLeaveRest = delivered.length === oracle.promised.maxPerPoll;
		if (!lease.isKept || results.some(({ isTaken }) => !isTaken)) {
			done.thrownAway++;
			// n8n does not keep what was there at the beginning, but the process that has read it does.
			if (!knownBefore.isBegun) this.baselines.set(process, { known, isBegun, count, hasRest });
			const items = delivered.map((item) => world.see(item));
			this.histories.set(process, before);
			const history = { ...either(before, after), mayLeaveRest };
			this.thrownAway.set(process, { items, history, count, hasRest });
			return;
		}
		done.deliveries += delivered.length;
		this.histories.set(process, { ...after, mayLeaveRest });
		this.thrownAway.delete(process);
		this.takenFrom = process;
		this.known = { known, isBegun, count, hasRest };
		if (this.trigger.writes === writes) return;
		if (this.trigger.writes === writes + 1 && withoutTime(saved) === withoutTime(this.trigger.saved)) {
			throw new Error('A poll has found nothing else than before, and was saved');
		}
		this.savings.push({ saved: this.trigger.saved, known: this.known });
	}

	private knownBy(process: number): Known {
		const known = this.known.isBegun ? this.known : (this.baselines.get(process) ?? this.known);
		const thrownAway = this.thrownAway.get(process);
		if (thrownAway === undefined || thrownAway.items.length > 0) return known;
		// What a poll has found that delivered nothing, its process still knows.
		const count = thrownAway.count === known.count ? known.count : undefined;
		return { ...known, count, hasRest: known.hasRest && thrownAway.hasRest };
	}

	private judged(observed: Observed, belief: Belief): Belief {
		const { oracle, version, minute } = this.scene;
		oracle.belief = belief;
		oracle.judge(observed, version, minute);
		return oracle.belief;
	}

	/**
	 * The history of a process. A reading that was thrown away may count where nothing of it is left to be found again: it
	 * found nothing, or another process has delivered the same. Where another process has delivered the rest that a
	 * reading has left, that reading goes on as one whose time was up.
	 */
	private historyOf(process: number): History {
		const thrownAway = this.thrownAway.get(process);
		const isLeft = ({ id, content }: Seen) => isCertainNews(content, this.known.known.get(id));
		const doesCount = thrownAway !== undefined && !thrownAway.items.some(isLeft);
		const history = doesCount ? thrownAway.history : this.histories.get(process);
		if (history === undefined) return this.savings.length > 0 ? ANEW : BEGINNING;
		return history.mayLeaveRest && this.takenFrom !== process ? { ...history, isStopped: true } : history;
	}
}

/** A state but for when it was changed. */
const withoutTime = (saved: string): string => saved.replace(/"changedAt":\d+/, '');

/** Where a reading may count or not. */
const either = (before: History, after: History): History => ({
	partial: Math.min(before.partial, after.partial),
	wholeAt:
		before.wholeAt === undefined || after.wholeAt === undefined
			? undefined
			: Math.max(before.wholeAt, after.wholeAt),
	isStopped: before.isStopped || after.isStopped,
	reading: before.reading?.version === after.reading?.version ? after.reading : {},
});
