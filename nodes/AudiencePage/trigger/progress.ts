import type { IExecutePaginationFunctions } from 'n8n-workflow';

import type { SeenRecords } from './seenRecords';
import type { Watch } from './watch';

/** Why a poll stops reading. `countMatches`: by the list's count, nothing else is new. */
export type StopReason = 'complete' | 'countMatches' | 'limitReached' | 'timedOut';

/** A read of a list, once from its beginning to its end. It may take several polls. */
export interface ListRead {
	/** When it began, by `performance.now()`. */
	readonly startedAt: number;
	/** Whether it is the first one from Now: delivers nothing, and is stored when it is complete. */
	readonly isFirst: boolean;
	/** Whether it goes to the end of the list, even if the list's count shows nothing new. */
	readonly isFull: boolean;
	/** Where it goes on; undefined at the beginning of the list. */
	cursor?: string;
	/** What the list counted when it began; undefined if the service does not say. */
	totalCount?: number;
	/** Of the first one from Now: what it has read so far. */
	existing?: SeenRecords;
}

/** How late a change can be noticed in a list whose count stays the same, in milliseconds. */
const MAX_CHANGE_DELAY = 15 * 60_000;

/** In this time, in milliseconds, n8n has saved what a poll has delivered. */
const TIME_TO_SAVE = 10_000;

/**
 * How far this process has read the list of a node. It only saves work: if it is lost, the next
 * poll reads the whole list, and a first read from Now that is not complete begins again.
 */
export class Progress {
	/** Whether a poll is under way. */
	isPolling = false;
	/** What the last poll has not read to its end. */
	private openRead?: ListRead;
	/**
	 * How many remembered records the list did not count when it was last read to its end, such as
	 * those that have left it; undefined if that is not known.
	 */
	private uncounted?: number;
	private pollsSinceFullRead = Infinity;
	private polledAt = 0;
	/** When the last read began that went to the end of the list. */
	private fullReadAt = 0;
	/** The last delivery: when, and the stored entries that its poll began with. */
	private lastDelivery?: { at: number; before?: string };

	/** @param key of the list, and of the fields that are watched */
	constructor(readonly key: string) {}

	/**
	 * The read of a poll that begins now: that which the last poll has not finished, or a new one. If
	 * the poll fails, the next one begins anew.
	 */
	takeRead(watch: Watch, isFirst: boolean): ListRead {
		const now = performance.now();
		const { openRead } = this;
		const newRead = { startedAt: now, isFirst, isFull: isFirst || this.isFullReadDue(watch, now) };
		this.openRead = undefined;
		this.polledAt = now;
		return openRead?.isFirst === isFirst ? openRead : newRead;
	}

	/**
	 * Whether the list counts no more than is remembered. Never without a count, or when it fell:
	 * then the whole list is read.
	 */
	isAllSeen({ totalCount }: ListRead, seenCount: number): boolean {
		return this.uncounted !== undefined && totalCount === seenCount - this.uncounted;
	}

	/** Notes how far the poll has come. */
	endPoll(read: ListRead, stopReason: StopReason, seenCount: number): void {
		const isOpen = stopReason === 'limitReached' || stopReason === 'timedOut';
		if (isOpen) this.openRead = read;
		this.pollsSinceFullRead++;
		if (stopReason !== 'complete') return;
		this.pollsSinceFullRead = 0;
		this.fullReadAt = read.startedAt;
		const { totalCount } = read;
		this.uncounted = totalCount === undefined ? undefined : seenCount - totalCount;
	}

	/**
	 * Whether a poll that begins with these stored entries would deliver again what the last one has
	 * delivered: n8n's durable scheduler makes up for polls that it has missed, with one copy of what
	 * it has stored.
	 */
	isDelivered(entries: string | undefined): boolean {
		const { lastDelivery } = this;
		if (lastDelivery === undefined || lastDelivery.before !== entries) return false;
		return performance.now() - lastDelivery.at < TIME_TO_SAVE;
	}

	/** Notes that a poll that began with these stored entries has delivered something. */
	noteDelivery(before: string | undefined): void {
		this.lastDelivery = { at: performance.now(), before };
	}

	private isFullReadDue({ fields, fullReadEvery }: Watch, now: number): boolean {
		if (this.pollsSinceFullRead + 1 >= fullReadEvery) return true;
		// If polls keep the interval of the last two.
		const nextPollAt = now + (now - this.polledAt);
		return fields.length > 0 && nextPollAt - this.fullReadAt > MAX_CHANGE_DELAY;
	}
}

const progressByNode = new Map<string, Progress>();

/** A new one if the node watches something else than at its last poll. */
export function progressOf(context: IExecutePaginationFunctions, key: string): Progress {
	const node = `${context.getWorkflow().id} ${context.getNode().id}`;
	const last = progressByNode.get(node);
	if (last?.key === key) return last;
	const progress = new Progress(key);
	progressByNode.set(node, progress);
	return progress;
}
