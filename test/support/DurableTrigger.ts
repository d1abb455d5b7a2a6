import { isDeepStrictEqual } from 'node:util';

import { Workflow, type IDataObject, type INodeParameters } from 'n8n-workflow';

import { nodeTypes, pollNode, savedWorkflow, triggerNode, type TriggerOptions } from './pollNode';
import { TRIGGER, workflowInNewProcess } from './Trigger';
import type { Service } from './workflow';

/** The ID of the trigger's node, by which n8n keeps its cursor. */
const NODE_ID = 'node-1';

/** What a planned poll may take as n8n tells it: 45 s, or the 60 s of a lease if that is less, but for a fifth. */
const PLANNED_BUDGET = 36_000;

/** What came of a poll. */
export interface PollResult {
	/** What the node gave n8n. */
	items: IDataObject[];
	/** Whether n8n took it: the cursor is in its database, and the items, if there are any, start the workflow. */
	isTaken: boolean;
	/** What the trigger has written to n8n's log. */
	warnings: string[];
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
	readonly notes: string[] = [];
	readonly timeouts: Array<number | undefined> = [];
	private name = TRIGGER;
	/** The workflow's ID in each process. */
	private readonly workflowIds: string[];

	constructor(
		private readonly services: Service[],
		private readonly parameters: INodeParameters,
		private readonly options: TriggerOptions = {},
	) {
		this.workflowIds = services.map(workflowInNewProcess);
	}

	/** The poll with which a process publishes the workflow. */
	async publish(process: number): Promise<PollResult> {
		const { cursor, items, warnings } = await this.pollOnce(process, this.options, 'activate');
		const isTaken = items.length > 0;
		if (isTaken) this.save(cursor);
		return { items, isTaken, warnings };
	}

	/**
	 * A planned poll of a process.
	 *
	 * @param hasLease asked when the poll is over
	 */
	async poll(process: number, hasLease: () => boolean = () => true): Promise<PollResult> {
		const options = { budget: PLANNED_BUDGET, ...this.options };
		const { seed, cursor, items, warnings } = await this.pollOnce(process, options, 'update');
		// n8n compares with lodash, for which a field that is undefined is one more, as it is here.
		const isChanged = !isDeepStrictEqual(cursor, seed);
		const isTaken = !isChanged || hasLease();
		if (isChanged && isTaken) this.save(cursor);
		return { items, isTaken, warnings };
	}

	/** Ends a process and starts it again. */
	restart(process: number): void {
		this.workflowIds[process] = workflowInNewProcess();
	}

	/** Gives the node another name; it keeps its ID. */
	rename(name: string): void {
		this.name = name;
	}

	private save(cursor: IDataObject): void {
		this.saved = JSON.stringify(cursor);
		this.writes++;
	}

	private async pollOnce(process: number, options: TriggerOptions, activation: 'activate' | 'update') {
		const service = this.services[process];
		if (service === undefined) throw new Error(`There is no process ${process}`);
		const node = triggerNode(NODE_ID, this.name, this.parameters, options);
		const id = this.workflowIds[process];
		const workflow = new Workflow({ ...savedWorkflow, id, nodes: [node], nodeTypes });
		const seed = JSON.parse(this.saved) as IDataObject;
		const cursor = structuredClone(seed);
		const { notes, timeouts } = this;
		const log = { warnings: [], notes, timeouts };
		const batch = await pollNode({ workflow, node, service, options, activation, cursor }, log);
		return { seed, cursor, items: (batch ?? []).map(({ json }) => json), warnings: log.warnings };
	}
}
