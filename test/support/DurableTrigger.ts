import { isDeepStrictEqual } from 'node:util';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { loadWorkflow, pollNode, workflowInNewProcess } from './pollNode';
import type { Service } from './workflow';

/** What a planned poll may take as n8n tells it: 45 s, or the 60 s of a lease if that is less, but for a fifth. */
const PLANNED_BUDGET = 36_000;

/** The items that a poll gave n8n, and whether n8n took them: the cursor is in its database, and they start the workflow. */
export interface PollResult {
	items: IDataObject[];
	isTaken: boolean;
}

/**
 * A workflow of n8n-core with the trigger in it, polled as by n8n's durable scheduler with durable cursors (2.36 and
 * later), by several processes in turn:
 *
 * - Each planned poll gets a new workflow and a copy of the cursor in the database. Its activation mode is `update`.
 * - The cursor is kept by workflow and node ID. It is saved together with the execution that a poll starts, and alone
 *   where a poll starts none but has changed it.
 * - A poll that has lost its lease is thrown away, its cursor and its items.
 * - The poll with which a workflow is published has no lease, and n8n takes nothing of it unless it delivers something.
 */
export class DurableTrigger {
	/** The cursor as it is in the database. */
	saved = '{}';
	/** How often n8n has written it. */
	writes = 0;
	/** Of the node, which keeps its ID. */
	name = 'Audience Page Trigger';
	/** The workflow's ID in each process. */
	private readonly workflowIds: string[];

	constructor(
		private readonly services: Service[],
		private readonly parameters: INodeParameters,
	) {
		this.workflowIds = services.map(workflowInNewProcess);
	}

	/** The poll with which a process publishes the workflow. */
	async publish(process: number): Promise<PollResult> {
		const { cursor, items } = await this.pollOnce(process, 'activate');
		const isTaken = items.length > 0;
		if (isTaken) this.save(cursor);
		return { items, isTaken };
	}

	/**
	 * A planned poll of a process.
	 *
	 * @param hasLease asked when the poll is over
	 */
	async poll(process: number, hasLease: () => boolean = () => true): Promise<PollResult> {
		const { seed, cursor, items } = await this.pollOnce(process, 'update', PLANNED_BUDGET);
		// n8n compares with lodash, for which a field that is undefined is one more, as it is here.
		const isChanged = !isDeepStrictEqual(cursor, seed);
		const isTaken = !isChanged || hasLease();
		if (isChanged && isTaken) this.save(cursor);
		return { items, isTaken };
	}

	/** Ends a process and starts it again. */
	restart(process: number): void {
		this.workflowIds[process] = workflowInNewProcess();
	}

	private save(cursor: IDataObject): void {
		this.saved = JSON.stringify(cursor);
		this.writes++;
	}

	private async pollOnce(process: number, activation: 'activate' | 'update', budget?: number) {
		const [service, id] = [this.services[process], this.workflowIds[process]];
		if (service === undefined || id === undefined) throw new Error(`There is no process ${process}`);
		const { name } = this;
		const workflow = loadWorkflow(id, [[name, this.parameters]], '{}', 'node-1');
		const seed = JSON.parse(this.saved) as IDataObject;
		const cursor = structuredClone(seed);
		const batch = await pollNode({ workflow, name, service, activation, budget, cursor });
		return { seed, cursor, items: (batch ?? []).map(({ json }) => json) };
	}
}
