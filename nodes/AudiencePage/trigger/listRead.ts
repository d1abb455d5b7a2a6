import { RequestAbortedError } from '../transport/pendingRequest';
import type { ListPage } from '../transport/pagination';
import type { SerializedRecords } from './seenRecords';
import type { Watch } from './watch';

/** Why a poll stops reading. `countMatches`: by the list's count, nothing else is new. */
export type StopReason = 'complete' | 'countMatches' | 'limitReached' | 'timedOut';

/** A read of a list, once from its beginning to its end. It may take several polls. */
export interface ListRead {
	/** When it began, by `performance.now()`. */
	readonly startedAt: number;
	/** Whether it goes to the end of the list, even if the list's count shows nothing new. */
	readonly isFull: boolean;
	/** Where it goes on; undefined at the beginning of the list. */
	cursor?: string;
	/** What the list counted when it began; undefined if the service does not say. */
	totalCount?: number;
	/** Of the first read from Now: what it has read so far. */
	existing?: SerializedRecords;
	/** Whether the list is read a second time, because it counts more than it listed. */
	isRepeated?: boolean;
}

/** How this process reads the list of a node. */
export interface Progress {
	/** Of the list and the fields that are watched. */
	readonly key: string;
	/** Whether a poll is under way. */
	isPolling: boolean;
	/** What the last poll has not read to its end. */
	openRead?: ListRead;
	/** How many records were remembered when the last poll ended. */
	seenCount: number;
	/** How many of them the list did not count when it was read to its end, if that is known. */
	uncounted?: number;
	pollsSinceFullRead: number;
	polledAt: number;
	/** When the last read began that went to the end of the list. */
	fullReadAt: number;
	/**
	 * What the first read from Now has seen, until n8n returns it: with durable cursors, n8n does not
	 * keep what the poll of a publication remembers.
	 */
	unsavedFirstRead?: SerializedRecords;
}

/**
 * Lost when n8n stops: then the next poll reads the whole list, and a first read from Now that n8n
 * has not saved begins again.
 */
export const processState = {
	/** By node. */
	progress: new Map<string, Progress>(),
	/**
	 * Static data of the nodes polled so far. n8n makes a new object each time it loads a workflow,
	 * but tells all polls of that object why it was loaded.
	 */
	polledStaticData: new WeakSet<object>(),
};

/** A new one if the node watches something else than at its last poll. */
export function progressOf(node: string, key: string): Progress {
	const last = processState.progress.get(node);
	if (last?.key === key) return last;
	const progress: Progress = {
		key,
		isPolling: false,
		seenCount: 0,
		pollsSinceFullRead: Infinity,
		polledAt: 0,
		fullReadAt: 0,
	};
	processState.progress.set(node, progress);
	return progress;
}

/** How late a change can be noticed in a list whose count stays the same, in milliseconds. */
const MAX_CHANGE_DELAY = 15 * 60_000;

/** Whether a read that begins now is to go to the end of the list. */
export function isFullReadDue(
	{ pollsSinceFullRead, polledAt, fullReadAt }: Progress,
	{ fields, fullReadEvery }: Watch,
	now: number,
): boolean {
	if (pollsSinceFullRead + 1 >= fullReadEvery) return true;
	// If polls keep the interval of the last two.
	const nextPollAt = now + (now - polledAt);
	return fields.length > 0 && nextPollAt - fullReadAt > MAX_CHANGE_DELAY;
}

/** The read that the last poll has not finished; if this poll fails, the next one begins anew. */
export function takeOpenRead(progress: Progress): ListRead | undefined {
	const { openRead } = progress;
	progress.openRead = undefined;
	return openRead;
}

/**
 * Reads on, page by page, until `inspect` says why to stop, or the time is up.
 * @throws what reading throws, RequestAbortedError only if no page came in time
 */
export async function readOn(
	read: ListRead,
	pages: AsyncIterable<ListPage>,
	inspect: (page: ListPage) => StopReason | undefined,
): Promise<StopReason> {
	let hasPage = false;
	const readPages = async (): Promise<StopReason> => {
		for await (const page of pages) {
			hasPage = true;
			read.totalCount ??= page.totalCount;
			read.cursor = page.cursor;
			const stopReason = inspect(page);
			if (stopReason) return stopReason;
			read.cursor = page.nextCursor;
		}
		return 'complete';
	};
	return await readPages().catch((error: Error) => {
		if (!(error instanceof RequestAbortedError) || !hasPage) throw error;
		return 'timedOut' as const;
	});
}

/** Notes how far a poll that began at `now` has come. */
export function endPoll(
	progress: Progress,
	read: ListRead,
	stopReason: StopReason,
	{ now, seenCount }: { now: number; seenCount: number },
): void {
	const isOpen = stopReason === 'limitReached' || stopReason === 'timedOut';
	if (isOpen) progress.openRead = read;
	progress.seenCount = seenCount;
	progress.polledAt = now;
	progress.pollsSinceFullRead++;
	if (stopReason !== 'complete') return;
	progress.pollsSinceFullRead = 0;
	progress.fullReadAt = read.startedAt;
	const { totalCount } = read;
	progress.uncounted = totalCount === undefined ? undefined : seenCount - totalCount;
}
