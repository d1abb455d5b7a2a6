/** An n8n whose one process polls by timers in its memory, and keeps the state in the workflow's static data. */
import type { IDataObject } from 'n8n-workflow';

import { Trigger } from '../../../../support/Trigger';
import { done, judgeFailure, type N8n, type Scene } from './n8n';
import { observe } from './observe';
import type { Known } from './oracle';
import type { Change, Poll, Restart } from './steps';

/** A state that n8n has saved, and what the trigger knows by it. */
interface Saving {
	saved: string;
	belief: Known;
	/** Which of the deliveries was the last before it. */
	delivery: number;
}

export class InMemory implements N8n {
	readonly processes = 1;
	private readonly trigger: Trigger;
	private readonly savings: Saving[] = [];
	/** The saving that the static data in memory goes on from. */
	private inMemory = -1;
	/** The newest one, and what was known then, that was in memory when a poll of this process began. */
	private given?: { saving: number; belief: Known };
	/** Deliveries so far, and the last one that the trigger's latest poll knows of. */
	private deliveries = 0;
	private delivery = 0;
	private isActive = false;
	/** Whether the time of the last poll was up. */
	private wasStopped = false;
	/** Whether n8n has just started, and takes the workflow up by itself. */
	private isTakenUp = false;

	constructor(private readonly scene: Scene) {
		this.trigger = new Trigger(scene.sandbox, scene.parameters);
	}

	async poll(step: Poll): Promise<void> {
		const { sandbox, world, oracle } = this.scene;
		const apply = (change: Change) => this.scene.apply(change);
		if (this.inMemory >= (this.given?.saving ?? 0)) {
			this.given = { saving: this.inMemory, belief: oracle.belief };
		}
		const before = this.kept();
		const { saved } = this.trigger;
		const warnings = this.trigger.warnings.length;
		const poll = async (): Promise<IDataObject[]> =>
			this.isActive ? await this.trigger.poll() : await this.trigger.activate();
		// While it is published, nothing else polls the workflow.
		const atOnce = this.isActive ? step.atOnce : 1;
		const observed = await observe(sandbox, world, { ...step, atOnce }, { poll, apply });
		done.polls++;
		done.deliveries += observed.delivered.length;

		const [warning] = this.trigger.warnings.slice(warnings).filter((one) => one.startsWith('The first poll'));
		const failure = observed.error ?? warning;
		if (failure !== undefined) {
			judgeFailure(this.scene, observed, failure, this.isTakenUp);
			if (this.kept() !== before || this.trigger.saved !== saved) {
				throw new Error('A poll failed, and was kept');
			}
			this.isActive ||= this.isTakenUp;
		} else {
			// A read that goes on where the time of the last one was up does not look again at what that has seen.
			oracle.judge(observed, oracle.promised.fullReadEvery === 1 && !this.wasStopped);
			this.wasStopped = observed.isStopped;
			this.isActive = true;
			if (observed.delivered.length > 0) this.delivery = ++this.deliveries;
			if (this.trigger.saved !== saved) {
				const { belief } = oracle;
				this.savings.push({ saved: this.trigger.saved, belief, delivery: this.delivery });
				this.inMemory = this.savings.length - 1;
			}
		}
		this.isTakenUp = false;
	}

	restart({ do: how, back }: Restart): void {
		// Under another name the trigger begins anew: n8n keeps static data by the node's name.
		if (how === 'rename') return;
		const saving = Math.max(0, this.savings.length - 1 - back);
		const gone = this.savings[saving];
		if (gone === undefined) return;
		const isNewProcess = how !== 'republish';
		if (isNewProcess) this.given = undefined;
		// The process goes on from the newest state that it was given, whatever n8n gives back.
		const isGivenNewer = this.given !== undefined && this.given.saving > saving;
		const { belief } = isGivenNewer && this.given ? this.given : gone;
		const delivery = isGivenNewer ? (this.savings[this.given?.saving ?? 0]?.delivery ?? 0) : gone.delivery;

		if (isNewProcess) this.trigger.restart(gone.saved);
		else this.trigger.reload(gone.saved);
		// What polls have seen since that delivered nothing, the same process still knows.
		if (isNewProcess || delivery !== this.delivery) this.scene.oracle.belief = belief;
		this.delivery = delivery;
		this.inMemory = isGivenNewer ? (this.given?.saving ?? 0) : saving;
		this.isActive = false;
		this.isTakenUp = isNewProcess;
		done.restarts++;
	}

	/** What the trigger has in memory; n8n makes room for it as soon as it is polled. */
	private kept(): string {
		const nodes = Object.values(this.trigger.staticData) as object[];
		return JSON.stringify(nodes.filter((node) => Object.keys(node).length > 0));
	}
}
