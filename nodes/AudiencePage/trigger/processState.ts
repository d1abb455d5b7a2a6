import type { IExecutePaginationFunctions } from 'n8n-workflow';

import type { DeliveredRecords } from './deliveredRecords';
import type { StaticData, StoredState } from './storedState';

/** How a list was read by the polls of this process. Times are those of `performance.now()`. */
export interface ReadHistory {
	pollsSinceFullRead: number;
	/** When the last poll began. */
	polledAt: number;
	/** When the last poll began that read the whole list. */
	fullReadAt: number;
	/** Where the next poll resumes a read that was not finished; undefined at the beginning of the list. */
	resumeCursor?: string;
}

/** How far a trigger has come: what n8n stores, its records ready for use, and how the list was read. */
export interface Progress extends StoredState, ReadHistory {
	delivered: DeliveredRecords;
}

export interface ListState {
	/** The newest state that n8n has returned to this process, and how the list had been read until then. */
	newestLoaded?: StoredState & ReadHistory;
	/** What the last poll saved. n8n may not have kept it. */
	lastSaved?: Progress;
	/** What the last poll saved that delivered nothing, and when the state that it began with was changed; 0 for none. */
	quiet?: { saved: Progress; since: number };
}

/** What this process keeps of a node, as long as it watches the same single list, or all pages. */
export interface NodeState {
	/** The watch key of all pages; undefined for a single list. */
	allPages?: string;
	/** By watch key for each list of all pages, by an empty text for a single list. */
	lists: Map<string, ListState>;
	/** Of all pages, those that were read at least once. */
	readPages?: ReadonlySet<string>;
	/** Of all pages, the one at which the next poll begins. */
	nextPage?: string;
	/** Of all pages, whether the last poll has failed. */
	hasFailed?: boolean;
}

/** The static data of a workflow object that belongs to no node: the memories by node, as n8n names its static data. */
export interface WorkflowStaticData {
	audiencePageTriggers?: Record<string, StaticData>;
}

/** Where a trigger keeps its memory: its part of the static data of a workflow object, and the part of no node. */
export interface MemoryPlace {
	own: StaticData;
	workflow: WorkflowStaticData;
}

/**
 * Everything that this process keeps about triggers. It is lost when n8n stops: then the next poll of each
 * trigger reads the whole list. No record is missed, but if n8n also returns an older state, the records that
 * were delivered since start the workflow again.
 */
export const processState = {
	/** Static data of the nodes polled so far. n8n makes a new object each time it loads a workflow. */
	polledStaticData: new WeakSet<object>(),
	/** By node key and watch key. */
	pollsUnderWay: new Set<string>(),
	/** By node key. */
	nodes: new Map<string, NodeState>(),
	/** By workflow ID and node, where each trigger remembers since its latest poll. */
	memoryPlaces: new Map<string, Map<string, MemoryPlace>>(),
	/** By static data of a workflow object, the memories that n8n has loaded with it, if their nodes have not taken them yet. */
	loadedMemories: new WeakMap<object, Record<string, StaticData>>(),
};

/**
 * What this process keeps of a node that watches a single list, or all pages with this watch key; undefined if it has
 * watched something else.
 */
export function keptNodeState(
	context: IExecutePaginationFunctions,
	allPages: string | undefined,
): NodeState | undefined {
	const node = processState.nodes.get(nodeKeyOf(context));
	return node?.allPages === allPages ? node : undefined;
}

/** Identifies a node as n8n does in the static data, by its workflow and its name, and with durable cursors, by its ID. */
export const nodeKeyOf = (context: IExecutePaginationFunctions): string => {
	const { id, name } = context.getNode();
	return `${context.getWorkflow().id} ${id} ${name}`;
};
