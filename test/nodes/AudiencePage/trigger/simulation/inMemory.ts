import { Trigger } from '../../../../support/Trigger';
import { done, judgeFailure, observe, type N8n, type Scene } from './n8n';
import { anyOf, type Known } from './oracle';
import type { Poll, Restart } from './steps';

/** An n8n whose one process polls by timers in its memory, and keeps the state in the workflow's static data. */
export class InMemory implements N8n {
	readonly processes = 1;
	private readonly trigger: Trigger;
	/** The states that n8n has saved, the newest last, and what the trigger knows by them. */
	private readonly savings: Array<{ saved: string; known: Known }> = [];
	private isActive = false;
	/** Whether the time of the last poll was up. */
	private wasStopped = false;
	/** Whether n8n has just started, and takes the workflow up by itself. */
	private isTakenUp = false;

	constructor(private readonly scene: Scene) {
		this.trigger = new Trigger(scene.sandbox, scene.parameters);
	}

	async poll(step: Poll): Promise<void> {
		const { scene, trigger, isActive, isTakenUp } = this;
		const { oracle } = scene;
		const { saved, warnings } = trigger;
		const before = this.kept();
		warnings.length = 0;
		const poll = async () => (isActive ? await trigger.poll() : await trigger.activate());
		// While it is published, nothing else polls the workflow.
		const observed = await observe(scene, { ...step, atOnce: isActive ? step.atOnce : 1 }, poll);
		done.deliveries += observed.delivered.length;
		this.isTakenUp = false;

		const failure = observed.error ?? warnings.find((one) => one.startsWith('The first poll'));
		if (failure !== undefined) {
			judgeFailure(scene, observed, failure, isTakenUp);
			if (this.kept() !== before || trigger.saved !== saved) throw new Error('A poll failed, and was kept');
			this.isActive ||= isTakenUp;
			return;
		}
		// A read that goes on where the time of the last one was up does not look again at what that has seen.
		oracle.judge(observed, oracle.promised.fullReadEvery === 1 && !this.wasStopped);
		this.wasStopped = observed.isStopped;
		this.isActive = true;
		if (trigger.saved !== saved) this.savings.push({ saved: trigger.saved, known: oracle.belief });
	}

	restart({ do: how, back }: Restart): void {
		// Under another name the trigger starts over: n8n keeps static data by the node's name.
		if (how === 'rename') return;
		const returned = this.savings.slice(-1 - back);
		const [gone] = returned;
		if (gone === undefined) return;
		const { oracle } = this.scene;
		this.isTakenUp = how !== 'republish';
		this.isActive = false;
		if (this.isTakenUp) {
			this.trigger.restart(gone.saved);
			oracle.belief = gone.known;
		} else {
			// The same process may know what n8n has saved since, and what it has seen.
			this.trigger.reload({ saved: gone.saved });
			oracle.belief = anyOf(oracle.belief, ...returned.map(({ known }) => known));
		}
		done.restarts++;
	}

	/** What the trigger has in memory; n8n makes room for it as soon as it is polled. */
	private kept(): string {
		const nodes = Object.values(this.trigger.staticData) as object[];
		return JSON.stringify(nodes.filter((node) => Object.keys(node).length > 0));
	}
}
