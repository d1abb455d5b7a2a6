import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { pollNode, PublishedWorkflow } from '../../../../support/Trigger';
import { done, judgeFailure, observe, type N8n, type Scene } from './n8n';
import { anyOf, type Known } from './oracle';
import { quietPoll, type Poll, type Restart } from './steps';

/** What a planned poll may take as n8n tells it: 45 s, or the 60 s of a lease if that is less, but for a fifth. */
const PLANNED_BUDGET = 36_000;

/**
 * An n8n with the durable scheduler and durable cursors (2.36 and later), whose processes poll in turn:
 *
 * - Each planned poll gets a new workflow and a copy of the cursor in the database. Its activation mode is `update`.
 * - The cursor is kept by workflow and node ID. It is saved together with the execution that a poll starts, and alone
 *   where a poll starts none but has changed it.
 * - A poll that has lost its lease is thrown away, its cursor and its items.
 * - The poll with which a workflow is published has no lease, and n8n takes nothing of it unless it delivers something.
 */
export class Durable implements N8n {
	private readonly workflows: PublishedWorkflow[];
	/** The cursor as it is in the database, how often n8n has written it, and what the trigger knows by it. */
	private saved = '{}';
	private writes = 0;
	private known: Known;
	/** The cursors that were saved, the newest last. */
	private readonly savings: Array<{ saved: string; known: Known }> = [];
	/** What a process knows by a publication of which n8n has kept nothing. */
	private readonly baselines = new Map<number, Known>();
	/** The processes whose poll is under way. */
	private readonly busy = new Set<number>();
	private isPublished = false;
	private name = 'Trigger';

	constructor(
		private readonly scene: Scene,
		readonly processes: number,
	) {
		this.workflows = Array.from({ length: processes }, () => new PublishedWorkflow('node-1'));
		// Each process sends what it sends by itself: one of them that waits holds up no other one.
		scene.sandbox.settings.otherApiKeys = this.workflows.map(({ id }) => `key of ${id}`);
		this.known = scene.oracle.belief;
	}

	async poll(step: Poll): Promise<void> {
		const process = step.by % this.processes;
		if (this.busy.has(process)) return await this.pollWhileBusy(process);
		this.busy.add(process);
		await this.pollBy(process, step).finally(() => this.busy.delete(process));
		this.scene.oracle.belief = this.known;
	}

	restart({ do: how, back, of }: Restart): void {
		done.restarts++;
		if (how === 'restart') this.startAgain(of % this.processes);
		if (how === 'republish') this.isPublished = false;
		if (how === 'rename') {
			this.name = `Trigger ${done.restarts}`;
			this.baselines.clear();
		}
		const gone = this.savings.at(-1 - back) ?? this.savings[0];
		if (how !== 'restore' || gone === undefined) return;
		// Whoever restores a database does it while n8n is down.
		({ saved: this.saved, known: this.known } = gone);
		this.scene.oracle.belief = this.known;
		for (const process of this.workflows.keys()) this.startAgain(process);
	}

	private startAgain(process: number): void {
		this.workflows[process]!.endProcess();
		this.baselines.delete(process);
	}

	/** Nothing comes of it: the earlier poll of the same process still reads the list. */
	private async pollWhileBusy(process: number): Promise<void> {
		const { requests } = this.scene.sandbox;
		const { length } = requests;
		const { items } = await this.pollOnce(process, 'update');
		if (items.length > 0 || requests.length > length) {
			throw new Error('Two polls of one process have read the list at the same time');
		}
	}

	/** One poll by n8n-core: its items, and the cursor that n8n may save. */
	private async pollOnce(process: number, activation: 'activate' | 'update') {
		const { scene, name, saved } = this;
		const published = this.workflows[process]!;
		published.triggers.clear();
		published.triggers.set(name, scene.parameters);
		const cursor = JSON.parse(saved) as IDataObject;
		const service = { url: scene.sandbox.url, apiKey: scene.sandbox.settings.otherApiKeys[process]! };
		const budget = activation === 'update' ? PLANNED_BUDGET : undefined;
		const poll = { workflow: published.load(), name, service, activation, budget, cursor };
		const items = ((await pollNode(poll)) ?? []).map(({ json }) => json);
		// n8n compares with lodash, for which a field that is undefined is one more, as it is here.
		return { items, cursor, isChanged: !isDeepStrictEqual(cursor, JSON.parse(saved)) };
	}

	private async pollBy(process: number, step: Poll): Promise<void> {
		const { scene, isPublished: isPlanned } = this;
		const { oracle } = scene;
		const before = this.known.isBegun ? this.known : (this.baselines.get(process) ?? this.known);
		const { writes, saved } = this;
		const fate = { hasLease: true, isThrownAway: false };
		const poll = async () => {
			const { items, cursor, isChanged } = await this.pollOnce(process, isPlanned ? 'update' : 'activate');
			const isRefused = isPlanned ? isChanged && !fate.hasLease : items.length === 0;
			if (isRefused) fate.isThrownAway = true;
			else if (isChanged) {
				this.saved = JSON.stringify(cursor);
				this.writes++;
			} else if (items.length > 0) throw new Error('A poll has delivered something, and changed nothing');
			return items;
		};
		const hold = (n: number) => {
			if (!isPlanned || n !== step.loss?.at) return undefined;
			fate.hasLease = false;
			return step.loss.to === undefined ? undefined : this.poll({ ...quietPoll, by: step.loss.to });
		};
		// While it is published, nothing else polls the workflow.
		const observed = await observe(scene, { ...step, atOnce: isPlanned ? step.atOnce : 1 }, poll, hold);

		const { error, delivered } = observed;
		if (error !== undefined) {
			judgeFailure(scene, observed, error);
			if (fate.hasLease && this.writes !== writes) throw new Error('A poll failed, and was saved');
			return;
		}
		this.isPublished = true;
		oracle.belief = before;
		oracle.judge(observed, false);
		if (!fate.hasLease || fate.isThrownAway) {
			done.thrownAway++;
			// n8n does not keep what was there at the beginning, but the process that has read it does.
			if (!before.isBegun) this.baselines.set(process, oracle.belief);
			// What a poll has seen that delivered nothing, its process still knows, and no other.
			else if (this.known.isBegun && delivered.length === 0) this.known = anyOf(this.known, oracle.belief);
			return;
		}
		done.deliveries += delivered.length;
		this.known = oracle.belief;
		if (this.writes === writes) return;
		const withoutTime = (text: string) => text.replace(/"changedAt":\d+/, '');
		if (this.writes === writes + 1 && withoutTime(saved) === withoutTime(this.saved)) {
			throw new Error('A poll has found nothing else than before, and was saved');
		}
		this.savings.push({ saved: this.saved, known: this.known });
	}
}
