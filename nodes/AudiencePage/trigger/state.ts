import type { IExecutePaginationFunctions, IPollFunctions } from 'n8n-workflow';

import { canonicalJson, contentHash } from '../shared/hash';
import { CREDENTIAL } from '../transport/apiClient';
import { originOf } from '../transport/connection';
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
	/** How many of the records that the list counts are in `entries`, if the list has a count. */
	knownCount?: number;
	/** Whether more was found than one poll delivers. The next poll then reads the whole list. */
	hasBacklog?: boolean;
	/** When it was last changed, in milliseconds; greater than in the state before. */
	changedAt: number;
}

export interface StaticData {
	state?: StoredState;
}

/** How a list was read by the polls of this process. Times are those of `performance.now()`. */
interface ReadHistory {
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

type KeptProgress = Omit<Progress, 'delivered'> & { delivered?: DeliveredRecords };

/** What this process keeps of a node. */
interface NodeState {
	/** The newest state that counts: n8n has returned it, or a poll that delivered nothing has saved it since. */
	newest: KeptProgress;
	/** When the state was changed that n8n returned last; 0 for none. */
	returnedAt: number;
	/** What the last poll saved with records. It counts once n8n returns it: n8n may drop both. */
	pending?: KeptProgress;
}

/** Where a trigger keeps its memory: its part of the static data of a workflow object, and the part of no node. */
export interface MemoryPlace {
	own: StaticData;
	/** The memories by node, as n8n names its static data. */
	workflow: { audiencePageTriggers?: Record<string, StaticData> };
}

/**
 * Lost when n8n stops: then the next poll of each trigger reads the whole list. No record is missed, but if n8n also
 * returns an older state, the records that were delivered since start the workflow again.
 */
export const processState = {
	/** By node key. */
	nodes: new Map<string, NodeState>(),
	/** By node key and watch key. */
	pollsUnderWay: new Set<string>(),
	/** Static data of the nodes polled so far. n8n makes a new object each time it loads a workflow. */
	polledStaticData: new WeakSet<object>(),
	/** By workflow ID and node, where each trigger remembers since its latest poll. */
	memoryPlaces: new Map<string, Map<string, MemoryPlace>>(),
	/** By static data of a workflow object, the memories that n8n has loaded with it, if their nodes have not taken them yet. */
	loadedMemories: new WeakMap<object, Record<string, StaticData>>(),
};

/** Identifies a node as n8n does in the static data, by its workflow and its name, and with durable cursors, by its ID. */
export const nodeKeyOf = (context: Context): string => {
	const { id, name } = context.getNode();
	return `${context.getWorkflow().id} ${id} ${name}`;
};

/**
 * A hash of what a trigger watches: event, path with its IDs, filters, credential, and origin of the service.
 * When it changes, the trigger starts over. A new API key does not change it: it reads the same lists.
 */
export async function watchKeyOf(context: Context, { options: { url, qs } }: RequestData): Promise<string> {
	const origin = originOf(await context.getCredentials(CREDENTIAL));
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	return contentHash({ event: context.getNodeParameter('event'), url, qs, origin, credential });
}

const staticDataOf = (context: Context | IPollFunctions): StaticData => context.getWorkflowStaticData('node');

export const hasStoredState = (context: Context | IPollFunctions): boolean =>
	staticDataOf(context).state !== undefined;

const NOT_READ_YET: ReadHistory = {
	pollsSinceFullRead: Infinity,
	polledAt: 0,
	fullReadAt: 0,
	resumeCursor: undefined,
};

/**
 * The progress from which a poll continues. n8n can return an older state than this process knows, or none: an execution
 * of the same workflow that uses static data writes it back as it was when that execution began.
 *
 * @returns undefined if there is none, so that the trigger starts over
 */
export async function loadProgress(
	context: Context,
	watchKey: string,
	{ fromEverything, fields }: Watch,
): Promise<Progress | undefined> {
	const continues = (state?: StoredState): state is StoredState =>
		state?.version === VERSION &&
		state.watchKey === watchKey &&
		// Switching from Now to Everything starts over; switching back does not.
		(state.fromEverything || !fromEverything);
	const key = nodeKeyOf(context);
	const kept = processState.nodes.get(key);
	const own = continues(kept?.newest) ? kept : undefined;
	const { state } = staticDataOf(context);
	const returned = continues(state) ? state : undefined;
	const returnedAt = Math.max(own?.returnedAt ?? 0, returned?.changedAt ?? 0);

	// 1. What this process saved with records, once n8n returns it. 2. What it knows, unless n8n returns something newer.
	// 3. What n8n returns: another process has saved it. How this process has read the list counts too.
	const isKnown = own && (returnedAt === own.returnedAt || isReturned(own.newest, returned));
	const { pollsSinceFullRead, polledAt, fullReadAt } = own?.newest ?? NOT_READ_YET;
	const newest: KeptProgress | undefined = isReturned(own?.pending, returned)
		? own?.pending
		: isKnown
			? own.newest
			: returned && { ...returned, pollsSinceFullRead, polledAt, fullReadAt };
	if (!newest) return undefined;
	const hasAllFields = fields.every((field) => newest.fields?.includes(field));
	const isReady = newest.delivered?.fields.join() === fields.join();
	const progress: Progress = {
		...newest,
		...(!hasAllFields && NOT_READ_YET),
		delivered: (isReady && newest.delivered) || (await DeliveredRecords.parse(newest, fields)),
	};
	processState.nodes.set(key, { newest: progress, returnedAt });
	return progress;
}

/** Two processes may save at the same time. */
const isReturned = (own?: StoredState, returned?: StoredState): boolean =>
	own !== undefined && own.changedAt === returned?.changedAt && own.entries === returned.entries;

export const initialProgress = (
	watchKey: string,
	{ fromEverything, fields }: Watch,
	now: number,
): Progress => ({
	version: VERSION,
	watchKey,
	fromEverything,
	entries: '',
	knownCount: 0,
	changedAt: 0,
	delivered: new DeliveredRecords(fields),
	pollsSinceFullRead: 0,
	polledAt: now,
	fullReadAt: now,
});

/** What n8n is to store; nothing that is undefined: n8n compares it, as JSON, with what it has stored. */
function storedPartOf(progress: Progress): StoredState {
	const { version, watchKey, fromEverything, entries, fields, knownCount, hasBacklog, changedAt } = progress;
	return {
		version,
		watchKey,
		fromEverything,
		entries,
		...(fields && { fields }),
		...(knownCount !== undefined && { knownCount }),
		...(hasBacklog && { hasBacklog }),
		changedAt,
	};
}

/** A state but for when it was changed. */
const contentOf = (state?: StoredState): string => canonicalJson({ ...state, changedAt: undefined });

/**
 * Saves the progress in this process and in the static data. n8n saves that to its database when the poll delivers
 * something, and when the workflow is published.
 */
export async function saveProgress(
	context: Context,
	before: Progress,
	update: Partial<Progress>,
	hasDelivered: boolean,
): Promise<void> {
	const { delivered, changedAt, knownCount, hasBacklog = false } = before;
	const progress: Progress = { ...before, ...update };
	const isChanged =
		changedAt === 0 ||
		delivered.hasChanged ||
		progress.knownCount !== knownCount ||
		progress.hasBacklog !== hasBacklog;
	if (delivered.hasChanged) Object.assign(progress, await delivered.serialize());
	const staticData = staticDataOf(context);
	// Greater than before, also of what it replaces, so that other processes see that it has changed.
	const replacedAt = staticData.state?.changedAt ?? 0;
	if (isChanged) progress.changedAt = Math.max(Date.now(), changedAt + 1, replacedAt + 1);
	const state = storedPartOf(progress);
	// Where nothing has changed but the time, n8n has nothing to save. What was delivered counts by the time of its state.
	const hasNewTime = state.changedAt !== staticData.state?.changedAt;
	if (hasNewTime && (hasDelivered || contentOf(state) !== contentOf(staticData.state)))
		staticData.state = state;

	const { nodes } = processState;
	const key = nodeKeyOf(context);
	const returnedAt = changedAt === 0 ? 0 : (nodes.get(key)?.returnedAt ?? 0);
	if (!hasDelivered) {
		nodes.set(key, { newest: progress, returnedAt });
		return;
	}
	// If the pending one never comes, its records are not those of the state before.
	const pollsSinceFullRead = before.pollsSinceFullRead + 1;
	nodes.set(key, {
		newest: { ...before, delivered: undefined, pollsSinceFullRead },
		returnedAt,
		pending: progress,
	});
}

/** Forgets what this process keeps of a node: n8n has the newest. */
export const forgetProgress = (context: Context): void => {
	processState.nodes.delete(nodeKeyOf(context));
};
