/** An n8n with the durable scheduler and durable cursors, whose processes poll in turn. */
import { DurableTrigger, type PollResult } from '../../../../support/DurableTrigger';
import { done, judgeFailure, type N8n, type Scene } from './n8n';
import { observe } from './observe';
import type { Known } from './oracle';
import { quietPoll, type Change, type Poll, type Restart } from './steps';

export class Durable implements N8n {
	private readonly trigger: DurableTrigger;
	/** What the trigger knows by the state in n8n's database. */
	private known: Known;
	/** The states that were saved, the newest last. */
	private readonly savings: Array<{ saved: string; known: Known }> = [];
	/** What a process knows by a publication of which n8n has kept nothing. */
	private readonly baselines = new Map<number, Known>();
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
		this.scene.oracle.belief = this.known;
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
				this.trigger.name = `Trigger ${++this.renamings}`;
				this.baselines.clear();
				break;
			case 'restore':
				this.restore(back);
		}
		this.scene.oracle.belief = this.known;
		done.restarts++;
	}

	private startAgain(process: number): void {
		this.trigger.restart(process);
		this.baselines.delete(process);
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
		const before = this.known.isBegun ? this.known : (this.baselines.get(process) ?? this.known);
		const { writes, saved } = this.trigger;
		const lease = { isKept: true };
		const results: PollResult[] = [];
		const poll = async () => {
			const polling = isPlanned
				? this.trigger.poll(process, () => lease.isKept)
				: this.trigger.publish(process);
			const result = await polling;
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
		oracle.belief = before;
		oracle.judge(observed, false);
		if (!lease.isKept && results.some(({ items, isTaken }) => isTaken && items.length > 0)) {
			throw new Error('A poll without a lease has started the workflow');
		}
		if (!lease.isKept || results.some(({ isTaken }) => !isTaken)) {
			done.thrownAway++;
			// n8n does not keep what was there at the beginning, but the process that has read it does.
			if (!before.isBegun) this.baselines.set(process, oracle.belief);
			// What a poll has seen that delivered nothing, its process still knows, and no other.
			else if (this.known.isBegun && delivered.length === 0) this.known = merged(this.known, oracle.belief);
			return;
		}
		done.deliveries += delivered.length;
		this.known = oracle.belief;
		if (this.trigger.writes === writes) return;
		if (this.trigger.writes === writes + 1 && withoutTime(saved) === withoutTime(this.trigger.saved)) {
			throw new Error('A poll has found nothing else than before, and was saved');
		}
		this.savings.push({ saved: this.trigger.saved, known: this.known });
	}
}

/** What may be known in one way or the other. */
const merged = (one: Known, other: Known): Known => ({
	...one,
	known: new Map(
		[...one.known].map(([id, ways]) => [id, new Set([...ways, ...(other.known.get(id) ?? [])])]),
	),
});

/** A state but for when it was changed. */
const withoutTime = (saved: string): string => saved.replace(/"changedAt":\d+/, '');
