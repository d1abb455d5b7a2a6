import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import { contentHash } from '../shared/hash';
import { CREDENTIAL, originOf } from '../transport/connection';
import type { RequestData } from '../transport/request';
import { DeliveredRecords, type SerializedRecords } from './deliveredRecords';
import type { Watch } from './watch';

type Context = IExecutePaginationFunctions;
const VERSION = 1;

/** What n8n stores of a list, in the workflow's static data. n8n can return an older one. */
export interface StoredState extends SerializedRecords {
	version: number;
	/** What was watched (see `watchKeyOf`). */
	watchKey: string;
	/** Whether records that existed at the start were delivered, or still are to be. */
	fromEverything: boolean;
	/** How many of the records that the list counts are in `entries`; 0 if the list has no count. */
	knownCount: number;
	/**
	 * Whether more was found than one poll delivers. The next poll goes on there, or in another
	 * process reads all.
	 */
	hasBacklog: boolean;
	/**
	 * When it was last changed, in milliseconds; greater than in the state before, and 0 before the
	 * first poll.
	 */
	changedAt: number;
}

export interface StaticData {
	state?: StoredState;
}

/** How far a trigger has come. Times of its history are those of `performance.now()`. */
export interface Progress {
	stored: StoredState;
	/** The records of `stored`, ready for use. */
	delivered: DeliveredRecords;
	/** How the list was read by the polls of this process. */
	history: {
		pollsSinceFullRead: number;
		polledAt: number;
		/** When the last poll began that read to the end of the list. */
		fullReadAt: number;
		/**
		 * Where the next poll resumes a read that was not finished; undefined at the beginning of the
		 * list.
		 */
		resumeCursor?: string;
	};
	/** `changedAt` of the state that n8n returned last; 0 for none. */
	returnedAt: number;
}

/** Without `delivered`, that is parsed from `stored` when it is needed. */
type KeptProgress = Omit<Progress, 'delivered'> & Partial<Progress>;

/** What this process keeps of a node. */
interface NodeState {
	/** Where the next poll continues, unless n8n returns `pending` or something newer. */
	newest: KeptProgress;
	/**
	 * What the last poll saved as it delivered records. n8n may drop both, so it counts only once n8n
	 * returns it.
	 */
	pending?: KeptProgress;
}

/**
 * Where a trigger keeps its memory: its part of the static data of a workflow object, and the part
 * of no node.
 */
export interface MemoryPlace {
	own: StaticData;
	/** The memories by node, as n8n names its static data. */
	workflow: { audiencePageTriggers?: Record<string, StaticData> };
}

/**
 * Lost when n8n stops: the next polls then read whole lists, and repeat records only if the state
 * is older too.
 */
export const processState = {
	/** By node key. */
	nodes: new Map<string, NodeState>(),
	/** By node key and watch key. */
	pollsUnderWay: new Set<string>(),
	/**
	 * Static data of the nodes polled so far. n8n makes a new object each time it loads a workflow.
	 */
	polledStaticData: new WeakSet<object>(),
	/** By workflow ID and node, where each trigger remembers since its latest poll. */
	memoryPlaces: new Map<string, Map<string, MemoryPlace>>(),
	/** By static data of a workflow object, the memories that n8n has loaded with it. */
	loadedMemories: new WeakMap<object, Record<string, StaticData>>(),
};

/**
 * Identifies a node as n8n does in the static data, by its workflow and its name, and with durable
 * cursors, by its ID.
 */
export const nodeKeyOf = (context: Context): string => {
	const { id, name } = context.getNode();
	return `${context.getWorkflow().id} ${id} ${name}`;
};

/**
 * When it changes, the trigger starts over. A new API key does not change it: it reads the same
 * lists.
 */
export async function watchKeyOf(
	context: Context,
	{ options: { url, qs } }: RequestData,
): Promise<string> {
	const origin = originOf(await context.getCredentials(CREDENTIAL));
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	return contentHash({ event: context.getNodeParameter('event'), url, qs, origin, credential });
}

const staticDataOf = (context: Context | IPollFunctions): StaticData =>
	context.getWorkflowStaticData('node');

export const hasStoredState = (context: Context | IPollFunctions): boolean =>
	staticDataOf(context).state !== undefined;

const NOT_READ_YET: Progress['history'] = {
	pollsSinceFullRead: Infinity,
	polledAt: 0,
	fullReadAt: 0,
};

/**
 * Where a poll continues. n8n may return an older state than this process has, or none: executions
 * save theirs.
 */
export async function loadProgress(
	context: Context,
	watchKey: string,
	watch: Watch,
): Promise<Progress> {
	const { fromEverything, fields } = watch;
	const continues = (state?: StoredState): state is StoredState =>
		state?.version === VERSION &&
		state.watchKey === watchKey &&
		// Switching from Now to Everything starts over; switching back does not.
		(state.fromEverything || !fromEverything);
	const key = nodeKeyOf(context);
	const kept = processState.nodes.get(key);
	const own = continues(kept?.newest.stored) ? kept : undefined;
	const { state } = staticDataOf(context);
	const returned = continues(state) ? state : undefined;
	const returnedAt = Math.max(own?.newest.returnedAt ?? 0, returned?.changedAt ?? 0);

	// 1. `pending`, if n8n returns it: the records of the last poll were delivered. 2. Otherwise
	// `newest`, unless n8n returns something newer. 3. Otherwise what n8n returns, which another
	// process has saved. When this process last read the whole list still counts.
	const isKnown = own && (returnedAt === own.newest.returnedAt || isReturned(own.newest, returned));
	const fromOtherProcess = returned && {
		stored: { ...returned },
		history: { ...(own?.newest.history ?? NOT_READ_YET), resumeCursor: undefined },
	};
	const known: Omit<KeptProgress, 'returnedAt'> | undefined = isKnown
		? own.newest
		: fromOtherProcess;
	const pending = own?.pending;
	const newest = isReturned(pending, returned) ? pending : known;
	if (!newest) return await initialProgress(watchKey, watch);
	const { stored, delivered, history } = newest;
	const isReady = delivered?.fields.join() === fields.join();
	const progress: Progress = {
		stored,
		delivered: isReady ? delivered : await DeliveredRecords.parse(stored, fields),
		history: fields.every((field) => stored.fields.includes(field)) ? history : NOT_READ_YET,
		returnedAt,
	};
	processState.nodes.set(key, { newest: progress });
	return progress;
}

/** The time alone does not tell: two processes may save in the same millisecond. */
const isReturned = (own?: KeptProgress, returned?: StoredState): boolean =>
	own !== undefined &&
	own.stored.changedAt === returned?.changedAt &&
	own.stored.entries === returned.entries;

async function initialProgress(
	watchKey: string,
	{ fromEverything, fields }: Watch,
): Promise<Progress> {
	const delivered = new DeliveredRecords(fields);
	const counts = { knownCount: 0, hasBacklog: false, changedAt: 0 };
	const stored = {
		version: VERSION,
		watchKey,
		fromEverything,
		...counts,
		...(await delivered.serialize()),
	};
	return { stored, delivered, history: NOT_READ_YET, returnedAt: 0 };
}

/**
 * n8n saves the static data when the poll delivers something, and on publishing; with durable
 * cursors, whenever it differs, but on publishing only if there are items.
 */
export async function saveProgress(
	context: Context,
	before: Progress,
	update: Pick<StoredState, 'knownCount' | 'hasBacklog'> & Pick<Progress, 'history'>,
	hasDelivered: boolean,
): Promise<void> {
	const { delivered, stored: old, returnedAt } = before;
	const { history, ...counts } = update;
	const stored: StoredState = { ...old, ...counts };
	const staticData = staticDataOf(context);
	const replacedAt = staticData.state?.changedAt ?? 0;
	// A changed count or backlog alone is not saved: a process without history reads the whole list,
	// and needs neither.
	if (old.changedAt === 0 || delivered.hasChanged) {
		Object.assign(stored, await delivered.serialize());
		// Greater than before, also of what it replaces, so that other processes see that it has
		// changed.
		stored.changedAt = Math.max(Date.now(), Math.max(old.changedAt, replacedAt) + 1);
	}
	if (stored.changedAt !== replacedAt) staticData.state = stored;

	const progress: Progress = { stored, delivered, history, returnedAt };
	// Without `delivered`, to which this poll has added its records: if n8n drops them, `old` is
	// parsed again.
	const pollsSinceFullRead = before.history.pollsSinceFullRead + 1;
	const kept = { stored: old, history: { ...before.history, pollsSinceFullRead }, returnedAt };
	const node = hasDelivered ? { newest: kept, pending: progress } : { newest: progress };
	processState.nodes.set(nodeKeyOf(context), node);
}
